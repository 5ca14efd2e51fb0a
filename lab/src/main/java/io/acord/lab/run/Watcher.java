package io.acord.lab.run;

import io.acord.foresight.ForesightDecision;
import io.acord.lab.instance.Instance;
import io.acord.model.Actions;
import java.util.Optional;
import java.util.stream.IntStream;

/** Whoever wants to see a run while it is played. Repeats are played by several threads at once. */
public interface Watcher {

    /** Sees nothing. */
    Watcher NOBODY = new Watcher() {};

    /** A policy has acted; {@code algorithm} counts from 0 in the order of the plan. */
    default void acted(int algorithm, int repeat, int round, Instance instance, Actions actions) {}

    /** A policy that looks ahead has acted: how far each agent followed its plan. */
    default void foresaw(int algorithm, int repeat, int round, Instance instance, ForesightDecision decision) {}

    /** The same, of agents elsewhere that told how far they went. */
    default void followed(int algorithm, int repeat, int round, Instance instance, FollowedPlan plan) {}

    /**
     * How far agents followed their plans in a round.
     *
     * @param planned for this round
     * @param expert what they would have done without forecasts
     * @param gammas how far each went from the one to the other
     * @param accounts what the account of each holds afterwards
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over
    record FollowedPlan(Actions planned, Actions expert, double[] gammas, double[] accounts) {

        static FollowedPlan of(ForesightDecision decision) {
            int n = decision.actions().agents();
            return new FollowedPlan(
                    decision.planned(),
                    decision.expert().actions(),
                    IntStream.range(0, n).mapToDouble(decision::gamma).toArray(),
                    IntStream.range(0, n).mapToDouble(decision::account).toArray());
        }
    }

    /** Some work is done: {@code done} of {@code all} units. */
    default void progress(long done, long all) {}

    /**
     * What was kept of a repeat that had been played before the run was interrupted; empty: it has to be played.
     * Whoever answers has already seen what it did.
     */
    default Optional<byte[]> remembered(int repeat) {
        return Optional.empty();
    }

    /** Whether it keeps repeats that are over. Nobody writes them down for one who does not. */
    default boolean isKeeping() {
        return false;
    }

    /**
     * One of several repeats is over.
     *
     * @param record all that a result needs of it; empty if it is not kept, because nobody keeps it or it is too large
     */
    default void over(int repeat, Optional<byte[]> record) {}
}
