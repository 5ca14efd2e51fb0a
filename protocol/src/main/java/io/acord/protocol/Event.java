package io.acord.protocol;

import org.jspecify.annotations.Nullable;

/** What can happen to a block. */
public sealed interface Event {

    /**
     * A round begins. The one before is over then: if it was not published yet, its latest iterate is. Rounds that were
     * skipped are published as held.
     *
     * @param round t, counted from 1
     */
    record RoundOpened(int round, LocalRound local) implements Event {}

    /**
     * A message came.
     *
     * @param peer who sent it, as the driver has authenticated it; never what the message claims
     */
    record Heard(int peer, Message message) implements Event {}

    /**
     * The connection to a peer broke, or the driver has other reason to believe that it is gone. Whoever is heard again
     * is back.
     */
    record PeerLost(int peer) implements Event {}

    /**
     * A connection to a peer is there again: it is told where this block is.
     *
     * @param life which life of the peer has greeted; 0 if the driver does not know. From now on it is the one that is
     *     listened to, whatever lives were heard before
     */
    record PeerBack(int peer, long life) implements Event {}

    /** Somebody may join who was not known before; its edges count from the round on that it names itself. */
    record PeerAdded(int peer) implements Event {}

    /**
     * A peer is not of the fleet any more, says whoever keeps the address book: its edges end with the round that is
     * open or was last, whatever it has said itself.
     */
    record PeerRemoved(int peer) implements Event {}

    /** This block leaves for good, after the round that is named by {@link Effect.Leaves}. */
    record Leave() implements Event {}

    /**
     * Some time has passed, the driver decides how much. If the block has not come on since the last one, whoever it
     * waits for is asked again, and given up once it has left {@link Rules#patience()} questions in a row without any
     * answer.
     */
    record Nudge() implements Event {}

    /**
     * A round's time is up and it was not even opened, because nobody knows its costs: its actions are the held ones.
     */
    record RoundMissed(int round) implements Event {}

    /**
     * What a past round was, in answer to {@link Effect.Recall}; or, before a later one is opened, what a round was
     * that goes by without this block: λ remembers its costs all the same, so that no bit changes where it takes part
     * again.
     *
     * @param local null if nobody knows any more
     */
    record Recalled(int round, @Nullable LocalRound local) implements Event {}

    /** A round's time is up: it is published with what there is; once published, nobody is waited for any longer. */
    record Deadline(int round) implements Event {}
}
