package io.acord.lab.optimum;

/** Cost_OPT[1, T], as far as the offline solver could establish it. */
public sealed interface HindsightOptimum {

    /** What the best actions found pay: OPT pays at most this. */
    double upperBound();

    /** OPT pays at least this. */
    double lowerBound();

    /** The competitive ratio of a run that paid {@code cost}. */
    Interval ratioOf(double cost);

    /** Whether somebody looked for it; otherwise there are bounds only. */
    default boolean wasSought() {
        return !(this instanceof Bounded);
    }

    /** Solved to tolerance. */
    record Solved(double cost) implements HindsightOptimum {
        @Override
        public double upperBound() {
            return cost;
        }

        @Override
        public double lowerBound() {
            return cost;
        }

        @Override
        public Interval ratioOf(double onlineCost) {
            return Interval.of(ratio(onlineCost, cost));
        }
    }

    /** Stopped early: OPT lies between the bounds, so a ratio is only bracketed. */
    record Bracketed(double lowerBound, double upperBound, String whyStopped) implements HindsightOptimum {
        @Override
        public Interval ratioOf(double onlineCost) {
            return new Interval(ratio(onlineCost, upperBound), ratio(onlineCost, lowerBound));
        }
    }

    /**
     * Not solved: nobody pays less than the lower bound, and somebody paid the upper one. A ratio to the optimum is not
     * known, only what a run has paid at most.
     *
     * @param why it was not solved
     */
    record Bounded(double lowerBound, double upperBound, String why) implements HindsightOptimum {
        @Override
        public Interval ratioOf(double onlineCost) {
            return new Interval(ratio(onlineCost, upperBound), ratio(onlineCost, lowerBound));
        }
    }

    /** A run that pays nothing where nothing has to be paid is optimal. */
    private static double ratio(double cost, double optimum) {
        if (optimum > 0) {
            return cost / optimum;
        }
        return cost <= optimum ? 1 : Double.POSITIVE_INFINITY;
    }
}
