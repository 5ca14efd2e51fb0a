package io.acord.internal.kernel;

import io.acord.cost.HittingCost;
import io.acord.cost.PlannedCost;
import io.acord.cost.Quadratic;
import io.acord.linear.Symmetric;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
        int rows = block.rows();
        this.pivots = new double[Math.multiplyExact(Math.multiplyExact(rows, stages), d * d)];
        this.ties = new double[rows * stages];
        this.isotropic = new double[rows];
    }

    @Override
    double take(int row, @Nullable HittingCost cost, double multiple, double doubled) {
        isotropic[row] = multiple;
        if (!(cost instanceof PlannedCost plan) || !plan.isQuadratic()) {
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
            solveOne(row * stages, stages, ties, pivots, x, 0);
        } else {
            solveBlocks(row, x, 0, scratch);
        }
    }

    private void solveBlocks(int row, double[] x, int at, Scratch scratch) {
        int first = row * stages;
        double[] next = scratch.sum;
        for (int s = 0; s < stages; s++) {
            for (int c = 0; s > 0 && c < d; c++) {
                x[at + s * d + c] += ties[first + s] * x[at + (s - 1) * d + c];
            }
            Symmetric.solve(pivots, (first + s) * d * d, d, x, at + s * d);
        }
        for (int s = stages - 2; s >= 0; s--) {
            System.arraycopy(x, at + (s + 1) * d, next, 0, d);
            Symmetric.solve(pivots, (first + s) * d * d, d, next, 0);
            for (int c = 0; c < d; c++) {
                x[at + s * d + c] += ties[first + s + 1] * next[c];
            }
        }
    }

    @Override
    void solve(int from, int to, double[] x, Scratch scratch) {
        if (d > 1) {
            for (int row = from; row < to; row++) {
                solveBlocks(row, x, row * stages * d, scratch);
            }
            return;
        }
        int row = from;
        for (; row + 4 <= to; row += 4) {
            solveFour(row * stages, stages, ties, pivots, x);
        }
        for (; row < to; row++) {
            solveOne(row * stages, stages, ties, pivots, x, row * stages);
        }
    }

    /** Forth and back through the stages of a plan, whose factors begin at {@code first}. */
    private static void solveOne(int first, int stages, double[] ties, double[] pivots, double[] x, int at) {
        for (int s = 1; s < stages; s++) {
            x[at + s] += ties[first + s] * x[at + s - 1];
        }
        x[at + stages - 1] *= pivots[first + stages - 1];
        for (int s = stages - 2; s >= 0; s--) {
            x[at + s] = x[at + s] * pivots[first + s] + ties[first + s + 1] * x[at + s + 1];
        }
    }

    /** The same for four plans, one after the other in memory: a stage waits for the one before it, and not in vain. */
    private static void solveFour(int a, int stages, double[] ties, double[] pivots, double[] x) {
        int b = a + stages;
        int c = b + stages;
        int e = c + stages;
        double xa = x[a];
        double xb = x[b];
        double xc = x[c];
        double xe = x[e];
        for (int s = 1; s < stages; s++) {
            xa = x[a + s] + ties[a + s] * xa;
            xb = x[b + s] + ties[b + s] * xb;
            xc = x[c + s] + ties[c + s] * xc;
            xe = x[e + s] + ties[e + s] * xe;
            x[a + s] = xa;
            x[b + s] = xb;
            x[c + s] = xc;
            x[e + s] = xe;
        }
        int last = stages - 1;
        xa *= pivots[a + last];
        xb *= pivots[b + last];
        xc *= pivots[c + last];
        xe *= pivots[e + last];
        x[a + last] = xa;
        x[b + last] = xb;
        x[c + last] = xc;
        x[e + last] = xe;
        for (int s = stages - 2; s >= 0; s--) {
            xa = x[a + s] * pivots[a + s] + ties[a + s + 1] * xa;
            xb = x[b + s] * pivots[b + s] + ties[b + s + 1] * xb;
            xc = x[c + s] * pivots[c + s] + ties[c + s + 1] * xc;
            xe = x[e + s] * pivots[e + s] + ties[e + s + 1] * xe;
            x[a + s] = xa;
            x[b + s] = xb;
            x[c + s] = xc;
            x[e + s] = xe;
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
