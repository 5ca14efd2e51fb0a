package io.acord.internal.kernel;

import java.util.Arrays;

/**
 * What the last look at a round takes from the neighbours of the rows of a strip of {@link Tiles}: three sums a row,
 * added up column by column, so that what neighbours played is read from front to back. A row's arcs keep their order,
 * and its sums their bits. Mutable; one thread.
 */
final class StripLook {

    private static final int NUMBERS = 4; // of a row: its own action, and the three sums

    private double[] rows = {};
    private final char[] rowOfSlot = new char[Tiles.SIDE];
    private int first;

    /** Looks at the neighbours of all rows of a strip, each edge weighing 1. */
    void gather(Tiles tiles, int strip, int[] firstArc, double[] self, double[] used, double[] x) {
        first = tiles.firstRow(strip);
        int end = tiles.endRow(strip);
        if (rows.length < NUMBERS * (end - first)) {
            rows = new double[NUMBERS * (end - first)];
        }
        int slot = 0;
        for (int i = first; i < end; i++) {
            int at = NUMBERS * (i - first);
            rows[at] = x[i];
            rows[at + 1] = self[i] * (used[i] - x[i]);
            rows[at + 2] = self[i] * Math.abs(used[i]);
            rows[at + 3] = 0;
            int slots = Tiles.slots(firstArc[i + 1] - firstArc[i], Block.MANY_ARCS);
            Arrays.fill(rowOfSlot, slot, slot + slots, (char) (i - first));
            slot += slots;
        }
        for (int tile = 0; tile < tiles.across(); tile++) {
            int firstColumn = tile * Tiles.SIDE;
            int from = tiles.firstArc(strip, tile);
            add(from, tiles.endArc(strip, tile), tiles.arcs(), firstColumn, used, x, rowOfSlot, rows);
        }
    }

    private static void add(
            int from,
            int end,
            int[] arcs,
            int firstColumn,
            double[] used,
            double[] x,
            char[] rowOfSlot,
            double[] rows) {
        for (int a = from; a < end; a++) {
            int arc = arcs[a];
            int column = firstColumn + (arc >>> 16);
            int at = NUMBERS * rowOfSlot[arc & Tiles.SIDE - 1];
            double y = used[column];
            double action = x[column];
            double difference = rows[at] - action;
            rows[at + 1] += y - action;
            rows[at + 2] += Math.abs(y);
            rows[at + 3] += difference * difference;
        }
    }

    /** Σ_j (y_j − x_j), self_i (y_i − x_i) included. */
    double sum(int row) {
        return rows[NUMBERS * (row - first) + 1];
    }

    /** Σ_j |y_j|, self_i |y_i| included: how large the terms of the sum are. */
    double size(int row) {
        return rows[NUMBERS * (row - first) + 2];
    }

    /** Σ_j (x_i − x_j)². */
    double differences(int row) {
        return rows[NUMBERS * (row - first) + 3];
    }
}
