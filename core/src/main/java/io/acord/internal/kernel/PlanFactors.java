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
    private final double[] pivots; // d x d a stage: a Cholesky factor, at d = 1 its inverse
    private final double[] ties; // a stage: b from the stage before; at d = 1 divided by that one's pivot
    private final double[] isotropic; // a row

    PlanFactors(Block block, int stages) {
        this.stages = stages;
        this.d = block.dimension() / stages;
        this.pivots = new double[Math.multiplyExact(block.rows() * stages, d * d)];
        this.ties = new double[block.rows() * stages];
        this.isotropic = new double[block.rows()];
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
            int stage = row * stages + s;
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
        return d == 1 ? factorScalars(row * stages) : factorBlocks(row * stages);
    }

    private boolean factorScalars(int first) {
        double inverse = 0;
        for (int at = first; at < first + stages; at++) {
            double b = ties[at];
            double tie = at == first ? 0 : b * inverse;
            double pivot = pivots[at] - b * tie;
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
        int first = row * stages;
        if (d == 1) {
            solveScalars(first, x);
            return;
        }
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

    private void solveScalars(int first, double[] x) {
        double before = x[0];
        for (int s = 1; s < stages; s++) {
            before = x[s] + ties[first + s] * before;
            x[s] = before;
        }
        double after = before * pivots[first + stages - 1];
        x[stages - 1] = after;
        for (int s = stages - 2; s >= 0; s--) {
            after = x[s] * pivots[first + s] + ties[first + s + 1] * after;
            x[s] = after;
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
