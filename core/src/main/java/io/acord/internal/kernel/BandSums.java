package io.acord.internal.kernel;

import java.util.Arrays;

/**
 * The sums of {@link NeighborSums} of rows whose neighbours all lie at the same distances: neighbour k of row i is i +
 * distance k, whatever i. Static, for several threads.
 *
 * <p>The compiler adds up several rows at a time only where all arrays are read at one index. So a window's neighbours
 * are brought to arrays of their own, up to five distances at a time, and added there: for three distances and more
 * that takes less than the additions of one row after the other. Sums are written out by how many arrays they read,
 * because a loop over arrays would be one over rows inside.
 */
final class BandSums {

    private static final int WINDOW = Scratch.WINDOW;

    private static final int ABREAST = 5; // with more arrays a loop is too long to be computed several rows at a time

    private static final int LANES = 4;

    private BandSums() {}

    /** Where a window's neighbours are brought to, and what is added up of them; live arrays. */
    static final class Room {
        private final double[][] near = new double[ABREAST][WINDOW];
        private final double[][] sums = new double[LANES][WINDOW];
    }

    /**
     * Writes the sums of the rows from .. to − 1 where they are in {@code into}.
     *
     * @param column the columns of arcs, of row {@code from} in the order in which they are added up
     * @param first the first arc of row {@code from}
     */
    static void write(
            int from, int to, int[] column, int first, int degree, double[] y, double[] into, Scratch scratch) {
        switch (degree) {
            case 1 -> one(from, to, column[first] - from, y, into);
            case 2 -> two(from, to, column[first] - from, column[first + 1] - from, y, into);
            default -> inWindows(from, to, column, first, degree, y, into, scratch.bands());
        }
    }

    private static void one(int from, int to, int o, double[] y, double[] into) {
        for (int i = from; i < to; i++) {
            into[i] = 0.0 + y[i + o];
        }
    }

    private static void two(int from, int to, int o, int p, double[] y, double[] into) {
        for (int i = from; i < to; i++) {
            into[i] = 0.0 + y[i + o] + y[i + p];
        }
    }

    private static void inWindows(
            int from, int to, int[] column, int first, int degree, double[] y, double[] into, Room room) {
        int end = first + degree;
        for (int start = from; start < to; start += WINDOW) {
            int n = Math.min(WINDOW, to - start);
            int shift = start - from;
            double[] sum = room.sums[0];
            if (degree < NeighborSums.MANY) {
                lane(n, column, first, end, 1, shift, y, room.near, sum);
            } else {
                int fours = first + (degree & ~(LANES - 1));
                for (int lane = 0; lane < LANES; lane++) {
                    lane(n, column, first + lane, fours, LANES, shift, y, room.near, room.sums[lane]);
                }
                add(n, column, fours, end, 1, shift, y, room.near, sum);
                join(n, sum, room.sums[1], room.sums[2], room.sums[3]);
            }
            System.arraycopy(sum, 0, into, start, n);
        }
    }

    /** One of the sums side by side: every {@code step}-th arc from {@code first} on. */
    private static void lane(
            int n, int[] column, int first, int end, int step, int shift, double[] y, double[][] near, double[] sum) {
        Arrays.fill(sum, 0, n, 0.0);
        add(n, column, first, end, step, shift, y, near, sum);
    }

    private static void add(
            int n, int[] column, int first, int end, int step, int shift, double[] y, double[][] near, double[] sum) {
        int taken;
        for (int arc = first; arc < end; arc += taken * step) {
            taken = Math.min(ABREAST, (end - arc + step - 1) / step);
            for (int k = 0; k < taken; k++) {
                System.arraycopy(y, column[arc + k * step] + shift, near[k], 0, n);
            }
            switch (taken) {
                case 1 -> add(n, near[0], sum);
                case 2 -> add(n, near[0], near[1], sum);
                case 3 -> add(n, near[0], near[1], near[2], sum);
                case 4 -> add(n, near[0], near[1], near[2], near[3], sum);
                default -> add(n, near[0], near[1], near[2], near[3], near[4], sum);
            }
        }
    }

    private static void add(int n, double[] a, double[] sum) {
        for (int i = 0; i < n; i++) {
            sum[i] = sum[i] + a[i];
        }
    }

    private static void add(int n, double[] a, double[] b, double[] sum) {
        for (int i = 0; i < n; i++) {
            sum[i] = sum[i] + a[i] + b[i];
        }
    }

    private static void add(int n, double[] a, double[] b, double[] c, double[] sum) {
        for (int i = 0; i < n; i++) {
            sum[i] = sum[i] + a[i] + b[i] + c[i];
        }
    }

    private static void add(int n, double[] a, double[] b, double[] c, double[] d, double[] sum) {
        for (int i = 0; i < n; i++) {
            sum[i] = sum[i] + a[i] + b[i] + c[i] + d[i];
        }
    }

    private static void add(int n, double[] a, double[] b, double[] c, double[] d, double[] e, double[] sum) {
        for (int i = 0; i < n; i++) {
            sum[i] = sum[i] + a[i] + b[i] + c[i] + d[i] + e[i];
        }
    }

    /** The four sums of each row become one, in the first array. */
    private static void join(int n, double[] sum, double[] second, double[] third, double[] fourth) {
        for (int i = 0; i < n; i++) {
            sum[i] = (sum[i] + second[i]) + (third[i] + fourth[i]);
        }
    }
}
