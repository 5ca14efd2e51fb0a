package io.acord.protocol;

import io.acord.model.Actions;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a driver shall do, in the order given. */
public sealed interface Effect {

    /** Send a message to a peer. It may be lost: the protocol repeats what is missed. */
    record Tell(int peer, Message message) implements Effect {}

    /** Write a snapshot to stable storage. What follows must not happen before it is there for good. */
    record Persist(Snapshot snapshot) implements Effect {}

    /**
     * Act: these are the block's actions of a round, row by row.
     *
     * @param iteration k of the iterate that is played; 0 for a held one
     * @param repeated whether an earlier life of the block may have published this round; the first action of a round
     *     is the one that counts, whoever has it keeps it
     * @param followed how these actions came about; null if the block does not look ahead
     */
    record Publish(
            int round,
            Actions actions,
            Level level,
            int iteration,
            boolean repeated,
            @Nullable Followed followed) implements Effect {

        /** Actions of a block that does not look ahead. */
        public Publish(int round, Actions actions, Level level, int iteration, boolean repeated) {
            this(round, actions, level, iteration, repeated, null);
        }
    }

    /**
     * How a block that looks ahead came from its experts' actions to those it plays (theory 14).
     *
     * @param expert what its agents would play without forecasts
     * @param planned what they plan for this round
     * @param gammas how far each goes from the one to the other
     * @param accounts what the account of each holds at least, whatever the neighbours play
     */
    record Followed(Actions expert, Actions planned, Numbers gammas, Numbers accounts) {}

    /**
     * What the accounts of a block that looks ahead hold after a round, one number a row. Final: what was not known of
     * the neighbours when the next round was decided is charged the most that it can cost.
     */
    record Accounted(int round, Numbers accounts) implements Effect {}

    /** From this round on it is not certain that at most 1 + ε times what the experts pay is paid. */
    record PromiseEnded(int round, String why) implements Effect {}

    /**
     * The certificate of a round (theory 5.6). May come a second time, and then better, when a lost peer tells late
     * what it played.
     *
     * @param shares one number a row, whose sum over the fleet bounds F_t(x) − min F_t; +∞ where a neighbour's action
     *     is not known
     * @param complete whether all shares are finite
     */
    record Certified(int round, Numbers shares, boolean complete) implements Effect {
        public double sum() {
            double sum = 0;
            for (int i = 0; i < shares.size(); i++) {
                sum += shares.get(i);
            }
            return sum;
        }
    }

    /**
     * The books of the block's agents are closed up to a round (theory 12). After a death rounds may come again.
     *
     * @param numbers c, ω and ξ of each row ({@link io.acord.theory.Books#toArray}): the c of all agents of a fleet,
     *     after the same round, add up to no more than the hindsight optimum
     */
    record Booked(int round, Numbers numbers) implements Effect {}

    /** No round after this one will be closed in the books, in this life or a later one. */
    record BooksEnded(int round, String why) implements Effect {}

    /**
     * The books need to know what a past round was, which this life of the block did not see: find out, and say
     * {@link Event.Recalled}.
     */
    record Recall(int round) implements Effect {}

    /** Forecasts could not be planned with: in this round the experts are followed. */
    record ForecastsFailed(int round, String why) implements Effect {}

    /** A message of a peer was not used: count it. */
    record Rejected(int peer, Rejection why) implements Effect {}

    /** The two ends of a link do not mean the same round: its edges are not used by either. */
    record EdgeRefused(int round, int peer, Disagreement cause) implements Effect {}

    /**
     * A peer is not heard any more, or not to be listened to, in this round: it is held at its last value, the round is
     * degraded.
     */
    record EdgeLost(int round, int peer, Loss cause) implements Effect {}

    /** A hitting cost failed or answered nonsense in a round: its block holds its actions. */
    record CouldNotSolve(int round, String why) implements Effect {}

    /** A round is over; the driver may open the next. */
    record RoundDone(int round, boolean degraded) implements Effect {}

    /** A peer has said from which round on it takes part. */
    record PeerJoins(int peer, int first) implements Effect {}

    /** A peer has said goodbye, or was removed: it has no part in rounds after this one. */
    record PeerLeaves(int peer, int last) implements Effect {}

    /** This block takes part up to a round, because it was told to leave: no later one is to be opened. */
    record Leaves(int last) implements Effect {}

    /** How good what is published is, from best to worst. */
    enum Level {
        /** All iterations were made. */
        FINAL(1),
        /** The deadline came first: the latest iterate. */
        ITERATE(2),
        /** No round was played: the previous action once more; where the block looks ahead, its expert's. */
        HELD(3);

        private final int code;

        Level(int code) {
            this.code = code;
        }

        /** How it is written down. */
        public int code() {
            return code;
        }

        /** The level written down as {@code code}, if there is one. */
        public static Optional<Level> of(int code) {
            return Arrays.stream(values()).filter(level -> level.code == code).findFirst();
        }
    }

    /** Why an edge is lost for the rest of a round. */
    enum Loss {
        /** Questions went unanswered, or the driver said so. */
        SILENT,
        /** It was lost in an earlier round and had not been heard again when this one opened. */
        ABSENT,
        /** The peer had given this block up. */
        GAVE_US_UP,
        /** The peer stopped iterating before the last iteration: its deadline came. */
        STOPPED,
        /** The peer has gone on to a later round. */
        GONE_ON,
        /** It sent too much nonsense. */
        QUARANTINED,
        /** This block's own deadline came before the peer was heard. */
        DEADLINE
    }
}
