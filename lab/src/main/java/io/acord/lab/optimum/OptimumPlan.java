package io.acord.lab.optimum;

import io.acord.lab.instance.Instance;
import java.util.Locale;

/**
 * What a run does to know about the hindsight optimum, decided from its size before anything is made.
 *
 * @param why it is not solved; empty if it is
 * @param window rounds that are swept together; 0 where none are
 * @param abreast how many repeats the heap lets do this at the same time
 */
public record OptimumPlan(Way way, String why, int window, int abreast) {

    /** Work, over all repeats, up to which the optimum is solved unasked: some seconds on one core. */
    static final long CHEAP = 4_000_000;

    /** The same for hindsight sweeps. */
    static final long SWEPT = 10_000_000;

    /** Rounds this far back hardly change what a sweep finds (theory 12.2). */
    private static final int WINDOW = 20;

    /** In windows shorter than this, most rounds would be near an end. */
    private static final int SHORTEST_WINDOW = 8;

    /** Memory of a sweep for each unit of a round's work. */
    private static final int SWEPT_BYTES = 400;

    /** How the optimum is known. */
    public enum Way {

        /** Solved. */
        SOLVE,

        /** Bounded by the books of all policies, and by sweeps over the rounds of one. */
        SWEEP,

        /** Bounded by the books of all policies. */
        BOOKS,

        /** Whatever the agents' own books say. */
        NONE
    }

    /** The plan of whoever needs the optimum. */
    public static OptimumPlan solve() {
        return new OptimumPlan(Way.SOLVE, "", 0, Integer.MAX_VALUE);
    }

    /**
     * The plan for a scenario.
     *
     * @param isNeeded whether a policy plays the optimum: then it is solved, whatever the rule
     * @param instance of one of its repeats
     * @param heap bytes at hand
     */
    public static OptimumPlan of(OptimumRule rule, boolean isNeeded, Instance instance, int repeats, long heap) {
        if (rule == OptimumRule.NONE && !isNeeded) {
            return new OptimumPlan(Way.NONE, "the scenario asks for none", 0, Integer.MAX_VALUE);
        }
        OptimumSize size = OptimumSize.of(instance);
        int fitting = size.fitting(heap);
        boolean isCheap = size.work() * repeats <= CHEAP && fitting >= 1;
        if (isNeeded || rule == OptimumRule.SOLVE || (rule == OptimumRule.CHEAP && isCheap)) {
            return new OptimumPlan(Way.SOLVE, "", 0, Math.max(1, fitting));
        }
        String why = rule == OptimumRule.BOUND
                ? "the scenario asks for a bound"
                : String.format(
                        Locale.ROOT,
                        "%,d unknowns%s are more than is solved unasked (optimum: solve would take about %s of memory)",
                        size.unknowns(),
                        repeats > 1 ? " in each of " + repeats + " repeats" : "",
                        OptimumSize.amount(size.bytes()));
        return bounded(size, instance.horizon(), repeats, heap, why);
    }

    private static OptimumPlan bounded(OptimumSize size, int horizon, int repeats, long heap, String why) {
        long ofRound = SWEPT_BYTES * (size.work() / horizon + 1);
        int window = Math.min(Math.min(WINDOW, horizon), OptimumSize.fitting(heap, ofRound));
        boolean isSwept = size.work() * repeats <= SWEPT && window >= Math.min(SHORTEST_WINDOW, horizon);
        return isSwept
                ? new OptimumPlan(Way.SWEEP, why, window, OptimumSize.fitting(heap, window * ofRound))
                : new OptimumPlan(Way.BOOKS, why, 0, Integer.MAX_VALUE);
    }
}
