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
        Scratch.Folded room = scratch.folded();
        double pulls = jacobi ? beta : 2 * beta;
        boolean areFinite = true;
        int next;
        for (int start = from; start < to; start = next) {
            next = Math.min(to, Scratch.windowEnd(start));
            int n = next - start;
            costs.copyColumns(start, next, room.curvatures, room.targets);
            System.arraycopy(regularization, start, room.regularization, 0, n);
            System.arraycopy(previous, start, room.previous, 0, n);
            System.arraycopy(block.weightSum(), start, room.weightSum, 0, n);
            weigh(n, beta, pulls, room.curvatures, room.regularization, room.weightSum, room.total, room.gain);
            pull(n, room.curvatures, room.targets, room.regularization, room.previous, room.own, room.sizes);
            divide(n, room.own, room.total);
            measure(n, room.sizes, room.total, room.previous, room.extents);
            if (!keepLost(n, room.curvatures, room.extents, room.own, room.total, room.sizes)) {
                isTame = false;
                areFinite &= openEach(start, next);
                continue;
            }
            System.arraycopy(room.own, 0, own, start, n);
            System.arraycopy(room.gain, 0, gain, start, n);
            System.arraycopy(room.total, 0, total, start, n);
            System.arraycopy(room.sizes, 0, cancelled, start, n);
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

    private static void pull(
            int n, double[] q, double[] v, double[] regularization, double[] previous, double[] pulls, double[] sizes) {
        for (int i = 0; i < n; i++) {
            double held = regularization[i] * previous[i];
            double pull = q[i] * v[i];
            pulls[i] = pull + (held + 0.0);
            sizes[i] = Math.abs(held) + Math.abs(pull);
        }
    }

    private static void divide(int n, double[] pulls, double[] total) {
        for (int i = 0; i < n; i++) {
            pulls[i] = pulls[i] / total[i];
        }
    }

    private static void measure(int n, double[] sizes, double[] total, double[] previous, double[] extents) {
        for (int i = 0; i < n; i++) {
            extents[i] = sizes[i] + TAME * total[i] + Math.abs(previous[i]) * (1 / TAME);
        }
    }

    /**
     * Keeps the sizes of terms that nearly cancelled; returns whether all numbers are tame. Whether they cancelled is
     * as good as a coin, which no processor foresees, so it is not asked but made a mask of.
     */
    private static boolean keepLost(int n, double[] q, double[] extents, double[] own, double[] total, double[] sizes) {
        boolean areTame = true;
        for (int i = 0; i < n; i++) {
            areTame &= extents[i] < TAME * TAME;
            areTame &= q[i] > 1 / TAME;
            double sum = Math.abs(total[i] * own[i]);
            long isLost = Double.doubleToRawLongBits(CancelledSizes.SLACK * sum - sizes[i]) >> 63;
            sizes[i] = Double.longBitsToDouble(Double.doubleToRawLongBits(sizes[i]) & isLost);
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
                boolean isAsked = wanted == Wanted.BOTH || general != null;
                paces.show(strip, end, k, x, shown, next, isAsked, scratch.paces());
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
        int n = to - from;
        double[] sum = found.residuals;
        double[] size = found.roundings;
        double[] differences = found.differences;
        double[] own = found.books.x;
        double[] near = found.near;
        double[] nearShown = found.nearShown;
        double same = self[from]; // the degree of a band, or 0
        System.arraycopy(x, from, own, 0, n);
        System.arraycopy(used, from, nearShown, 0, n);
        for (int i = 0; i < n; i++) {
            sum[i] = same * (nearShown[i] - own[i]);
            size[i] = same * Math.abs(nearShown[i]);
            differences[i] = 0;
        }
        int end = firstArc[from + 1];
        for (int arc = firstArc[from]; arc < end; arc++) { // neighbours are brought to where their rows are
            System.arraycopy(used, column[arc], nearShown, 0, n);
            System.arraycopy(x, column[arc], near, 0, n);
            addSteps(n, nearShown, near, sum);
            addSizes(n, nearShown, size);
            addSquares(n, own, near, differences);
        }
        System.arraycopy(total, from, near, 0, n);
        System.arraycopy(cancelled, from, nearShown, 0, n);
        finish(n, beta, end - firstArc[from], near, nearShown, own, sum, size);
    }

    /** Sums of steps become residuals, and sizes bounds on what rounding may have added to them. */
    private static void finish(
            int n,
            double beta,
            int degree,
            double[] total,
            double[] cancelled,
            double[] x,
            double[] sum,
            double[] size) {
        for (int i = 0; i < n; i++) {
            sum[i] = beta * sum[i];
            size[i] = rounding(degree, total[i] * Math.abs(x[i]) + beta * size[i] + cancelled[i]);
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
