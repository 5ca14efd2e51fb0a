package io.acord.lab.optimum;

import java.util.Arrays;

/**
 * A symmetric positive definite matrix by its lower triangle, row by row, each row from its first entry that may differ
 * from zero: Cholesky's factor has no others. Where that spares too little, the factor is {@link DenseFactor}. Reused
 * scratch; one thread.
 */
final class EnvelopeMatrix {

    /** Smaller matrices are not worth a copy. */
    private static final int SMALLEST_DENSE = 8;

    /** A dense factor with this many times the multiply-adds takes as long: they are done several at once. */
    private static final double DENSE_SPEED = 2;

    private final DenseFactor dense = new DenseFactor();
    private boolean isDense; // the factor
    private int n;
    private int[] first = new int[16]; // the first column of a row
    private int[] start = new int[16]; // entry (r, c) is at start[r] + c
    private double[] entries = new double[64];
    private double[] inverse = new double[16]; // of L's diagonal
    private int[] last = new int[16]; // the last of the rows that begin at a column; 0 if none does

    /** Begins a matrix of {@code rows} rows, which {@link #row} then describes one after the other. */
    void begin(int rows) {
        if (first.length < rows) {
            first = new int[rows];
            start = new int[rows];
            inverse = new double[rows];
            last = new int[rows];
        }
        Arrays.fill(last, 0, rows, 0);
        n = 0;
    }

    /** The next row begins at this column. */
    void row(int firstColumn) {
        int free = n == 0 ? 0 : start[n - 1] + n;
        first[n] = firstColumn;
        start[n] = free - firstColumn;
        last[firstColumn] = n;
        n++;
    }

    /** Sets all entries to zero, once all rows are known. */
    void clear() {
        int size = n == 0 ? 0 : start[n - 1] + n;
        if (entries.length < size) {
            entries = new double[Math.max(size, 2 * entries.length)];
        } else {
            Arrays.fill(entries, 0, size, 0);
        }
    }

    /** Adds to the entry at a row and a column, column ≤ row. */
    void add(int row, int column, double value) {
        entries[start[row] + column] += value;
    }

    /**
     * Replaces the matrix by L with matrix = L Lᵀ.
     *
     * @return false if it is not positive definite by more than rounding
     */
    boolean factor() {
        isDense = isDenseFaster();
        if (isDense) {
            dense.begin(n);
            for (int r = 0; r < n; r++) {
                dense.set(r, first[r], entries, start[r]);
            }
            return dense.factor();
        }
        double[] a = entries;
        int reach = 0; // no row after this one has begun
        for (int c = 0; c < n; c++) {
            int rowC = start[c];
            int fromC = first[c];
            double pivot = a[rowC + c] - dot(a, rowC + fromC, rowC + fromC, c - fromC);
            if (!(pivot > 0) || pivot == Double.POSITIVE_INFINITY) {
                return false;
            }
            double root = Math.sqrt(pivot);
            double over = 1 / root;
            a[rowC + c] = root;
            inverse[c] = over;
            reach = Math.max(reach, last[c]);
            for (int r = c + 1; r <= reach; r++) { // column by column: independent of each other
                int from = first[r];
                if (from <= c) {
                    int rowR = start[r];
                    int both = Math.max(from, fromC);
                    a[rowR + c] = (a[rowR + c] - dot(a, rowR + both, rowC + both, c - both)) * over;
                }
            }
        }
        return true;
    }

    private boolean isDenseFaster() {
        if (n < SMALLEST_DENSE) {
            return false;
        }
        double work = 0;
        for (int r = 0; r < n; r++) {
            double width = r - first[r] + 1.0;
            work += width * width / 2;
        }
        return DENSE_SPEED * work > (double) n * n * n / 6;
    }

    /** Four accumulators for long rows: a single one is bound by the latency of addition. */
    private static double dot(double[] a, int p, int q, int length) {
        double s0 = 0;
        int k = 0;
        if (length >= 8) {
            double s1 = 0;
            double s2 = 0;
            double s3 = 0;
            for (; k + 3 < length; k += 4) {
                s0 += a[p + k] * a[q + k];
                s1 += a[p + k + 1] * a[q + k + 1];
                s2 += a[p + k + 2] * a[q + k + 2];
                s3 += a[p + k + 3] * a[q + k + 3];
            }
            s0 = (s0 + s1) + (s2 + s3);
        }
        for (; k < length; k++) {
            s0 += a[p + k] * a[q + k];
        }
        return s0;
    }

    /** Solves L Lᵀ x = b in place, for the unknowns from {@code down} on; those before are left half done. */
    void solve(double[] b, int down) {
        if (isDense) {
            dense.solve(b, down);
            return;
        }
        double[] a = entries;
        for (int r = 0; r < n; r++) {
            int row = start[r];
            double sum = b[r];
            for (int c = first[r]; c < r; c++) {
                sum -= a[row + c] * b[c];
            }
            b[r] = sum * inverse[r];
        }
        for (int r = n - 1; r >= down; r--) {
            int row = start[r];
            double x = b[r] * inverse[r];
            b[r] = x;
            for (int c = first[r]; c < r; c++) {
                b[c] -= a[row + c] * x;
            }
        }
    }
}
