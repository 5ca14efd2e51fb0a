package io.acord.linear;

/**
 * Arithmetic on symmetric d x d matrices, each stored row by row in a flat array from a given offset.
 *
 * <p>Loops run in one fixed order, so that the same numbers give the same bits wherever a matrix lies.
 */
public final class Symmetric {

    private Symmetric() {}

    /**
     * Replaces the lower triangle of a by L with a = L Lᵀ; the strict upper triangle is neither read nor written.
     *
     * @return false if a is not positive definite, in which case a is left half done
     */
    public static boolean factor(double[] a, int offset, int d) {
        for (int c = 0; c < d; c++) {
            int rowC = offset + c * d;
            double pivot = a[rowC + c];
            for (int k = 0; k < c; k++) {
                pivot -= a[rowC + k] * a[rowC + k];
            }
            if (!(pivot > 0) || pivot == Double.POSITIVE_INFINITY) {
                return false;
            }
            double root = Math.sqrt(pivot);
            a[rowC + c] = root;
            for (int r = c + 1; r < d; r++) {
                int rowR = offset + r * d;
                double sum = a[rowR + c];
                for (int k = 0; k < c; k++) {
                    sum -= a[rowR + k] * a[rowC + k];
                }
                a[rowR + c] = sum / root;
            }
        }
        return true;
    }

    /** Solves L Lᵀ x = b in place, with L as {@link #factor} left it. */
    public static void solve(double[] factor, int offset, int d, double[] b, int bOffset) {
        if (d == 2) {
            solveTwo(factor, offset, b, bOffset);
            return;
        }
        if (d == 3) {
            solveThree(factor, offset, b, bOffset);
            return;
        }
        if (d == 4) {
            solveFour(factor, offset, b, bOffset);
            return;
        }
        for (int r = 0; r < d; r++) {
            int row = offset + r * d;
            double sum = b[bOffset + r];
            for (int k = 0; k < r; k++) {
                sum -= factor[row + k] * b[bOffset + k];
            }
            b[bOffset + r] = sum / factor[row + r];
        }
        for (int r = d - 1; r >= 0; r--) {
            double sum = b[bOffset + r];
            for (int k = r + 1; k < d; k++) {
                sum -= factor[offset + k * d + r] * b[bOffset + k];
            }
            b[bOffset + r] = sum / factor[offset + r * d + r];
        }
    }

    // Small dimensions, written out: the same operations in the same order, hence the same bits.

    private static void solveTwo(double[] l, int at, double[] b, int to) {
        double l00 = l[at];
        double l10 = l[at + 2];
        double l11 = l[at + 3];
        double b0 = b[to] / l00;
        double b1 = (b[to + 1] - l10 * b0) / l11;
        b1 = b1 / l11;
        b[to + 1] = b1;
        b[to] = (b0 - l10 * b1) / l00;
    }

    private static void solveThree(double[] l, int at, double[] b, int to) {
        double l00 = l[at];
        double l10 = l[at + 3];
        double l11 = l[at + 4];
        double l20 = l[at + 6];
        double l21 = l[at + 7];
        double l22 = l[at + 8];
        double b0 = b[to] / l00;
        double b1 = (b[to + 1] - l10 * b0) / l11;
        double b2 = (b[to + 2] - l20 * b0 - l21 * b1) / l22;
        b2 = b2 / l22;
        b1 = (b1 - l21 * b2) / l11;
        b[to + 2] = b2;
        b[to + 1] = b1;
        b[to] = (b0 - l10 * b1 - l20 * b2) / l00;
    }

    private static void solveFour(double[] l, int at, double[] b, int to) {
        double l00 = l[at];
        double l10 = l[at + 4];
        double l11 = l[at + 5];
        double l20 = l[at + 8];
        double l21 = l[at + 9];
        double l22 = l[at + 10];
        double l30 = l[at + 12];
        double l31 = l[at + 13];
        double l32 = l[at + 14];
        double l33 = l[at + 15];
        double b0 = b[to] / l00;
        double b1 = (b[to + 1] - l10 * b0) / l11;
        double b2 = (b[to + 2] - l20 * b0 - l21 * b1) / l22;
        double b3 = (b[to + 3] - l30 * b0 - l31 * b1 - l32 * b2) / l33;
        b3 = b3 / l33;
        b2 = (b2 - l32 * b3) / l22;
        b1 = (b1 - l21 * b2 - l31 * b3) / l11;
        b[to + 3] = b3;
        b[to + 2] = b2;
        b[to + 1] = b1;
        b[to] = (b0 - l10 * b1 - l20 * b2 - l30 * b3) / l00;
    }

    /** y += weight · A x. */
    public static void addProduct(
            double weight, double[] a, int offset, int d, double[] x, int xOffset, double[] y, int yOffset) {
        if (d == 2) {
            double x0 = x[xOffset];
            double x1 = x[xOffset + 1];
            y[yOffset] += weight * (0.0 + a[offset] * x0 + a[offset + 1] * x1);
            y[yOffset + 1] += weight * (0.0 + a[offset + 2] * x0 + a[offset + 3] * x1);
            return;
        }
        if (d == 3) {
            double x0 = x[xOffset];
            double x1 = x[xOffset + 1];
            double x2 = x[xOffset + 2];
            y[yOffset] += weight * (0.0 + a[offset] * x0 + a[offset + 1] * x1 + a[offset + 2] * x2);
            y[yOffset + 1] += weight * (0.0 + a[offset + 3] * x0 + a[offset + 4] * x1 + a[offset + 5] * x2);
            y[yOffset + 2] += weight * (0.0 + a[offset + 6] * x0 + a[offset + 7] * x1 + a[offset + 8] * x2);
            return;
        }
        for (int r = 0; r < d; r++) {
            int row = offset + r * d;
            double sum = 0;
            for (int c = 0; c < d; c++) {
                sum += a[row + c] * x[xOffset + c];
            }
            y[yOffset + r] += weight * sum;
        }
    }

    /** xᵀ A x. */
    public static double form(double[] a, int offset, int d, double[] x, int xOffset) {
        double total = 0;
        for (int r = 0; r < d; r++) {
            int row = offset + r * d;
            double sum = 0;
            for (int c = 0; c < d; c++) {
                sum += a[row + c] * x[xOffset + c];
            }
            total += x[xOffset + r] * sum;
        }
        return total;
    }

    /** Whether everything off the diagonal is zero. */
    public static boolean isDiagonal(double[] a, int offset, int d) {
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                if (r != c && a[offset + r * d + c] != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * The eigenvalues of a, ascending; a is not changed. Cyclic Jacobi rotations: slow for large d, but accurate to the
     * last digits also for small eigenvalues of well-scaled matrices. Allocates its result and one copy of a.
     */
    public static double[] eigenvalues(double[] a, int offset, int d) {
        double[] m = new double[d * d];
        for (int r = 0; r < d; r++) {
            for (int c = 0; c <= r; c++) {
                double entry = a[offset + r * d + c];
                m[r * d + c] = entry;
                m[c * d + r] = entry;
            }
        }
        for (int sweep = 0; sweep < 60 && rotateAll(m, d); sweep++) {
            // each sweep roughly squares the size of what is left off the diagonal
        }
        double[] eigenvalues = new double[d];
        for (int r = 0; r < d; r++) {
            eigenvalues[r] = m[r * d + r];
        }
        java.util.Arrays.sort(eigenvalues);
        return eigenvalues;
    }

    /** One sweep over all pairs; false when nothing was left to rotate. */
    private static boolean rotateAll(double[] m, int d) {
        boolean rotated = false;
        for (int p = 0; p < d; p++) {
            for (int q = p + 1; q < d; q++) {
                double off = m[p * d + q];
                double scale = Math.sqrt(Math.abs(m[p * d + p])) * Math.sqrt(Math.abs(m[q * d + q]));
                if (off == 0 || Math.abs(off) <= 1e-17 * scale) {
                    continue;
                }
                rotated = true;
                double theta = (m[q * d + q] - m[p * d + p]) / (2 * off);
                double size = Math.abs(theta);
                // tan of the rotation, the smaller root of t² + 2θt − 1; where θ² would overflow it is 1/2θ
                double t = size > 1e150 ? 0.5 / size : 1 / (size + Math.sqrt(1 + theta * theta));
                t = theta < 0 ? -t : t;
                double c = 1 / Math.sqrt(1 + t * t);
                double s = t * c;
                for (int k = 0; k < d; k++) {
                    double kp = m[k * d + p];
                    double kq = m[k * d + q];
                    m[k * d + p] = c * kp - s * kq;
                    m[k * d + q] = s * kp + c * kq;
                }
                for (int k = 0; k < d; k++) {
                    double pk = m[p * d + k];
                    double qk = m[q * d + k];
                    m[p * d + k] = c * pk - s * qk;
                    m[q * d + k] = s * pk + c * qk;
                }
                m[p * d + q] = 0;
                m[q * d + p] = 0;
            }
        }
        return rotated;
    }
}
