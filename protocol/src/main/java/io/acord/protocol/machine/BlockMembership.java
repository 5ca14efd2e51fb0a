package io.acord.protocol.machine;

import io.acord.protocol.Effect;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Message;
import io.acord.protocol.Numbers;
import io.acord.protocol.membership.Membership;
import java.util.HashMap;
import java.util.Map;

/** In which rounds a block and its peers take part, as far as they have told each other. Mutable. */
final class BlockMembership {

    private final Outbox outbox;
    private final PeerRoster roster;
    private final Membership peers = new Membership();
    private final Map<Integer, Integer> spokenOf = new HashMap<>(); // by peer the latest round, as long as it is new
    private int joinsIn; // the first round of a new block that joined a fleet in this life; 0: it did not
    private int leavesAfter; // the last round that this block has a part in; 0: it stays

    BlockMembership(Outbox outbox, PeerRoster roster) {
        this.outbox = outbox;
        this.roster = roster;
    }

    // ---- this block

    /**
     * The round after the latest is the last: neighbours may have opened it already, and none can be further that has
     * not given this block up.
     */
    void leave(int latest) {
        if (leavesAfter == 0) {
            leavesAfter = latest + 1;
            outbox.add(new Effect.Leaves(leavesAfter));
            tellLeaving(latest);
        }
    }

    /** Whether a round comes after the last one that this block has a part in. */
    boolean isBeyondTheEnd(int round) {
        return leavesAfter > 0 && round > leavesAfter;
    }

    /** This block is new, and takes part from a round on. */
    void join(int first, int latest) {
        joinsIn = first;
        roster.known().forEach(peer -> tell(peer, Message.Kind.JOINS, joinsIn, latest));
    }

    boolean hasJoined() {
        return joinsIn > 0;
    }

    /** Takes note of the round that a peer speaks of, while nobody has opened one here. */
    void note(int peer, int round) {
        spokenOf.merge(peer, round, Math::max);
    }

    /** The round that most peers spoke of; one that lies among several cannot raise it. 0 if nobody spoke. */
    int usualRound() {
        int[] rounds =
                spokenOf.values().stream().mapToInt(Integer::intValue).sorted().toArray();
        return rounds.length < 2 ? 0 : rounds[(rounds.length - 1) / 2];
    }

    /** Tells everybody that it leaves, if it does. */
    void tellLeaving(int latest) {
        if (leavesAfter > 0) {
            roster.known().forEach(peer -> tellLeaving(peer, latest));
        }
    }

    void tellLeaving(int peer, int latest) {
        tell(peer, Message.Kind.LEAVES, leavesAfter, latest);
    }

    /** Says again what whoever has just come may not have heard. */
    void tellAgain(int peer, int latest) {
        if (joinsIn > 0) {
            tell(peer, Message.Kind.JOINS, joinsIn, latest);
        }
        if (leavesAfter > 0) {
            tellLeaving(peer, latest);
        }
    }

    private void tell(int peer, Message.Kind kind, int named, int latest) {
        outbox.tell(peer, new Message(kind, latest, named, 0, outbox.epoch(), null, 0, Numbers.NONE));
    }

    // ---- peers

    boolean isIn(int peer, int round) {
        return peers.isIn(peer, round);
    }

    /** A round without the edges to those who have no part in it: they are charged to nobody. */
    LocalRound ofMembers(int round, LocalRound whole) {
        return whole.without(peer -> !isIn(peer, round));
    }

    /** Somebody new may come: it has no part in any round until it says so. */
    void expect(int peer) {
        peers.expect(peer);
    }

    /** A peer takes part from a round on; returns whether that is news. */
    boolean joins(int peer, int first) {
        boolean isNews = peers.joins(peer, first);
        if (isNews) {
            outbox.add(new Effect.PeerJoins(peer, first));
        }
        return isNews;
    }

    /** A peer takes part up to a round; returns whether that is news. */
    boolean leaves(int peer, int last) {
        boolean isNews = peers.leaves(peer, last);
        if (isNews) {
            outbox.add(new Effect.PeerLeaves(peer, last));
        }
        return isNews;
    }
}
