package io.acord.internal.kernel;

import io.acord.cost.HittingCostCheck;
import io.acord.input.Complaints;
import io.acord.recipe.OwnMomentum;
import org.jspecify.annotations.Nullable;

/**
 * The arithmetic of one iteration for the rows of a block, all constants of the round folded in. Written once; safe for
 * several threads.
 */
abstract class Rows {

    /**
     * Folds the constants of the rows from .. to − 1 together, if that has not been done yet; before anything else.
     *
     * @return whether all came out finite; {@link #checkOpen} then says which did not
     */
    boolean open(int from, int to, Scratch scratch) {
        return true;
    }

    /** After more iterations it has to be looked whether the actions of a tame fleet are small. */
    static final int TAME_ITERATIONS = 24;

    /** What the actions of a tame fleet stay below in so many iterations. */
    static final double TAME_ACTION = 1e84;

    /** Whether all constants are so small that a round is within the range of doubles as long as actions are. */
    boolean isTame() {
        return false;
    }

    /** Refuses the first row whose constants are not finite. */
    void checkOpen() {}

    /**
     * Computes x^k of the rows from .. to − 1 and what they show next.
     *
     * @param shown y^{k−1} of all columns
     * @param next receives y^k of the rows
     * @param x holds x^{k−1} of the rows and receives x^k; null without momentum, when x^k is y^k
     * @param momentum the weight of it, the same for all rows
     * @param paces the momentum of the rows if each has its own
     * @param k how many iterations of this round the rows have behind them
     * @param wanted if it is {@link Wanted#SHOWN}, x may stay as it is where the next iteration does not need it; if it
     *     is {@link Wanted#ACTION}, next may receive anything
     */
    abstract void advance(
            int from,
            int to,
            double[] shown,
            double[] next,
            double @Nullable [] x,
            double momentum,
            @Nullable OwnMomentum paces,
            int k,
            Wanted wanted,
            Scratch scratch);

    /** The end of the rows from {@code row} on after which a pause in {@link #advance} costs nothing to speak of. */
    int pauseAfter(int row) {
        return (row / PAUSE + 1) * PAUSE;
    }

    private static final int PAUSE = 32_768; // rows, a fraction of a millisecond

    /** Whether neighbours lie anywhere, and rows are computed in strips because of it. */
    boolean areCut() {
        return false;
    }

    /** What is asked for after an iteration; the rest need not be computed. */
    enum Wanted {
        /** What the rows show next: an iteration in the middle. */
        SHOWN,
        /** What they would play: the last iteration. */
        ACTION,
        BOTH
    }

    /**
     * Writes r_i ∈ ∂F_t/∂x_i at x^k: the gradient where there is one at hand, else as theory 5.6 forms it from the
     * y^{k−1} that the last solve used. On the same walk over the row's arcs it leaves Σ ‖A_e(x_i − x_j − o_e)‖² in
     * {@link Scratch#differences}.
     *
     * @return a bound on what rounding may have added to ‖r_i‖: steps below the last digit of x look like no step at
     *     all
     */
    abstract double residual(int row, double[] used, double[] x, Scratch scratch, double[] into);

    /**
     * {@link #residual} of the rows from .. to − 1, at most {@link Scratch#WINDOW}, for {@link Scratch#look}. Rows of
     * one coordinate in columns bring there what else is needed of them, too.
     */
    void look(int from, int to, double[] used, double[] x, Scratch scratch) {
        int d = scratch.sum.length;
        Scratch.LookedAt found = scratch.look();
        for (int i = from; i < to; i++) {
            found.roundings[i - from] = residual(i, used, x, scratch, scratch.sum);
            found.differences[i - from] = scratch.differences;
            System.arraycopy(scratch.sum, 0, found.residuals, (i - from) * d, d);
        }
    }

    /**
     * Takes what {@link #lookGathered} needs of the neighbours of the rows from .. on, as many of them as lie together.
     *
     * @return where these rows end; {@code from} if there are none, and {@link #look} is to be used
     */
    int gather(int from, double[] used, double[] x, Scratch scratch) {
        return from;
    }

    /** {@link #look} at rows that were gathered last. */
    void lookGathered(int from, int to, double[] x, Scratch scratch) {
        throw new AssertionError("nothing was gathered");
    }

    /** A bound on the curvature of a row's whole local problem, of a general cost with μ for its own. */
    abstract double wholeCurvature(int row);

    /**
     * What shows that a row's cost is not what it says, by its last answer; null: nothing does, or it is quadratic and
     * needs no check.
     */
    abstract HittingCostCheck.@Nullable Violation doubt(int row, double[] used, double[] x, Scratch scratch);

    /** What {@code terms} operations may lose of a sum of numbers of this size. */
    static double rounding(int terms, double size) {
        return (terms + 8) * 0x1p-53 * size;
    }

    /** Numbers that leave the range of doubles are the input's fault, and nothing can be decided with them. */
    static void checkFinite(double curvature, double pull, int agent) {
        if (!Double.isFinite(curvature) || !Double.isFinite(pull)) {
            throw Complaints.refuse(
                    "agents[" + agent + "]",
                    "has a local problem of curvature " + curvature + " and pull " + pull,
                    "finite numbers, because beta, weights, costs and previous actions are multiplied and added up",
                    "scale the costs, beta or the actions down");
        }
    }
}
