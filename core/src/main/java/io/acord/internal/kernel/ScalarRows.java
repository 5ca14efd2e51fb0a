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
    private final double[] regularization;
    private final double[] previous;
    private final boolean jacobi;
    private volatile boolean isTame = true; // all numbers are far from the range of doubles
    private final NeighborSums sums;
    private final Runs runs;
    private final int[] firstArc;
    private final int[] column;
    private final double @Nullable [] weight;
    private final double @Nullable [] offset;
    private final double beta;
    private final double[] self;
    private final double sameSelf; // self of all rows, NaN if they differ
    private final double[] own; // of a general cost: the constant part of the pull's linear term
    private final double[] gain; // of a general cost: the pull's curvature
    private final double[] total; // m_i, of a general cost with μ for its own curvature
    private final double[] cancelled; // the size of terms that nearly cancelled (CancelledSizes), or 0
    private final @Nullable HittingCost @Nullable [] general; // null entries: quadratic; null: all are
    private final double @Nullable [] tau;

    ScalarRows(
            Block block,
            HittingCosts costs,
            double beta,
            double[] regularization,
            double[] previous,
            boolean jacobi,
            double @Nullable [] tau,
            Buffers buffers) {
        this.block = block;
        this.costs = costs;
        this.regularization = regularization;
        this.previous = previous;
        this.jacobi = jacobi;
        this.sums = new NeighborSums(block);
        this.runs = block.runs();
        this.firstArc = block.firstArc();
        this.column = block.column();
        this.weight = block.weight();
        this.offset = block.offset();
        this.beta = beta;
        this.tau = tau;
        int rows = block.rows();
        this.self = jacobi ? new double[rows] : block.weightSum();
        this.sameSelf = jacobi ? 0 : block.sameWeightSum();
        this.own = buffers.take(rows);
        this.gain = buffers.take(rows);
        this.total = buffers.take(rows);
        this.cancelled = buffers.take(rows);
        this.general = tau == null ? null : new HittingCost[rows];
    }

    @Override
    boolean open(int from, int to, Scratch scratch) {
        if (general != null || block.offsetPull() != null) {
            isTame = false;
            return openEach(from, to);
        }
        Scratch.LookedAt room = scratch.look();
        double pulls = jacobi ? beta : 2 * beta;
        boolean areFinite = true;
        int next;
        for (int start = from; start < to; start = next) {
            next = Math.min(to, Runs.windowEnd(start));
            costs.copyColumns(start, next, room.residuals, room.differences);
            fold(
                    start,
                    next,
                    beta,
                    pulls,
                    room,
                    regularization,
                    previous,
                    block.weightSum(),
                    own,
                    gain,
                    total,
                    cancelled);
            if (!keepLost(start, next, room, own, total, cancelled)) {
                isTame = false;
                areFinite &= openEach(start, next);
            }
        }
        return areFinite;
    }

    /** Without a question in the loop, which the compiler then computes several rows of at a time. */
    private static void fold(
            int from,
            int to,
            double beta,
            double pulls,
            Scratch.LookedAt room,
            double[] regularization,
            double[] previous,
            double[] weightSum,
            double[] own,
            double[] gain,
            double[] total,
            double[] size) {
        double[] q = room.residuals;
        double[] v = room.differences;
        double[] extent = room.strange;
        for (int i = from; i < to; i++) {
            double held = regularization[i] * previous[i];
            double pull = q[i - from] * v[i - from];
            double m = q[i - from] + (regularization[i] + pulls * weightSum[i]);
            double terms = Math.abs(held) + Math.abs(pull);
            total[i] = m;
            own[i] = (pull + (held + 0.0)) / m;
            gain[i] = beta / m;
            size[i] = terms;
            extent[i - from] = terms + TAME * m + Math.abs(previous[i]) * (1 / TAME);
        }
    }

    /**
     * Keeps the sizes of terms that nearly cancelled; returns whether all numbers are tame. Whether they cancelled is
     * as good as a coin, which no processor foresees, so it is not asked but made a mask of.
     */
    private static boolean keepLost(
            int from, int to, Scratch.LookedAt room, double[] own, double[] total, double[] size) {
        double[] q = room.residuals;
        double[] extent = room.strange;
        boolean areTame = true;
        for (int i = from; i < to; i++) {
            areTame &= extent[i - from] < TAME * TAME & q[i - from] > 1 / TAME;
            double sum = Math.abs(total[i] * own[i]);
            long isLost = Double.doubleToRawLongBits(CancelledSizes.SLACK * sum - size[i]) >> 63;
            size[i] = Double.longBitsToDouble(Double.doubleToRawLongBits(size[i]) & isLost);
        }
        return areTame;
    }

    /** The same for costs of any kind, with offsets. */
    private boolean openEach(int from, int to) {
        double[] offsetPull = block.offsetPull();
        double[] weightSum = block.weightSum();
        double pulls = jacobi ? beta : 2 * beta;
        boolean areFinite = true;
        for (int i = from; i < to; i++) {
            double held = regularization[i] * previous[i];
            double offset = offsetPull == null ? 0 : beta * offsetPull[i];
            double linear = held + offset;
            double size = Math.abs(held) + Math.abs(offset);
            double curvature = regularization[i] + pulls * weightSum[i];
            if (costs.isColumn(i)) {
                double q = costs.curvature(i, 0);
                double pull = q * costs.target(i, 0);
                double m = q + curvature;
                total[i] = m;
                own[i] = (pull + linear) / m;
                gain[i] = beta / m;
                size += Math.abs(pull);
                cancelled[i] = CancelledSizes.isLost(size, Math.abs(m * own[i])) ? size : 0;
            } else if (general != null) {
                own[i] = linear;
                gain[i] = curvature;
                general[i] = costs.cost(i);
                total[i] = costs.mu(i) + curvature;
                cancelled[i] = CancelledSizes.isLost(size, Math.abs(linear)) ? size : 0;
            }
            areFinite &= Double.isFinite(total[i]) && Double.isFinite(own[i]);
        }
        return areFinite;
    }

    @Override
    boolean isTame() {
        return isTame;
    }

    @Override
    void checkOpen() {
        for (int i = 0; i < own.length; i++) {
            checkFinite(total[i], own[i], block.agent(i));
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
                paces.show(strip, end, k, x, shown, next, wanted == Wanted.BOTH || general != null);
            }
        }
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

    /** r_i = β (self_i δ_i + Σ_j w_ij δ_j), δ = y^{k−1} − x^k; the offsets cancel. */
    @Override
    double residual(int i, double[] used, double[] x, Scratch scratch, double[] into) {
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
        size = total[i] * Math.abs(x[i]) + beta * size + cancelled[i];
        if (general != null && general[i] != null) {
            // what its subgradient balances: the whole pull, which may be far larger than what μ makes of x
            size += gain[i] * Math.abs(x[i]) + Math.abs(own[i]);
        }
        return rounding(firstArc[i + 1] - firstArc[i], size);
    }

    @Override
    int alikeEnd(int row) {
        return runs.end(runs.runOf(row));
    }

    /** The same numbers in the same order, neighbour by neighbour where all rows have theirs at the same distances. */
    @Override
    void look(int from, int to, double[] used, double[] x, Scratch scratch) {
        if (weight != null || offset != null || general != null || !runs.isBand(runs.runOf(from))) {
            super.look(from, to, used, x, scratch);
            return;
        }
        Scratch.LookedAt found = scratch.look();
        double[] sum = found.residuals;
        double[] size = found.roundings;
        double[] differences = found.differences;
        double[] near = found.near;
        double[] nearShown = found.nearShown;
        int n = to - from;
        for (int i = from; i < to; i++) {
            sum[i - from] = self[i] * (used[i] - x[i]);
            size[i - from] = self[i] * Math.abs(used[i]);
            differences[i - from] = 0;
        }
        System.arraycopy(x, from, found.own, 0, n);
        int end = firstArc[from + 1];
        for (int arc = firstArc[from]; arc < end; arc++) {
            // Only arrays that are all read at one index are read several rows at a time, so neighbours are brought
            // to where their rows are first.
            System.arraycopy(used, column[arc], nearShown, 0, n);
            System.arraycopy(x, column[arc], near, 0, n);
            addSteps(n, nearShown, near, sum);
            addSizes(n, nearShown, size);
            addSquares(n, found.own, near, differences);
        }
        int degree = end - firstArc[from];
        for (int i = from; i < to; i++) {
            sum[i - from] = beta * sum[i - from];
            double whole = total[i] * Math.abs(x[i]) + beta * size[i - from] + cancelled[i];
            size[i - from] = rounding(degree, whole);
        }
    }

    @Override
    int gather(int from, double[] used, double[] x, Scratch scratch) {
        Tiles tiles = block.tiles();
        if (tiles.isNone() || weight != null || offset != null || general != null) {
            return from;
        }
        int strip = tiles.stripOf(from);
        scratch.strip().gather(tiles, strip, firstArc, self, used, x);
        return tiles.endRow(strip);
    }

    /** The numbers of {@link #residual} in the same order. */
    @Override
    void lookGathered(int from, int to, double[] x, Scratch scratch) {
        StripLook strip = scratch.strip();
        Scratch.LookedAt found = scratch.look();
        for (int i = from; i < to; i++) {
            double size = total[i] * Math.abs(x[i]) + beta * strip.size(i) + cancelled[i];
            found.residuals[i - from] = beta * strip.sum(i);
            found.roundings[i - from] = rounding(firstArc[i + 1] - firstArc[i], size);
            found.differences[i - from] = strip.differences(i);
        }
    }

    private static void addSteps(int n, double[] shown, double[] x, double[] sum) {
        for (int i = 0; i < n; i++) {
            sum[i] = sum[i] + (shown[i] - x[i]);
        }
    }

    private static void addSizes(int n, double[] shown, double[] size) {
        for (int i = 0; i < n; i++) {
            size[i] = size[i] + Math.abs(shown[i]);
        }
    }

    private static void addSquares(int n, double[] own, double[] x, double[] differences) {
        for (int i = 0; i < n; i++) {
            double difference = own[i] - x[i];
            differences[i] = differences[i] + difference * difference;
        }
    }

    @Override
    double wholeCurvature(int i) {
        return total[i];
    }
}
