package io.acord.fleet;

import io.acord.protocol.Disagreement;
import io.acord.protocol.Effect;
import io.acord.protocol.Numbers;

/** Is told how rounds went. Called by the member's thread. */
public interface RoundWatcher {

    /** Sees nothing. */
    RoundWatcher NOBODY = new RoundWatcher() {};

    /** A peer was lost for the rest of a round. */
    default void lost(int round, String peer, Effect.Loss cause) {}

    /** A peer does not mean the same round: the edges with it are not used. */
    default void refused(int round, String peer, Disagreement cause) {}

    /** A round is over. */
    default void over(int round, boolean degraded) {}

    /**
     * The books of this member's agents are closed up to a round: c, ω and ξ of each, in the order of ids. After a
     * restart rounds may be told again.
     */
    default void booked(int round, Numbers books) {}

    /**
     * What the accounts of this member's agents hold after a round, in the order of ids, where the fleet looks ahead.
     * After a restart rounds may be told again.
     */
    default void accounted(int round, Numbers accounts) {}

    /** From this round on it is not certain that at most 1 + ε times what the experts pay is paid. */
    default void promiseEnded(int round, String why) {}

    /** This member's share of a round's certificate; +∞ if it is not known. May be told again, and better. */
    default void certified(int round, double share) {}
}
