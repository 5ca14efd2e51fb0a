package io.acord.internal.kernel;

/**
 * Σ_j y_j of the rows of a block, d > 1, all edges weighing 1: ((0 + y_a) + y_b) + … in the order of arcs, coordinate
 * by coordinate. How it is computed depends on the rows around: the same additions in the same order. Immutable, for
 * several threads.
 */
final class VectorSums {

    private final int d;
    private final int[] firstArc;
    private final int[] column;
    private final Runs runs;

    VectorSums(Block block) {
        this.d = block.dimension();
        this.firstArc = block.firstArc();
        this.column = block.column();
        this.runs = block.runs();
    }

    /** Writes the sums of the rows from .. to − 1 where they are in {@code into}. */
    void write(int from, int to, double[] y, double[] into) {
        int row = from;
        for (int run = runs.runOf(from); row < to; run++) {
            int end = Math.min(to, runs.end(run));
            if (runs.isBand(run)) {
                band(row, end, y, into);
            } else {
                switch (d) {
                    case 2 -> rowsOfTwo(row, end, firstArc, column, y, into);
                    case 3 -> rowsOfThree(row, end, firstArc, column, y, into);
                    case 4 -> rowsOfFour(row, end, firstArc, column, y, into);
                    default -> rows(row, end, y, into);
                }
            }
            row = end;
        }
    }

    private void rows(int from, int to, double[] y, double[] into) {
        for (int i = from; i < to; i++) {
            write(i, y, into, i * d);
        }
    }

    // ---- Rows of few coordinates: what follows has the same additions, row after row.

    private static void rowsOfTwo(int from, int to, int[] firstArc, int[] column, double[] y, double[] into) {
        int arc = firstArc[from];
        for (int i = from; i < to; i++) {
            int end = firstArc[i + 1];
            double s0 = 0;
            double s1 = 0;
            for (; arc < end; arc++) {
                int j = 2 * column[arc];
                s0 += y[j];
                s1 += y[j + 1];
            }
            into[2 * i] = s0;
            into[2 * i + 1] = s1;
        }
    }

    private static void rowsOfThree(int from, int to, int[] firstArc, int[] column, double[] y, double[] into) {
        int arc = firstArc[from];
        for (int i = from; i < to; i++) {
            int end = firstArc[i + 1];
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            for (; arc < end; arc++) {
                int j = 3 * column[arc];
                s0 += y[j];
                s1 += y[j + 1];
                s2 += y[j + 2];
            }
            into[3 * i] = s0;
            into[3 * i + 1] = s1;
            into[3 * i + 2] = s2;
        }
    }

    private static void rowsOfFour(int from, int to, int[] firstArc, int[] column, double[] y, double[] into) {
        int arc = firstArc[from];
        for (int i = from; i < to; i++) {
            int end = firstArc[i + 1];
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            double s3 = 0;
            for (; arc < end; arc++) {
                int j = 4 * column[arc];
                s0 += y[j];
                s1 += y[j + 1];
                s2 += y[j + 2];
                s3 += y[j + 3];
            }
            into[4 * i] = s0;
            into[4 * i + 1] = s1;
            into[4 * i + 2] = s2;
            into[4 * i + 3] = s3;
        }
    }

    /** Writes the sum of a row from {@code at} on. */
    void write(int i, double[] y, double[] into, int at) {
        int from = firstArc[i];
        int to = firstArc[i + 1];
        int c = 0;
        for (; c + 8 <= d; c += 8) {
            eight(from, to, d, c, column, y, into, at + c);
        }
        if (c + 4 <= d) {
            four(from, to, d, c, column, y, into, at + c);
            c += 4;
        }
        switch (d - c) {
            case 1 -> one(from, to, d, c, column, y, into, at + c);
            case 2 -> two(from, to, d, c, column, y, into, at + c);
            case 3 -> three(from, to, d, c, column, y, into, at + c);
            default -> {}
        }
    }

    // ---- Coordinates c, c + 1, … of one row, in registers.

    private static void one(int from, int to, int d, int c, int[] column, double[] y, double[] into, int at) {
        double s0 = 0;
        for (int arc = from; arc < to; arc++) {
            s0 += y[column[arc] * d + c];
        }
        into[at] = s0;
    }

    private static void two(int from, int to, int d, int c, int[] column, double[] y, double[] into, int at) {
        double s0 = 0;
        double s1 = 0;
        for (int arc = from; arc < to; arc++) {
            int j = column[arc] * d + c;
            s0 += y[j];
            s1 += y[j + 1];
        }
        into[at] = s0;
        into[at + 1] = s1;
    }

    private static void three(int from, int to, int d, int c, int[] column, double[] y, double[] into, int at) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        for (int arc = from; arc < to; arc++) {
            int j = column[arc] * d + c;
            s0 += y[j];
            s1 += y[j + 1];
            s2 += y[j + 2];
        }
        into[at] = s0;
        into[at + 1] = s1;
        into[at + 2] = s2;
    }

    private static void four(int from, int to, int d, int c, int[] column, double[] y, double[] into, int at) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (int arc = from; arc < to; arc++) {
            int j = column[arc] * d + c;
            s0 += y[j];
            s1 += y[j + 1];
            s2 += y[j + 2];
            s3 += y[j + 3];
        }
        into[at] = s0;
        into[at + 1] = s1;
        into[at + 2] = s2;
        into[at + 3] = s3;
    }

    private static void eight(int from, int to, int d, int c, int[] column, double[] y, double[] into, int at) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        double s4 = 0;
        double s5 = 0;
        double s6 = 0;
        double s7 = 0;
        for (int arc = from; arc < to; arc++) {
            int j = column[arc] * d + c;
            s0 += y[j];
            s1 += y[j + 1];
            s2 += y[j + 2];
            s3 += y[j + 3];
            s4 += y[j + 4];
            s5 += y[j + 5];
            s6 += y[j + 6];
            s7 += y[j + 7];
        }
        into[at] = s0;
        into[at + 1] = s1;
        into[at + 2] = s2;
        into[at + 3] = s3;
        into[at + 4] = s4;
        into[at + 5] = s5;
        into[at + 6] = s6;
        into[at + 7] = s7;
    }

    /** Neighbour k of row i is i + offset, whatever i: all coordinates of all rows are added up as one long row. */
    private void band(int from, int to, double[] y, double[] into) {
        int first = from * d;
        int end = to * d;
        int last = firstArc[from + 1];
        int arc = firstArc[from];
        if (last - arc < 2) {
            System.arraycopy(y, column[arc] * d, into, first, end - first);
            addZero(first, end, into);
            return;
        }
        setTwo(first, end, distance(from, arc), distance(from, arc + 1), y, into);
        for (arc += 2; arc + 4 <= last; arc += 4) {
            int o = distance(from, arc);
            int p = distance(from, arc + 1);
            addFour(first, end, o, p, distance(from, arc + 2), distance(from, arc + 3), y, into);
        }
        for (; arc < last; arc++) {
            addOne(first, end, distance(from, arc), y, into);
        }
    }

    private int distance(int row, int arc) {
        return (column[arc] - row) * d;
    }

    /** A sum begins with 0, which makes 0 of −0. */
    private static void addZero(int from, int to, double[] into) {
        for (int at = from; at < to; at++) {
            into[at] = 0.0 + into[at];
        }
    }

    private static void setTwo(int from, int to, int o, int p, double[] y, double[] into) {
        for (int at = from; at < to; at++) {
            into[at] = 0.0 + y[at + o] + y[at + p];
        }
    }

    private static void addOne(int from, int to, int o, double[] y, double[] into) {
        for (int at = from; at < to; at++) {
            into[at] = into[at] + y[at + o];
        }
    }

    private static void addFour(int from, int to, int o, int p, int q, int r, double[] y, double[] into) {
        for (int at = from; at < to; at++) {
            into[at] = into[at] + y[at + o] + y[at + p] + y[at + q] + y[at + r];
        }
    }
}
