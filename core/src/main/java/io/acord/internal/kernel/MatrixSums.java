package io.acord.internal.kernel;

import io.acord.linear.Packed;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Σ_j W_e y_j of the rows of a block whose edges have matrices. What it is: ((0 + W_a y_a) + W_b y_b) + … in the order
 * of arcs, each product row by row, 0 + W_r0 y_0 + W_r1 y_1 + …; how it is computed depends on d alone. Immutable, for
 * several threads.
 */
final class MatrixSums {

    private final int d;
    private final int[] firstArc;
    private final int[] column;
    private final int[] at;
    private final double[] w;
    private final double @Nullable [] weight;
    private final boolean mixed; // some edges are w I

    MatrixSums(Block block, int[] gramAt) {
        this.d = block.dimension();
        this.firstArc = block.firstArc();
        this.column = block.column();
        this.at = gramAt;
        this.w = block.gram();
        this.weight = block.weight();
        this.mixed = Arrays.stream(gramAt).anyMatch(start -> start < 0);
    }

    /** Writes the sum of a row. */
    void write(int i, double[] y, double[] into) {
        int from = firstArc[i];
        int to = firstArc[i + 1];
        if (mixed) {
            any(from, to, y, into);
            return;
        }
        switch (d) {
            case 2 -> two(from, to, column, at, w, y, into);
            case 3 -> three(from, to, column, at, w, y, into);
            case 4 -> four(from, to, column, at, w, y, into);
            case 8 -> eight(from, to, column, at, w, y, into);
            default -> any(from, to, y, into);
        }
    }

    private void any(int from, int to, double[] y, double[] into) {
        Arrays.fill(into, 0);
        for (int arc = from; arc < to; arc++) {
            add(arc, y, column[arc] * d, into);
        }
    }

    /** Adds W_e y of one arc, y from a place on. */
    void add(int arc, double[] y, int from, double[] into) {
        if (at[arc] >= 0) {
            Packed.addProduct(w, at[arc], d, y, from, into);
            return;
        }
        double scale = weight == null ? 1 : weight[arc];
        for (int c = 0; c < d; c++) {
            into[c] += scale * y[from + c];
        }
    }

    // Written out: what is read is in registers, and the compiler sees d sums that do not wait for one another.

    private static void two(int from, int to, int[] column, int[] at, double[] w, double[] y, double[] into) {
        double s0 = 0;
        double s1 = 0;
        for (int arc = from; arc < to; arc++) {
            int j = column[arc] * 2;
            int k = at[arc];
            double y0 = y[j];
            double y1 = y[j + 1];
            s0 += 0.0 + w[k] * y0 + w[k + 1] * y1;
            s1 += 0.0 + w[k + 1] * y0 + w[k + 2] * y1;
        }
        into[0] = s0;
        into[1] = s1;
    }

    private static void three(int from, int to, int[] column, int[] at, double[] w, double[] y, double[] into) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        for (int arc = from; arc < to; arc++) {
            int j = column[arc] * 3;
            int k = at[arc];
            double y0 = y[j];
            double y1 = y[j + 1];
            double y2 = y[j + 2];
            s0 += 0.0 + w[k] * y0 + w[k + 1] * y1 + w[k + 3] * y2;
            s1 += 0.0 + w[k + 1] * y0 + w[k + 2] * y1 + w[k + 4] * y2;
            s2 += 0.0 + w[k + 3] * y0 + w[k + 4] * y1 + w[k + 5] * y2;
        }
        into[0] = s0;
        into[1] = s1;
        into[2] = s2;
    }

    private static void four(int from, int to, int[] column, int[] at, double[] w, double[] y, double[] into) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (int arc = from; arc < to; arc++) {
            int j = column[arc] * 4;
            int k = at[arc];
            double y0 = y[j];
            double y1 = y[j + 1];
            double y2 = y[j + 2];
            double y3 = y[j + 3];
            s0 += 0.0 + w[k] * y0 + w[k + 1] * y1 + w[k + 3] * y2 + w[k + 6] * y3;
            s1 += 0.0 + w[k + 1] * y0 + w[k + 2] * y1 + w[k + 4] * y2 + w[k + 7] * y3;
            s2 += 0.0 + w[k + 3] * y0 + w[k + 4] * y1 + w[k + 5] * y2 + w[k + 8] * y3;
            s3 += 0.0 + w[k + 6] * y0 + w[k + 7] * y1 + w[k + 8] * y2 + w[k + 9] * y3;
        }
        into[0] = s0;
        into[1] = s1;
        into[2] = s2;
        into[3] = s3;
    }

    private static void eight(int from, int to, int[] column, int[] at, double[] w, double[] y, double[] into) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        double s4 = 0;
        double s5 = 0;
        double s6 = 0;
        double s7 = 0;
        for (int arc = from; arc < to; arc++) {
            int j = column[arc] * 8;
            int k = at[arc];
            double y0 = y[j];
            double y1 = y[j + 1];
            double y2 = y[j + 2];
            double y3 = y[j + 3];
            double y4 = y[j + 4];
            double y5 = y[j + 5];
            double y6 = y[j + 6];
            double y7 = y[j + 7];
            s0 += 0.0
                    + w[k] * y0
                    + w[k + 1] * y1
                    + w[k + 3] * y2
                    + w[k + 6] * y3
                    + w[k + 10] * y4
                    + w[k + 15] * y5
                    + w[k + 21] * y6
                    + w[k + 28] * y7;
            s1 += 0.0
                    + w[k + 1] * y0
                    + w[k + 2] * y1
                    + w[k + 4] * y2
                    + w[k + 7] * y3
                    + w[k + 11] * y4
                    + w[k + 16] * y5
                    + w[k + 22] * y6
                    + w[k + 29] * y7;
            s2 += 0.0
                    + w[k + 3] * y0
                    + w[k + 4] * y1
                    + w[k + 5] * y2
                    + w[k + 8] * y3
                    + w[k + 12] * y4
                    + w[k + 17] * y5
                    + w[k + 23] * y6
                    + w[k + 30] * y7;
            s3 += 0.0
                    + w[k + 6] * y0
                    + w[k + 7] * y1
                    + w[k + 8] * y2
                    + w[k + 9] * y3
                    + w[k + 13] * y4
                    + w[k + 18] * y5
                    + w[k + 24] * y6
                    + w[k + 31] * y7;
            s4 += 0.0
                    + w[k + 10] * y0
                    + w[k + 11] * y1
                    + w[k + 12] * y2
                    + w[k + 13] * y3
                    + w[k + 14] * y4
                    + w[k + 19] * y5
                    + w[k + 25] * y6
                    + w[k + 32] * y7;
            s5 += 0.0
                    + w[k + 15] * y0
                    + w[k + 16] * y1
                    + w[k + 17] * y2
                    + w[k + 18] * y3
                    + w[k + 19] * y4
                    + w[k + 20] * y5
                    + w[k + 26] * y6
                    + w[k + 33] * y7;
            s6 += 0.0
                    + w[k + 21] * y0
                    + w[k + 22] * y1
                    + w[k + 23] * y2
                    + w[k + 24] * y3
                    + w[k + 25] * y4
                    + w[k + 26] * y5
                    + w[k + 27] * y6
                    + w[k + 34] * y7;
            s7 += 0.0
                    + w[k + 28] * y0
                    + w[k + 29] * y1
                    + w[k + 30] * y2
                    + w[k + 31] * y3
                    + w[k + 32] * y4
                    + w[k + 33] * y5
                    + w[k + 34] * y6
                    + w[k + 35] * y7;
        }
        into[0] = s0;
        into[1] = s1;
        into[2] = s2;
        into[3] = s3;
        into[4] = s4;
        into[5] = s5;
        into[6] = s6;
        into[7] = s7;
    }
}
