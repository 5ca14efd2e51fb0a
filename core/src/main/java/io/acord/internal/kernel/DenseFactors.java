package io.acord.internal.kernel;

import io.acord.cost.HittingCost;
import io.acord.cost.PlannedCost;
import io.acord.cost.Quadratic;
import io.acord.linear.Symmetric;
import org.jspecify.annotations.Nullable;

/** Whole d x d matrices. */
final class DenseFactors extends Factors {

    private final Block block;
    private final int d;
    private final double[] matrix; // d x d a row: a Cholesky factor for a quadratic cost, else the pull's curvature

    DenseFactors(Block block) {
        this.block = block;
        this.d = block.dimension();
        this.matrix = new double[Math.multiplyExact(block.rows(), d * d)];
    }

    @Override
    double take(int row, @Nullable HittingCost cost, double isotropic, double doubled) {
        double[] gramSum = block.gramSum();
        int at = row * d * d;
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                double other = gramSum == null ? 0 : doubled * gramSum[at + r * d + c];
                matrix[at + r * d + c] = (r == c ? isotropic : 0) + other;
            }
        }
        if (cost instanceof Quadratic f) {
            f.addCurvatureTo(matrix, at);
        } else if (cost instanceof PlannedCost plan && plan.isQuadratic()) {
            plan.addCurvatureTo(matrix, at);
        }
        double most = 0;
        for (int r = 0; r < d; r++) {
            double sum = 0;
            for (int c = 0; c < d; c++) {
                sum += Math.abs(matrix[at + r * d + c]);
            }
            most = Math.max(most, sum);
        }
        return most;
    }

    @Override
    boolean factor(int row) {
        return Symmetric.factor(matrix, row * d * d, d);
    }

    @Override
    void solve(int from, int to, double[] x, Scratch scratch) {
        for (int row = from; row < to; row++) {
            Symmetric.solve(matrix, row * d * d, d, x, row * d);
        }
    }

    @Override
    void solve(int row, double[] x, Scratch scratch) {
        Symmetric.solve(matrix, row * d * d, d, x, 0);
    }

    @Override
    void copyPull(int row, double[] into) {
        System.arraycopy(matrix, row * d * d, into, 0, d * d);
    }
}
