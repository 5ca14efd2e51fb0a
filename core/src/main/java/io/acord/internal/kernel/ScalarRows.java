package io.acord.internal.kernel;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCostCheck;
import io.acord.cost.HittingCosts;
import io.acord.recipe.OwnMomentum;
import org.jspecify.annotations.Nullable;

/**
 * d = 1. A quadratic f = c/2 (x − v)² gives x_i = own_i + gain_i · (self_i y_i + Σ_j w_ij y_j), where gain_i = β/m_i,
 * own_i = (c v + λb x_{i,t−1} + β Σ w o)/m_i and m_i = c + λb + 2β Σ w; JACOBI has β Σ w there, and self_i = 0 instead
 * of Σ w. Any other cost gets the same pull through its argmin.
 */
final class ScalarRows extends Rows {

    /**
     * A fleet is tame if curvatures of local problems are below this, those of costs above its inverse, and pulls and
     * previous actions below its square and cube: then two dozen iterations, each of which may make numbers ten times
     * as large, leave actions below 1e60 · 1e24, and costs and certificates finite: (1e84)² · 1e20 · 1e20 is far within
     * the range of doubles.
     */
    private static final double TAME = 1e20;

    private final Block block;
    private final HittingCosts costs;
    private final Anchors anchors;
    private final boolean jacobi;
    private volatile boolean isTame = true; // all numbers are far from the range of doubles
    private final NeighborSums sums;
    private final int[] firstArc;
    private final int[] column;
    private final double @Nullable [] weight;
    private final double @Nullable [] offset;
    private final double beta;
    private final double[] self;
    private final double sameSelf; // self of all rows, NaN if they differ
    private final double[] own; // of a general cost: the constant part of the pull's linear term
    private final double[] gain; // of a general cost: the pull's curvature
    private final ScalarLook looks;
    private final @Nullable HittingCost @Nullable [] general; // null entries: quadratic; null: all are
    private final double @Nullable [] tau;

    /**
     * The rows of a block.
     *
     * @param own room for a number a row; empty if rows are only to be looked at, after their iterations
     * @param gain the same
     */
    ScalarRows(
            Block block,
            HittingCosts costs,
            double beta,
            Anchors anchors,
            boolean jacobi,
            double @Nullable [] tau,
            double[] own,
            double[] gain) {
        this.block = block;
        this.costs = costs;
        this.anchors = anchors;
        this.jacobi = jacobi;
        this.sums = new NeighborSums(block);
        this.firstArc = block.firstArc();
        this.column = block.column();
        this.weight = block.weight();
        this.offset = block.offset();
        this.beta = beta;
        this.looks = new ScalarLook(block, costs, beta, anchors);
        this.tau = tau;
        int rows = block.rows();
        this.self = jacobi ? new double[rows] : block.weightSum();
        this.sameSelf = jacobi ? 0 : block.sameWeightSum();
        this.own = own;
        this.gain = gain;
        this.general = tau == null ? null : new HittingCost[rows];
    }

    @Override
    boolean open(int from, int to, Scratch scratch) {
        if (general != null || block.offsetPull() != null) {
            isTame = false;
            return openEach(from, to);
        }
        Scratch.Folded room = scratch.folded();
        double pulls = jacobi ? beta : 2 * beta;
        boolean areFinite = true;
        int next;
        for (int start = from; start < to; start = next) {
            next = Math.min(to, Scratch.Folded.windowEnd(start));
            int n = next - start;
            costs.copyColumns(start, next, room.curvatures, room.targets);
            anchors.copyWeights(start, next, room.regularization);
            anchors.copyPoints(start, next, room.previous, 0);
            block.copyWeightSums(start, next, room.weightSum);
            weigh(n, beta, pulls, room.curvatures, room.regularization, room.weightSum, room.total, room.gain);
            pull(n, room.curvatures, room.targets, room.regularization, room.previous, room.own, room.sizes);
            divide(n, room.total, room.own, room.sizes);
            extend(n, room.sizes, room.total, room.previous, room.extents);
            if (!areTame(n, room.curvatures, room.extents)) {
                isTame = false;
                areFinite &= openEach(start, next);
                continue;
            }
            System.arraycopy(room.own, 0, own, start, n);
            System.arraycopy(room.gain, 0, gain, start, n);
        }
        return areFinite;
    }

    // ---- A formula is a short loop over arrays that are all read at one index: the compiler computes several rows of
    // such a loop at a time, divisions above all.

    private static void weigh(
            int n,
            double beta,
            double pulls,
            double[] q,
            double[] regularization,
            double[] weightSum,
            double[] total,
            double[] gain) {
        for (int i = 0; i < n; i++) {
            double m = q[i] + (regularization[i] + pulls * weightSum[i]);
            total[i] = m;
            gain[i] = beta / m;
        }
    }

    /** What a row's target and its previous action pull with. */
    private static void pull(
            int n, double[] q, double[] v, double[] regularization, double[] previous, double[] pulls, double[] held) {
        for (int i = 0; i < n; i++) {
            pulls[i] = q[i] * v[i];
            held[i] = regularization[i] * previous[i];
        }
    }

    /** The two pulls become own_i and the size of its terms. */
    private static void divide(int n, double[] total, double[] pulls, double[] held) {
        for (int i = 0; i < n; i++) {
            double pull = pulls[i];
            double hold = held[i];
            pulls[i] = (pull + (hold + 0.0)) / total[i];
            held[i] = Math.abs(hold) + Math.abs(pull);
        }
    }

    private static void extend(int n, double[] sizes, double[] total, double[] previous, double[] extents) {
        for (int i = 0; i < n; i++) {
            extents[i] = sizes[i] + TAME * total[i] + Math.abs(previous[i]) * (1 / TAME);
        }
    }

    private static boolean areTame(int n, double[] q, double[] extents) {
        boolean areTame = true;
        for (int i = 0; i < n; i++) {
            areTame &= extents[i] < TAME * TAME;
            areTame &= q[i] > 1 / TAME;
        }
        return areTame;
    }

    /** The same for costs of any kind, with offsets. */
    private boolean openEach(int from, int to) {
        double[] offsetPull = block.offsetPull();
        boolean areFinite = true;
        for (int i = from; i < to; i++) {
            double held = anchors.weight(i) * anchors.point(i, 0);
            double linear = held + (offsetPull == null ? 0 : beta * offsetPull[i]);
            double m = wholeCurvature(i);
            if (costs.isColumn(i)) {
                own[i] = (costs.curvature(i, 0) * costs.target(i, 0) + linear) / m;
                gain[i] = beta / m;
            } else if (general != null) {
                own[i] = linear;
                gain[i] = pullCurvature(i);
                general[i] = costs.cost(i);
            }
            areFinite &= Double.isFinite(m) && Double.isFinite(own[i]);
        }
        return areFinite;
    }

    /** m_i without what the cost itself has of it. */
    private double pullCurvature(int i) {
        return anchors.weight(i) + (jacobi ? beta : 2 * beta) * block.weightSum()[i];
    }

    /** m_i, of a general cost with μ for its own curvature. */
    @Override
    double wholeCurvature(int i) {
        return costs.mu(i) + pullCurvature(i);
    }

    @Override
    boolean isTame() {
        return isTame;
    }

    @Override
    void checkOpen() {
        for (int i = 0; i < own.length; i++) {
            checkFinite(wholeCurvature(i), own[i], block.agent(i));
        }
    }

    @Override
    void advance(
            int from,
            int to,
            double[] shown,
            double[] next,
            double @Nullable [] x,
            double momentum,
            @Nullable OwnMomentum paces,
            int k,
            Wanted wanted,
            Scratch scratch) {
        int end;
        for (int strip = from; strip < to; strip = end) { // what is written first is still at hand when it is read
            end = Math.min(sums.chunkEnd(strip), to);
            sums.write(strip, end, shown, next, scratch);
            if (general != null) {
                solveAll(strip, end, shown, next, x == null ? shown : x, k == 0, scratch);
            } else if (!Double.isNaN(sameSelf)) {
                step(strip, end, sameSelf, own, gain, shown, next);
            } else {
                step(strip, end, self, own, gain, shown, next);
            }
            if (x == null) {
                continue;
            }
            if (wanted == Wanted.ACTION) {
                System.arraycopy(next, strip, x, strip, end - strip);
            } else if (paces == null) {
                extrapolate(strip, end, momentum, x, next);
            } else {
                boolean isAsked = wanted == Wanted.BOTH || general != null;
                paces.show(strip, end, k, x, shown, next, isAsked);
            }
        }
    }

    @Override
    boolean areCut() {
        return sums.areCut();
    }

    @Override
    int pauseAfter(int row) {
        return sums.areCut() ? sums.chunkEnd(row) : super.pauseAfter(row);
    }

    /** Σ_j w_ij y_j becomes x_i. */
    private static void step(
            int from, int to, double[] self, double[] own, double[] gain, double[] shown, double[] next) {
        for (int i = from; i < to; i++) {
            next[i] = own[i] + gain[i] * (self[i] * shown[i] + next[i]);
        }
    }

    /** The same where self is the same: one array less to read, of six. */
    private static void step(
            int from, int to, double self, double[] own, double[] gain, double[] shown, double[] next) {
        for (int i = from; i < to; i++) {
            next[i] = own[i] + gain[i] * (self * shown[i] + next[i]);
        }
    }

    /** x^k becomes y^k in {@code next}, and x^{k−1} becomes x^k. */
    private static void extrapolate(int from, int to, double momentum, double[] x, double[] next) {
        for (int i = from; i < to; i++) {
            double xi = next[i];
            next[i] = xi + momentum * (xi - x[i]);
            x[i] = xi;
        }
    }

    private void solveAll(int from, int to, double[] shown, double[] next, double[] x, boolean first, Scratch scratch) {
        for (int i = from; i < to; i++) {
            double pulled = self[i] * shown[i] + next[i];
            HittingCost f = general == null ? null : general[i];
            if (f == null) {
                next[i] = own[i] + gain[i] * pulled;
            } else if (first || firstArc[i + 1] > firstArc[i]) {
                next[i] = solve(i, f, pulled, x[i], scratch);
            } else {
                next[i] = x[i]; // nobody to listen to: the first solve was exact
            }
        }
    }

    private double solve(int i, HittingCost f, double pulled, double guess, Scratch scratch) {
        scratch.pull().curvature()[0] = gain[i];
        scratch.pull().linear()[0] = own[i] + beta * pulled;
        scratch.point[0] = guess;
        double left = f.argmin(scratch.pull(), scratch.point);
        if (tau != null) {
            tau[i] = left;
        }
        return scratch.point[0];
    }

    @Override
    HittingCostCheck.@Nullable Violation doubt(int i, double[] used, double[] x, Scratch scratch) {
        HittingCost f = general == null ? null : general[i];
        if (f == null || tau == null) {
            return null;
        }
        double pulled = self[i] * used[i];
        for (int arc = firstArc[i]; arc < firstArc[i + 1]; arc++) {
            pulled += (weight == null ? 1 : weight[arc]) * used[column[arc]];
        }
        scratch.pull().curvature()[0] = gain[i];
        scratch.pull().linear()[0] = own[i] + beta * pulled;
        scratch.point[0] = x[i];
        return HittingCostCheck.ofAnswer(f, scratch.pull(), scratch.point, tau[i])
                .orElse(null);
    }

    @Override
    double residual(int i, double[] used, double[] x, Scratch scratch, double[] into) {
        return general == null || general[i] == null
                ? looks.gradient(i, x, scratch, into)
                : residualOfSolve(i, used, x, scratch, into);
    }

    /**
     * r_i = β (self_i δ_i + Σ_j w_ij δ_j), δ = y^{k−1} − x^k, the offsets cancel: of a cost that only its last answer
     * tells a subgradient of.
     */
    private double residualOfSolve(int i, double[] used, double[] x, Scratch scratch, double[] into) {
        double sum = self[i] * (used[i] - x[i]);
        double size = self[i] * Math.abs(used[i]);
        double differences = 0;
        for (int arc = firstArc[i]; arc < firstArc[i + 1]; arc++) {
            int j = column[arc];
            double w = weight == null ? 1 : weight[arc];
            sum += w * (used[j] - x[j]);
            size += w * Math.abs(used[j]);
            double difference = x[i] - x[j] - (offset == null ? 0 : offset[arc]);
            differences += w * (difference * difference);
        }
        scratch.differences = differences;
        into[0] = beta * sum;
        double[] offsetPull = block.offsetPull();
        double pulls = Math.abs(anchors.weight(i) * anchors.point(i, 0))
                + (offsetPull == null ? 0 : Math.abs(beta * offsetPull[i]));
        // what its subgradient balances: the whole pull, which may be far larger than what μ makes of x
        double whole = (wholeCurvature(i) + gain[i]) * Math.abs(x[i]) + pulls;
        return rounding(firstArc[i + 1] - firstArc[i], whole + beta * size);
    }

    @Override
    void look(int from, int to, double[] used, double[] x, Scratch scratch) {
        if (general == null) {
            looks.look(from, to, x, scratch);
        } else {
            super.look(from, to, used, x, scratch);
        }
    }

    @Override
    int gather(int from, double[] used, double[] x, Scratch scratch) {
        return general == null ? looks.gather(from, x, scratch) : from;
    }

    @Override
    void lookGathered(int from, int to, double[] x, Scratch scratch) {
        looks.lookGathered(from, to, x, scratch);
    }
}
