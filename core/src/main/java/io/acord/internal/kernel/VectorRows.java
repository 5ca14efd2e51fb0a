package io.acord.internal.kernel;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCostCheck;
import io.acord.cost.HittingCosts;
import io.acord.cost.PlannedCost;
import io.acord.cost.Quadratic;
import io.acord.input.Complaints;
import io.acord.linear.Symmetric;
import io.acord.recipe.OwnMomentum;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * d > 1. A quadratic cost factors its d x d matrix H + λb I + 2β Σ W_e once a round and then only solves; plans over
 * several rounds have {@link PlanFactors}; any other cost gets the same pull through its argmin. JACOBI has β Σ W_e in
 * the matrix and no pull towards its own last point.
 */
final class VectorRows extends Rows {

    private final Block block;
    private final int d;
    private final double beta;
    private final boolean jacobi;
    private final double[] own; // d a row: the constant part of the linear term
    private final Factors factors;
    private final double[] total; // ‖m_i‖, of a general cost with μ for its own curvature
    private final CancelledSizes cancelled;
    private final @Nullable HittingCost @Nullable [] general; // null entries: quadratic; null: all are
    private final double @Nullable [] tau;
    private final @Nullable MatrixSums matrices; // null: all edges are w I
    private final VectorSums sums; // if all edges are I

    VectorRows(Block block, HittingCosts costs, double beta, Anchors anchors, boolean jacobi, double @Nullable [] tau) {
        this.block = block;
        this.d = block.dimension();
        this.beta = beta;
        this.jacobi = jacobi;
        this.tau = tau;
        int[] gramAt = block.gramAt();
        this.matrices = gramAt == null ? null : new MatrixSums(block, gramAt);
        this.sums = new VectorSums(block);
        int rows = block.rows();
        this.own = new double[Math.multiplyExact(rows, d)];
        boolean areSeparate = gramAt == null && costs.areColumns();
        int stages = gramAt == null && !areSeparate ? PlannedCost.commonStages(costs) : 0;
        this.factors = areSeparate
                ? new Factors.Diagonal(block, costs)
                : stages == 0 ? new Factors.Dense(block) : new PlanFactors(block, stages);
        this.total = new double[rows];
        this.cancelled = new CancelledSizes(rows);
        this.general = tau == null ? null : new HittingCost[rows];
        for (int i = 0; i < rows; i++) {
            fold(i, costs, areSeparate ? null : costs.cost(i), anchors);
        }
    }

    /** @param cost null: it lies in columns */
    private void fold(int i, HittingCosts costs, @Nullable HittingCost cost, Anchors anchors) {
        double regularization = anchors.weight(i);
        double[] offsetPull = block.offsetPull();
        double size = 0;
        for (int c = 0; c < d; c++) {
            double held = regularization * anchors.point(i, c);
            double offset = offsetPull == null ? 0 : beta * offsetPull[i * d + c];
            own[i * d + c] = held + offset;
            size += Math.abs(held) + Math.abs(offset);
        }
        double doubled = jacobi ? beta : 2 * beta;
        double curvature = factors.take(i, cost, regularization + doubled * block.weightSum()[i], doubled);
        if (cost == null) {
            for (int c = 0; c < d; c++) {
                double pull = costs.curvature(i, c) * costs.target(i, c);
                own[i * d + c] += pull;
                size += Math.abs(pull);
            }
        } else if (cost instanceof Quadratic f) {
            f.addLinearTo(own, i * d);
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < d; c++) {
                    size += Math.abs(f.curvature(r, c) * f.target(c));
                }
            }
        } else if (cost instanceof PlannedCost plan && plan.isQuadratic()) {
            plan.addLinearTo(own, i * d);
            size += plan.linearSize();
        } else if (general != null) {
            general[i] = cost;
            curvature += costs.mu(i);
        }
        total[i] = curvature;
        for (int c = i * d; c < (i + 1) * d; c++) {
            checkFinite(curvature, own[c], block.agent(i));
        }
        if ((general == null || general[i] == null) && !factors.factor(i)) {
            throw Complaints.refuse(
                    "agents[" + block.agent(i) + "]",
                    "has a local problem too ill-conditioned for doubles: mu " + costs.mu(i) + ", couplings up to "
                            + total[i],
                    "a ratio below about 1e15",
                    "lower beta, or raise mu");
        }
        cancelled.note(i, size, ownSize(i));
    }

    /** ‖own_i‖₁. */
    private double ownSize(int i) {
        double size = 0;
        for (int c = i * d; c < (i + 1) * d; c++) {
            size += Math.abs(own[c]);
        }
        return size;
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
        int together = factors.together();
        int end;
        for (int start = from; start < to; start = end) {
            end = Math.min(to, (start / together + 1) * together);
            if (general == null) {
                pulled(start, end, shown, next, scratch);
                factors.solve(start, end, next, scratch);
            } else {
                for (int i = start; i < end; i++) {
                    solve(i, general[i], shown, next, x == null ? shown : x, k, scratch);
                }
            }
            if (x != null) {
                show(start, end, shown, next, x, momentum, paces, k, wanted);
            }
        }
    }

    /**
     * Writes x^k of a row into next.
     *
     * @param f null: it is quadratic
     */
    private void solve(
            int i, @Nullable HittingCost f, double[] shown, double[] next, double[] current, int k, Scratch scratch) {
        double[] xi = scratch.point;
        if (f == null) {
            pulled(i, shown, xi);
            factors.solve(i, xi, scratch);
        } else {
            System.arraycopy(current, i * d, xi, 0, d);
            if (k == 0 || block.degree(i) > 0) {
                pulled(i, shown, scratch.pull().linear());
                factors.copyPull(i, scratch.pull().curvature());
                double left = f.argmin(scratch.pull(), xi);
                if (tau != null) {
                    tau[i] = left;
                }
            }
        }
        System.arraycopy(xi, 0, next, i * d, d);
    }

    /** Moves x^k of rows from next to x, and writes what they show to next. */
    private void show(
            int from,
            int to,
            double[] shown,
            double[] next,
            double[] x,
            double momentum,
            @Nullable OwnMomentum paces,
            int k,
            Wanted wanted) {
        if (wanted == Wanted.ACTION) {
            System.arraycopy(next, from * d, x, from * d, (to - from) * d);
        } else if (paces == null) {
            for (int at = from * d; at < to * d; at++) {
                double now = next[at];
                next[at] = now + momentum * (now - x[at]);
                x[at] = now;
            }
        } else {
            boolean isAsked = wanted == Wanted.BOTH || general != null;
            paces.show(from, to, k, x, shown, next, isAsked);
        }
    }

    /** The linear terms of the local problems of some rows, where they are in {@code into}. */
    private void pulled(int from, int to, double[] y, double[] into, Scratch scratch) {
        if (matrices != null || block.weight() != null) {
            for (int i = from; i < to; i++) {
                pulled(i, y, scratch.point);
                System.arraycopy(scratch.point, 0, into, i * d, d);
            }
            return;
        }
        sums.write(from, to, y, into);
        int end;
        for (int start = from; start < to; start = end) {
            double w = block.weightSum()[start];
            end = start + 1;
            while (end < to && block.weightSum()[end] == w) {
                end++;
            }
            if (jacobi) {
                scale(start * d, end * d, own, beta, into);
            } else {
                scale(start * d, end * d, own, beta, w, y, into);
            }
        }
    }

    private static void scale(int from, int to, double[] own, double beta, double[] into) {
        for (int at = from; at < to; at++) {
            into[at] = own[at] + beta * into[at];
        }
    }

    private static void scale(int from, int to, double[] own, double beta, double w, double[] y, double[] into) {
        for (int at = from; at < to; at++) {
            into[at] = own[at] + beta * (into[at] + w * y[at]);
        }
    }

    /** own_i + β (Σ W_e y_i + Σ_j W_e y_j), the linear term of the local problem. */
    private void pulled(int i, double[] y, double[] into) {
        if (matrices != null) {
            matrices.write(i, y, into);
        } else if (block.weight() == null) {
            sums.write(i, y, into, 0);
        } else {
            Arrays.fill(into, 0);
            for (int arc = block.firstArc()[i]; arc < block.firstArc()[i + 1]; arc++) {
                addNeighbor(arc, y, block.column()[arc] * d, into);
            }
        }
        if (!jacobi) {
            addSelf(i, y, i * d, into);
        }
        for (int c = 0; c < d; c++) {
            into[c] = own[i * d + c] + beta * into[c];
        }
    }

    private void addNeighbor(int arc, double[] y, int at, double[] into) {
        if (matrices != null) {
            matrices.add(arc, y, at, into);
            return;
        }
        double[] weight = block.weight();
        double w = weight == null ? 1 : weight[arc];
        for (int c = 0; c < d; c++) {
            into[c] += w * y[at + c];
        }
    }

    private void addSelf(int i, double[] y, int at, double[] into) {
        double w = block.weightSum()[i];
        for (int c = 0; c < d; c++) {
            into[c] += w * y[at + c];
        }
        double[] gramSum = block.gramSum();
        if (gramSum != null) {
            Symmetric.addProduct(1, gramSum, i * d * d, d, y, at, into, 0);
        }
    }

    @Override
    HittingCostCheck.@Nullable Violation doubt(int i, double[] used, double[] x, Scratch scratch) {
        HittingCost f = general == null ? null : general[i];
        if (f == null || tau == null) {
            return null;
        }
        pulled(i, used, scratch.pull().linear());
        factors.copyPull(i, scratch.pull().curvature());
        System.arraycopy(x, i * d, scratch.point, 0, d);
        return HittingCostCheck.ofAnswer(f, scratch.pull(), scratch.point, tau[i])
                .orElse(null);
    }

    /** r_i = β (Σ W_e δ_i + Σ_j W_e δ_j), δ = y^{k−1} − x^k, without δ_i for JACOBI; the offsets cancel. */
    @Override
    double residual(int i, double[] used, double[] x, Scratch scratch, double[] into) {
        double[] delta = scratch.point;
        double size = 0;
        double differences = 0;
        Arrays.fill(into, 0);
        for (int arc = block.firstArc()[i]; arc < block.firstArc()[i + 1]; arc++) {
            size = Math.max(size, difference(used, x, block.column()[arc] * d, delta));
            addNeighbor(arc, delta, 0, into);
            differences += squaredDifference(i, arc, x, delta);
        }
        scratch.differences = differences;
        double mine = difference(used, x, i * d, delta);
        if (!jacobi) {
            addSelf(i, delta, 0, into);
        }
        for (int c = 0; c < d; c++) {
            into[c] *= beta;
        }
        return rounding(d * (block.degree(i) + d), total[i] * (size + mine) + ownSize(i) + cancelled.of(i));
    }

    /** ‖A_e(x_i − x_j − o_e)‖² of one arc, with the bits that the coupling has. */
    private double squaredDifference(int i, int arc, double[] x, double[] difference) {
        double[] offset = block.offset();
        int j = block.column()[arc];
        for (int c = 0; c < d; c++) {
            difference[c] = x[i * d + c] - x[j * d + c] - (offset == null ? 0 : offset[arc * d + c]);
        }
        double total = 0;
        int[] gramAt = block.gramAt();
        if (gramAt == null || gramAt[arc] < 0) {
            for (int c = 0; c < d; c++) {
                total += difference[c] * difference[c];
            }
            double[] weight = block.weight();
            return weight == null ? total : weight[arc] * total;
        }
        for (int r = 0; r < d; r++) {
            double sum = 0;
            for (int c = 0; c < d; c++) {
                sum += block.gram(arc, r, c) * difference[c];
            }
            total += sum * difference[r];
        }
        return Math.max(0, total);
    }

    /** Writes y^{k−1} − x^k of a column; returns the size of the numbers. */
    private double difference(double[] used, double[] x, int at, double[] delta) {
        double size = 0;
        for (int c = 0; c < d; c++) {
            delta[c] = used[at + c] - x[at + c];
            size = Math.max(size, Math.max(Math.abs(used[at + c]), Math.abs(x[at + c])));
        }
        return size;
    }

    @Override
    double wholeCurvature(int i) {
        return total[i];
    }

    /**
     * The size of numbers that nearly cancelled when the constants of a row were folded together, per row: what
     * rounding took of them cannot be seen in their sum any more. Takes memory only where that happened.
     */
    private static final class CancelledSizes {

        /**
         * A sum that is smaller than its terms by less has lost nothing that the constant of the bound does not cover.
         */
        static final double SLACK = 1.25;

        private final int rows;
        private double @Nullable [] sizes;

        CancelledSizes(int rows) {
            this.rows = rows;
        }

        /**
         * Takes note of a row.
         *
         * @param size of the terms, added up without their signs
         * @param sum what they added up to, without its sign
         */
        void note(int row, double size, double sum) {
            if (!isLost(size, sum)) {
                return;
            }
            double[] known = sizes;
            if (known == null) {
                known = new double[rows];
                sizes = known;
            }
            known[row] = size;
        }

        /** Whether terms of this size that add up to this little have lost what cannot be seen any more. */
        static boolean isLost(double size, double sum) {
            return size > SLACK * sum;
        }

        double of(int row) {
            double[] known = sizes;
            return known == null ? 0 : known[row];
        }
    }
}
