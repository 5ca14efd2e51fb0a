package io.acord.constraint;

import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;

/**
 * argmin φ = f + pull over {g ≤ 0} or {g = 0}, by the multiplier: x(y) = argmin φ + y g, whose excess g(x(y)) falls as
 * y rises. The root is enclosed between a y whose excess is positive and one whose excess is not; secants find it at
 * once where the excess is linear, and the enclosure halves at least every other step where it is not.
 *
 * <p>What is returned lies between x(below) and x(above), where the segment meets the constraint: x = θ x(below) + (1 −
 * θ) x(above). With L = φ + y g at y = above, convexity and the optimality of both ends give
 *
 * <pre>
 *     φ(x) − min φ ≤ θ [(above − below)(g_below − g_above) + τ_below] + τ_above − above · g(x)
 * </pre>
 *
 * where the last term is 0 for an equality: a bound without a difference of large numbers. To it comes what rounding
 * can do to the constraint, by which the minimum may change y times as much.
 */
final class MultiplierSearch {

    private static final int MOST_STEPS = 200;

    /** The bound is small enough at this share of the numbers that it is about. */
    private static final double ENOUGH = 0x1p-50;

    private final HittingCost f;
    private final SingleConstraint constraint;
    private final QuadraticPull pull;
    private final QuadraticPull weighed;

    MultiplierSearch(HittingCost f, SingleConstraint constraint, QuadraticPull pull) {
        this.f = f;
        this.constraint = constraint;
        this.pull = pull;
        this.weighed = new QuadraticPull(pull.dimension());
    }

    /** An end of the enclosure. */
    private static final class End {
        final double y;
        final double[] x;
        final double excess;
        final double tau;

        End(double y, double[] x, double excess, double tau) {
            this.y = y;
            this.x = x;
            this.excess = excess;
            this.tau = tau;
        }
    }

    private End at(double y, double[] guess) {
        double[] x = guess.clone();
        System.arraycopy(pull.curvature(), 0, weighed.curvature(), 0, weighed.curvature().length);
        System.arraycopy(pull.linear(), 0, weighed.linear(), 0, weighed.linear().length);
        constraint.addTo(weighed, y);
        double tau = f.argmin(weighed, x);
        return new End(y, x, constraint.excess(x), tau);
    }

    /** Writes the minimiser into x, which holds a first guess; returns τ. */
    double run(double[] x) {
        End free = at(0, x);
        if (free.excess == 0 || (free.excess < 0 && !constraint.isEquality())) {
            System.arraycopy(free.x, 0, x, 0, x.length);
            return free.tau;
        }
        End other = beyond(free);
        if (!(Math.signum(other.excess) * Math.signum(free.excess) <= 0)) {
            System.arraycopy(other.x, 0, x, 0, x.length);
            return Double.POSITIVE_INFINITY; // no multiplier is large enough: nothing is known of what was found
        }
        End below = free.excess > 0 ? free : other;
        End above = free.excess > 0 ? other : free;
        return close(below, above, x);
    }

    /** The first end on the other side, by multipliers that grow. */
    private End beyond(End free) {
        double y = constraint.firstMultiplier(f.mu() + leastCurvature(), free.x);
        End end = free;
        for (int step = 0; step < MOST_STEPS && Double.isFinite(y); step++) {
            end = at(y, end.x);
            if (free.excess > 0 ? end.excess <= 0 : end.excess >= 0) {
                return end;
            }
            y *= 4;
        }
        return end;
    }

    private double leastCurvature() {
        int d = pull.dimension();
        double least = Double.POSITIVE_INFINITY;
        for (int c = 0; c < d; c++) {
            least = Math.min(least, pull.curvature()[c * d + c]);
        }
        return least;
    }

    private double close(End first, End second, double[] x) {
        End below = first;
        End above = second;
        double width = above.y - below.y;
        boolean isSlow = false;
        double tau = meet(below, above, x);
        for (int step = 0; step < MOST_STEPS && tau > enough(x, above); step++) {
            double middle = below.y + (above.y - below.y) / 2;
            double secant = below.y + (above.y - below.y) * (below.excess / (below.excess - above.excess));
            double y = isSlow || !(secant > below.y && secant < above.y) ? middle : secant;
            if (!(y > below.y && y < above.y)) {
                break; // neighbouring doubles
            }
            End end = at(y, x);
            if (end.excess > 0) {
                below = end;
            } else {
                above = end;
            }
            tau = meet(below, above, x);
            double next = above.y - below.y;
            isSlow = !isSlow && next > width / 2;
            width = next;
        }
        return tau;
    }

    /** Writes where the segment between both ends meets the constraint; returns the bound. */
    private double meet(End below, End above, double[] x) {
        double gap = below.excess - above.excess;
        double theta = gap > 0 ? -above.excess / gap : 0;
        mix(theta, below, above, x);
        double slack = 0;
        if (!constraint.isEquality()) {
            for (double less = 0x1p-52; constraint.excess(x) > 0; less *= 4) { // rounding must not lead outside
                theta = Math.max(0, theta - less);
                mix(theta, below, above, x);
            }
            slack = -above.y * constraint.excess(x);
        }
        double rounding = Math.abs(above.y) * constraint.rounding(x);
        return theta * ((above.y - below.y) * gap + below.tau) + above.tau + slack + rounding;
    }

    private static void mix(double theta, End below, End above, double[] x) {
        for (int c = 0; c < x.length; c++) {
            x[c] = above.x[c] + theta * (below.x[c] - above.x[c]);
        }
    }

    /** A bound at which going on is of no use: the numbers that it is about are not known better. */
    private double enough(double[] x, End above) {
        double size = Math.abs(f.at(x)) + Math.abs(pull.at(x)) + above.tau + Double.MIN_NORMAL;
        return ENOUGH * size + 2 * Math.abs(above.y) * constraint.rounding(x);
    }
}
