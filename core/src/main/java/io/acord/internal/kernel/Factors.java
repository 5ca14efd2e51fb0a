package io.acord.internal.kernel;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCosts;
import io.acord.cost.PlannedCost;
import io.acord.cost.Quadratic;
import io.acord.linear.Symmetric;
import org.jspecify.annotations.Nullable;

/**
 * The matrices of local problems of several coordinates: of quadratic costs factored once a round, then only solved.
 */
abstract class Factors {

    /** So many rows are computed at a time, from a multiple of it on. */
    int together() {
        return 64;
    }

    /**
     * Replaces the linear terms of rows of one {@link #together} by the solutions.
     *
     * @param x d numbers a row, of all rows
     */
    abstract void solve(int from, int to, double[] x, Scratch scratch);

    /**
     * Takes the matrix of a row: its cost's curvature, if that is quadratic, and everything that pulls.
     *
     * @param cost null: it lies in columns
     * @param isotropic the multiple of the identity in it
     * @param doubled β or 2β: how much the matrices of the edges count
     * @return the largest sum of the sizes in a row of the matrix
     */
    abstract double take(int row, @Nullable HittingCost cost, double isotropic, double doubled);

    /** Factors the matrix of a row; false if it is not positive definite. */
    abstract boolean factor(int row);

    /**
     * The same for one row.
     *
     * @param x its d numbers
     */
    abstract void solve(int row, double[] x, Scratch scratch);

    /** Writes the curvature of what pulls at a row whose cost is not quadratic. */
    abstract void copyPull(int row, double[] into);

    /** Whole d x d matrices. */
    static final class Dense extends Factors {

        private final Block block;
        private final int d;
        private final double[] matrix; // d x d a row: a Cholesky factor for a quadratic cost, else the pull's curvature

        Dense(Block block) {
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

    /**
     * Matrices whose coordinates do not mix, as no cost and no edge mixes them: what {@link Dense} has on its diagonal,
     * with the bits that it computes there.
     */
    static final class Diagonal extends Factors {

        private final int d;
        private final HittingCosts costs; // columns
        private final double[] roots; // d a row: the diagonal, then its Cholesky factor

        Diagonal(Block block, HittingCosts costs) {
            this.d = block.dimension();
            this.costs = costs;
            this.roots = new double[Math.multiplyExact(block.rows(), d)];
        }

        /** Long loops over few arrays: the more rows, the less often they begin. */
        @Override
        int together() {
            return 512;
        }

        @Override
        double take(int row, @Nullable HittingCost cost, double isotropic, double doubled) {
            double most = 0;
            for (int c = 0; c < d; c++) {
                double m = isotropic + costs.curvature(row, c);
                roots[row * d + c] = m;
                most = Math.max(most, Math.abs(m));
            }
            return most;
        }

        @Override
        boolean factor(int row) {
            for (int at = row * d; at < (row + 1) * d; at++) {
                double pivot = roots[at];
                if (!(pivot > 0) || pivot == Double.POSITIVE_INFINITY) {
                    return false;
                }
                roots[at] = Math.sqrt(pivot);
            }
            return true;
        }

        @Override
        void solve(int from, int to, double[] x, Scratch scratch) {
            divide(from * d, to * d, roots, x);
        }

        private static void divide(int from, int to, double[] roots, double[] x) {
            for (int at = from; at < to; at++) {
                x[at] = x[at] / roots[at] / roots[at];
            }
        }

        @Override
        void solve(int row, double[] x, Scratch scratch) {
            for (int c = 0; c < d; c++) {
                double root = roots[row * d + c];
                x[c] = x[c] / root / root;
            }
        }

        @Override
        void copyPull(int row, double[] into) {
            throw new AssertionError("all costs are quadratic");
        }
    }
}
