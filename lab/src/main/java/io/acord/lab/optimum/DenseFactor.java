package io.acord.lab.optimum;

/**
 * Cholesky's factor of a symmetric positive definite matrix without zeros worth skipping, by the rows of its upper
 * triangle. Reused scratch; one thread.
 *
 * <p>Four finished rows at a time are subtracted from all rows below, entry by entry: the compiler makes vector
 * instructions of that, which it does not of sums, and a row is fetched once for four. Rows are arrays of their own,
 * all read and written at the same index: in one long array the compiler would have to fear that they overlap.
 */
final class DenseFactor {

    private static final int BLOCK = 4;

    private int n;
    private double[][] u = {}; // u[r][c], r ≤ c
    private double[] inverse = {}; // of the diagonal

    /** Begins a matrix; all of its upper triangle is then {@link #set}. */
    void begin(int rows) {
        n = rows;
        if (u.length < rows) {
            u = new double[rows][rows];
            inverse = new double[rows];
        }
    }

    /**
     * Sets the entries (0, column) … (column, column): those above {@code from} to zero, the others as given from
     * {@code at} on.
     */
    void set(int column, int from, double[] entries, int at) {
        for (int r = 0; r < from; r++) {
            u[r][column] = 0;
        }
        for (int r = from; r <= column; r++) {
            u[r][column] = entries[at + r];
        }
    }

    /**
     * Replaces the matrix by U with matrix = Uᵀ U.
     *
     * @return false if it is not positive definite by more than rounding
     */
    boolean factor() {
        for (int k = 0; k < n; k += BLOCK) {
            int end = Math.min(n, k + BLOCK);
            for (int r = k; r < end; r++) {
                for (int done = k; done < r; done++) {
                    subtract(u[r], r, n, u[done]);
                }
                if (!finish(r)) {
                    return false;
                }
            }
            for (int r = end; r < n; r++) {
                subtractFour(u[r], r, n, u[k], u[k + 1], u[k + 2], u[k + 3]);
            }
        }
        return true;
    }

    /** Finishes a row from which all rows above have been subtracted. */
    private boolean finish(int k) {
        double[] row = u[k];
        double pivot = row[k];
        if (!(pivot > 0) || pivot == Double.POSITIVE_INFINITY) {
            return false;
        }
        double over = 1 / Math.sqrt(pivot);
        inverse[k] = over;
        for (int c = k; c < n; c++) {
            row[c] *= over;
        }
        return true;
    }

    /** row(c) −= p(r) · p(c), for c = r .. end − 1. */
    private static void subtract(double[] row, int r, int end, double[] p) {
        double a = p[r];
        for (int c = r; c < end; c++) {
            row[c] -= a * p[c];
        }
    }

    private static void subtractFour(double[] row, int r, int end, double[] p, double[] q, double[] s, double[] t) {
        double a = p[r];
        double b = q[r];
        double d = s[r];
        double e = t[r];
        for (int c = r; c < end; c++) {
            row[c] -= (a * p[c] + b * q[c]) + (d * s[c] + e * t[c]);
        }
    }

    /** Solves Uᵀ U x = b in place, for the unknowns from {@code down} on; those before are left half done. */
    void solve(double[] b, int down) {
        for (int k = 0; k < n; k++) {
            double y = b[k] * inverse[k];
            b[k] = y;
            double[] row = u[k];
            for (int c = k + 1; c < n; c++) {
                b[c] -= row[c] * y;
            }
        }
        for (int k = n - 1; k >= down; k--) {
            double[] row = u[k];
            double sum = b[k];
            for (int c = k + 1; c < n; c++) {
                sum -= row[c] * b[c];
            }
            b[k] = sum * inverse[k];
        }
    }
}
