package io.acord.internal.kernel;

import io.acord.cost.HittingCost;
import io.acord.cost.PlannedCost;
import io.acord.cost.Quadratic;
import io.acord.linear.Symmetric;
import java.util.Arrays;

/**
 * Plans over several rounds, whose matrices are tridiagonal in time: a d x d block a round, −b I between one round and
 * the next. Memory and time follow the number of rounds; no whole matrix is ever made.
 */
final class PlanFactors extends Factors {

    private final int stages;
    private final int d; // of one action
    private final double[] pivots; // d x d a stage: a Cholesky factor, at d = 1 its inverse, side by side
    private final double[] ties; // a stage: b from the stage before; at d = 1 divided by that one's pivot
    private final double[] isotropic; // a row

    PlanFactors(Block block, int stages) {
        this.stages = stages;
        this.d = block.dimension() / stages;
        int rows = (block.rows() + TOGETHER - 1) / TOGETHER * TOGETHER;
        this.pivots = new double[Math.multiplyExact(Math.multiplyExact(rows, stages), d * d)];
        this.ties = new double[rows * stages];
        this.isotropic = new double[block.rows()];
    }

    /** Where a stage of a row is: at d = 1 beside those of other rows, so that many are solved at a time. */
    private int stage(int row, int s) {
        return d == 1 ? (row / TOGETHER * stages + s) * TOGETHER + row % TOGETHER : row * stages + s;
    }

    @Override
    boolean areLanes() {
        return d == 1;
    }

    @Override
    double take(int row, HittingCost cost, double multiple, double doubled) {
        PlannedCost plan = (PlannedCost) cost;
        isotropic[row] = multiple;
        if (!plan.isQuadratic()) {
            return multiple;
        }
        double most = 0;
        for (int s = 0; s < stages; s++) {
            int stage = stage(row, s);
            int at = stage * d * d;
            ties[stage] = plan.moving(s);
            ((Quadratic) plan.stage(s)).addCurvatureTo(pivots, at);
            for (int r = 0; r < d; r++) {
                pivots[at + r * d + r] += multiple + plan.moving(s) + plan.movingOn(s);
                double sum = (s == 0 ? 0 : plan.moving(s)) + plan.movingOn(s);
                for (int c = 0; c < d; c++) {
                    sum += Math.abs(pivots[at + r * d + c]);
                }
                most = Math.max(most, sum);
            }
        }
        return most;
    }

    @Override
    boolean factor(int row) {
        return d == 1 ? factorScalars(row) : factorBlocks(row * stages);
    }

    private boolean factorScalars(int row) {
        double inverse = 0;
        for (int s = 0; s < stages; s++) {
            int at = stage(row, s);
            double tie = ties[at] * inverse; // the first stage is tied to nothing
            double pivot = pivots[at] - ties[at] * tie;
            if (!(pivot > 0) || pivot == Double.POSITIVE_INFINITY) {
                return false;
            }
            inverse = 1 / pivot;
            pivots[at] = inverse;
            ties[at] = tie;
        }
        return true;
    }

    /** P_s = A_s − b_s² P_{s−1}⁻¹, and its Cholesky factor. */
    private boolean factorBlocks(int first) {
        double[] column = new double[d];
        for (int stage = first; stage < first + stages; stage++) {
            double squared = ties[stage] * ties[stage];
            for (int c = 0; stage > first && c < d; c++) {
                Arrays.fill(column, 0);
                column[c] = 1;
                Symmetric.solve(pivots, (stage - 1) * d * d, d, column, 0);
                for (int r = c; r < d; r++) {
                    pivots[stage * d * d + r * d + c] -= squared * column[r];
                }
            }
            if (!Symmetric.factor(pivots, stage * d * d, d)) {
                return false;
            }
        }
        return true;
    }

    @Override
    void solve(int row, double[] x, Scratch scratch) {
        if (d == 1) {
            solveScalars(row, x);
            return;
        }
        int first = row * stages;
        double[] next = scratch.sum;
        for (int s = 0; s < stages; s++) {
            for (int c = 0; s > 0 && c < d; c++) {
                x[s * d + c] += ties[first + s] * x[(s - 1) * d + c];
            }
            Symmetric.solve(pivots, (first + s) * d * d, d, x, s * d);
        }
        for (int s = stages - 2; s >= 0; s--) {
            System.arraycopy(x, (s + 1) * d, next, 0, d);
            Symmetric.solve(pivots, (first + s) * d * d, d, next, 0);
            for (int c = 0; c < d; c++) {
                x[s * d + c] += ties[first + s + 1] * next[c];
            }
        }
    }

    /** For a row among others that are not quadratic; the same bits as side by side. */
    private void solveScalars(int row, double[] x) {
        for (int s = 1; s < stages; s++) {
            x[s] += ties[stage(row, s)] * x[s - 1];
        }
        x[stages - 1] *= pivots[stage(row, stages - 1)];
        for (int s = stages - 2; s >= 0; s--) {
            x[s] = x[s] * pivots[stage(row, s)] + ties[stage(row, s + 1)] * x[s + 1];
        }
    }

    @Override
    void solve(int from, int to, double[] lanes) {
        int first = stage(from - from % TOGETHER, 0);
        int low = from % TOGETHER;
        int high = low + to - from;
        for (int s = 1; s < stages; s++) {
            forward(lanes, s * TOGETHER, first + s * TOGETHER, low, high);
        }
        int last = (stages - 1) * TOGETHER;
        for (int lane = low; lane < high; lane++) {
            lanes[last + lane] *= pivots[first + last + lane];
        }
        for (int s = stages - 2; s >= 0; s--) {
            backward(lanes, s * TOGETHER, first + s * TOGETHER, low, high);
        }
    }

    private void forward(double[] x, int at, int stage, int low, int high) {
        for (int lane = low; lane < high; lane++) {
            x[at + lane] += ties[stage + lane] * x[at - TOGETHER + lane];
        }
    }

    private void backward(double[] x, int at, int stage, int low, int high) {
        for (int lane = low; lane < high; lane++) {
            x[at + lane] =
                    x[at + lane] * pivots[stage + lane] + ties[stage + TOGETHER + lane] * x[at + TOGETHER + lane];
        }
    }

    @Override
    void copyPull(int row, double[] into) {
        int n = stages * d;
        Arrays.fill(into, 0);
        for (int k = 0; k < n; k++) {
            into[k * n + k] = isotropic[row];
        }
    }
}
