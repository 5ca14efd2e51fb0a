package io.acord.protocol;

import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;

/**
 * How far from the origin an action of a neighbour can make sense, learned from this block's own costs: a million times
 * as far as their minimizers lie, and at least a million. What neighbours say has no part in it, so nobody can raise it
 * little by little. Mutable.
 */
final class PlausibleNorm {

    /** Neighbours pay for differing from each other; costs that lie further apart have different units. */
    private static final double FACTOR = 1e6;

    private double farthest = 1; // minimizer of own costs so far

    double limit() {
        return FACTOR * farthest;
    }

    /** Takes note of a round's costs; {@code dimension} of an action. */
    void learn(LocalRound local, int rows, int dimension) {
        for (int row = 0; row < rows; row++) {
            try {
                double reach = reach(local.cost(row), dimension);
                farthest = reach < Double.POSITIVE_INFINITY ? Math.max(farthest, reach) : farthest;
            } catch (RuntimeException broken) {
                // a cost that cannot be evaluated teaches nothing; the round itself says what is wrong
            }
        }
    }

    /** ‖v‖ ≤ √(2 f(0) / μ) for the minimizer v of a μ-strongly convex f ≥ 0; v itself if f(0) does not tell. */
    private static double reach(HittingCost f, int dimension) {
        double atOrigin = f.at(new double[dimension]);
        if (atOrigin > 0 && atOrigin < Double.POSITIVE_INFINITY) {
            return Math.sqrt(2 * atOrigin / f.mu());
        }
        double[] v = new double[dimension];
        f.argmin(new QuadraticPull(dimension), v);
        double squared = 0;
        for (double x : v) {
            squared += x * x;
        }
        return Math.sqrt(squared);
    }
}
