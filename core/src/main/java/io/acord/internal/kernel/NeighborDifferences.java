package io.acord.internal.kernel;

import java.util.Arrays;

/**
 * Σ_j (x_i − x_j) and Σ_j (x_i − x_j)² of the rows of a block whose edges all weigh 1, d = 1. A row's sums are added up
 * in the order of its arcs; rows with neighbours at the same distances are computed neighbour by neighbour, and rows of
 * different degrees degree by degree, with the same bits. Immutable, for several threads.
 */
final class NeighborDifferences {

    private final Runs runs;
    private final int[] firstArc;
    private final int[] column;

    NeighborDifferences(Block block) {
        this.runs = block.runs();
        this.firstArc = block.firstArc();
        this.column = block.column();
    }

    /**
     * Writes the sums of the rows from .. to − 1, from 0 on.
     *
     * @param own x of these rows, from 0 on
     * @param near scratch of as many numbers
     * @param other the same
     */
    void write(
            int from,
            int to,
            double[] x,
            double[] own,
            double[] near,
            double[] other,
            double[] sums,
            double[] squares) {
        int end;
        for (int run = runs.runOf(from), row = from; row < to; row = end, run++) {
            end = Math.min(to, runs.end(run));
            if (runs.isBand(run)) {
                band(row, end, from, x, own, near, other, sums, squares);
            } else if (runs.isListed(run, row, end)) {
                listed(row, end, from, x, sums, squares);
            } else {
                each(row, end, from, x, sums, squares);
            }
        }
    }

    /** @param start the row whose numbers are at 0, here and below */
    private void band(
            int from,
            int to,
            int start,
            double[] x,
            double[] own,
            double[] near,
            double[] other,
            double[] sums,
            double[] squares) {
        int first = from - start;
        int end = to - start;
        Arrays.fill(sums, first, end, 0);
        Arrays.fill(squares, first, end, 0);
        int arc = firstArc[from];
        int arcs = firstArc[from + 1];
        for (; arc + 1 < arcs; arc += 2) {
            System.arraycopy(x, column[arc], near, first, end - first); // neighbours are brought to their rows
            System.arraycopy(x, column[arc + 1], other, first, end - first);
            add(first, end, own, near, other, sums, squares);
        }
        if (arc < arcs) {
            System.arraycopy(x, column[arc], near, first, end - first);
            add(first, end, own, near, sums, squares);
        }
    }

    private static void add(int from, int to, double[] own, double[] x, double[] sums, double[] squares) {
        for (int i = from; i < to; i++) {
            double difference = own[i] - x[i];
            sums[i] = sums[i] + difference;
            squares[i] = squares[i] + difference * difference;
        }
    }

    /** The same for two neighbours, one after the other. */
    private static void add(int from, int to, double[] own, double[] x, double[] y, double[] sums, double[] squares) {
        for (int i = from; i < to; i++) {
            double difference = own[i] - x[i];
            double second = own[i] - y[i];
            sums[i] = sums[i] + difference + second;
            squares[i] = squares[i] + difference * difference + second * second;
        }
    }

    /** A loop over neighbours whose length is that of the row before is one that a processor foresees. */
    private void listed(int from, int to, int start, double[] x, double[] sums, double[] squares) {
        int[] rows = runs.byDegree();
        int[] near = runs.columnByDegree();
        int[] alikeUntil = runs.alikeUntil();
        int arc = firstArc[from];
        int end;
        for (int k = from; k < to; k = end) {
            end = alikeUntil[k];
            int degree = firstArc[rows[k] + 1] - firstArc[rows[k]];
            alike(k, end, start, arc, degree, rows, near, x, sums, squares);
            arc += degree * (end - k);
        }
    }

    private static void alike(
            int from,
            int to,
            int start,
            int at,
            int degree,
            int[] rows,
            int[] column,
            double[] x,
            double[] sums,
            double[] squares) {
        int arc = at;
        for (int k = from; k < to; k++) {
            double own = x[rows[k]];
            double sum = 0;
            double squared = 0;
            for (int end = arc + degree; arc < end; arc++) {
                double difference = own - x[column[arc]];
                sum += difference;
                squared += difference * difference;
            }
            sums[rows[k] - start] = sum;
            squares[rows[k] - start] = squared;
        }
    }

    private void each(int from, int to, int start, double[] x, double[] sums, double[] squares) {
        for (int i = from; i < to; i++) {
            double sum = 0;
            double squared = 0;
            for (int arc = firstArc[i]; arc < firstArc[i + 1]; arc++) {
                double difference = x[i] - x[column[arc]];
                sum += difference;
                squared += difference * difference;
            }
            sums[i - start] = sum;
            squares[i - start] = squared;
        }
    }
}
