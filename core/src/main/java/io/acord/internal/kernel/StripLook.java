package io.acord.internal.kernel;

import java.util.Arrays;

/**
 * What the last look at a round takes from the neighbours of the rows of a strip of {@link Tiles}: two sums a row,
 * added up column by column, so that what neighbours played is read from front to back. A row's arcs keep their order,
 * and its sums their bits. Mutable; one thread.
 */
final class StripLook {

    private static final int NUMBERS = 4; // of a row: its own action and the two sums; a power of two, to be shifted by

    private double[] rows = {};
    private final char[] rowOfSlot = new char[Tiles.SIDE];
    private int first;

    /** Looks at the neighbours of all rows of a strip, each edge weighing 1. */
    void gather(Tiles tiles, int strip, int[] firstArc, double[] x) {
        first = tiles.firstRow(strip);
        int end = tiles.endRow(strip);
        if (rows.length < NUMBERS * (end - first)) {
            rows = new double[NUMBERS * (end - first)];
        }
        int slot = 0;
        for (int i = first; i < end; i++) {
            int at = NUMBERS * (i - first);
            rows[at] = x[i];
            rows[at + 1] = 0;
            rows[at + 2] = 0;
            int slots = Tiles.slots(firstArc[i + 1] - firstArc[i], Block.MANY_ARCS);
            Arrays.fill(rowOfSlot, slot, slot + slots, (char) (i - first));
            slot += slots;
        }
        boolean areRows = slot == end - first; // every row has one
        for (int tile = 0; tile < tiles.across(); tile++) {
            int firstColumn = tiles.firstColumn(tile);
            int from = tiles.firstArc(strip, tile);
            int to = tiles.endArc(strip, tile);
            if (areRows) {
                add(from, to, tiles.arcs(), firstColumn, x, rows);
            } else {
                add(from, to, tiles.arcs(), firstColumn, x, rowOfSlot, rows);
            }
        }
    }

    private static void add(int from, int end, int[] arcs, int firstColumn, double[] x, double[] rows) {
        for (int a = from; a < end; a++) {
            int arc = arcs[a];
            int at = NUMBERS * (arc & Tiles.SIDE - 1);
            double difference = rows[at] - x[firstColumn + (arc >>> 16)];
            rows[at + 1] += difference;
            rows[at + 2] += difference * difference;
        }
    }

    private static void add(
            int from, int end, int[] arcs, int firstColumn, double[] x, char[] rowOfSlot, double[] rows) {
        for (int a = from; a < end; a++) {
            int arc = arcs[a];
            int at = NUMBERS * rowOfSlot[arc & Tiles.SIDE - 1];
            double difference = rows[at] - x[firstColumn + (arc >>> 16)];
            rows[at + 1] += difference;
            rows[at + 2] += difference * difference;
        }
    }

    /** Writes Σ_j (x_i − x_j) and Σ_j (x_i − x_j)² of the rows from .. to − 1, from 0 on. */
    void copy(int from, int to, double[] sums, double[] squares) {
        for (int i = from; i < to; i++) {
            int at = NUMBERS * (i - first);
            sums[i - from] = rows[at + 1];
            squares[i - from] = rows[at + 2];
        }
    }
}
