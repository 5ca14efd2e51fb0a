package io.acord.linear;

/**
 * Symmetric d x d matrices of which the lower triangle is kept, row by row: d(d + 1)/2 numbers from a given offset.
 *
 * <p>Loops run in one fixed order, that of {@link Symmetric}, so that a matrix gives the same bits in either form.
 */
public final class Packed {

    private Packed() {}

    /** How many numbers a matrix has. */
    public static int size(int d) {
        return d * (d + 1) / 2;
    }

    /** Where an entry lies. */
    public static int index(int r, int c) {
        return r >= c ? r * (r + 1) / 2 + c : c * (c + 1) / 2 + r;
    }

    /** y += A x, x from a place on. */
    public static void addProduct(double[] a, int offset, int d, double[] x, int xOffset, double[] y) {
        for (int r = 0; r < d; r++) {
            int row = offset + r * (r + 1) / 2;
            double sum = 0;
            for (int c = 0; c <= r; c++) {
                sum += a[row + c] * x[xOffset + c];
            }
            int below = row + r; // (r + 1, r) is r + 1 further on, (r + 2, r) another r + 2
            for (int c = r + 1; c < d; c++) {
                below += c;
                sum += a[below] * x[xOffset + c];
            }
            y[r] += sum;
        }
    }
}
