package io.acord.internal.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Σ_j w_ij y_j of the rows of a block, d = 1. What the sum is depends on the row's own arcs and their order of ids
 * alone:
 *
 * <ul>
 *   <li>fewer than {@value #MANY} arcs: ((0 + w_a y_a) + w_b y_b) + …
 *   <li>from there on four such sums side by side, because one would wait for itself: arc 0, 4, 8, … to the first, 1,
 *       5, 9, … to the second and so on, what is left over after the last four to the first; then (first + second) +
 *       (third + fourth).
 * </ul>
 *
 * <p>How it is computed depends on the rows around it (docs/decisions.md): the same additions in the same order, with
 * less to look up. Immutable, for several threads.
 */
final class NeighborSums {

    static final int MANY = Block.MANY_ARCS;

    /**
     * Rows, several windows of {@link Runs}: loops begin anew with each, and what they take still fits near a
     * processor.
     */
    private static final int CHUNK = 1024;

    private final int[] firstArc;
    private final int[] column;
    private final double @Nullable [] weight;
    private final Runs runs;
    private final Tiles tiles;

    NeighborSums(Block block) {
        this.firstArc = block.firstArc();
        this.column = block.column();
        this.weight = block.weight();
        this.runs = block.runs();
        this.tiles = weight == null ? block.tiles() : Tiles.NONE;
    }

    /** Writes the sums of the rows from .. to − 1 where they are in {@code into}. */
    void write(int from, int to, double[] y, double[] into, Scratch scratch) {
        if (weight != null) {
            weighted(from, to, y, into);
            return;
        }
        if (tiles.isNone()) {
            byRows(from, to, y, into, scratch);
            return;
        }
        int end;
        for (int row = from; row < to; row = end) {
            int strip = tiles.stripOf(row);
            end = Math.min(to, tiles.endRow(strip));
            if (row == tiles.firstRow(strip) && end == tiles.endRow(strip)) {
                tiled(strip, y, into, scratch);
            } else {
                byRows(row, end, y, into, scratch);
            }
        }
    }

    /** Whether rows are computed a strip of {@link Tiles} at a time, which half a strip is not worth. */
    boolean areCut() {
        return !tiles.isNone();
    }

    /**
     * Where it is best to look at the sums of the rows from {@code row} on: what was written first is still at hand
     * then.
     */
    int chunkEnd(int row) {
        return tiles.isNone() ? (row / CHUNK + 1) * CHUNK : tiles.endRow(tiles.stripOf(row));
    }

    /** A strip of rows: what each column shows goes to all of them that it concerns. */
    private void tiled(int strip, double[] y, double[] into, Scratch scratch) {
        double[] slots = scratch.lanes(Tiles.SIDE);
        Arrays.fill(slots, 0, Tiles.SIDE, 0);
        for (int tile = 0; tile < tiles.across(); tile++) {
            int firstColumn = tiles.firstColumn(tile);
            add(tiles.firstArc(strip, tile), tiles.endArc(strip, tile), tiles.arcs(), firstColumn, y, slots);
        }
        int slot = 0;
        for (int i = tiles.firstRow(strip); i < tiles.endRow(strip); i++) {
            if (firstArc[i + 1] - firstArc[i] < MANY) {
                into[i] = slots[slot++];
            } else {
                into[i] = (slots[slot] + slots[slot + 1]) + (slots[slot + 2] + slots[slot + 3]);
                slot += 4;
            }
        }
    }

    private static void add(int from, int end, int[] arcs, int firstColumn, double[] y, double[] slots) {
        for (int a = from; a < end; a++) {
            int arc = arcs[a];
            slots[arc & Tiles.SIDE - 1] += y[firstColumn + (arc >>> 16)];
        }
    }

    /** One row after the other. */
    private void byRows(int from, int to, double[] y, double[] into, Scratch scratch) {
        int row = from;
        for (int run = runs.runOf(from); row < to; run++) {
            int end = Math.min(to, runs.end(run));
            if (runs.isBand(run)) {
                BandSums.write(row, end, column, firstArc[row], runs.degree(run), y, into, scratch);
            } else if (runs.degree(run) < 0) {
                ragged(row, end, run, y, into);
            } else {
                alike(row, end, runs.degree(run), y, into);
            }
            row = end;
        }
    }

    private void weighted(int from, int to, double[] y, double[] into) {
        for (int i = from; i < to; i++) {
            into[i] = weighted(firstArc[i], firstArc[i + 1], y);
        }
    }

    private double weighted(int from, int to, double[] y) {
        double[] w = weight;
        if (w == null) {
            throw new AssertionError("all weights are 1");
        }
        double s0 = 0;
        int arc = from;
        if (to - from < MANY) {
            for (; arc < to; arc++) {
                s0 += w[arc] * y[column[arc]];
            }
            return s0;
        }
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (; arc + 3 < to; arc += 4) {
            s0 += w[arc] * y[column[arc]];
            s1 += w[arc + 1] * y[column[arc + 1]];
            s2 += w[arc + 2] * y[column[arc + 2]];
            s3 += w[arc + 3] * y[column[arc + 3]];
        }
        for (; arc < to; arc++) {
            s0 += w[arc] * y[column[arc]];
        }
        return (s0 + s1) + (s2 + s3);
    }

    /** Rows of any degree: by degree where a window lies here as a whole, else one after the other. */
    private void ragged(int from, int to, int run, double[] y, double[] into) {
        int next;
        for (int row = from; row < to; row = next) {
            next = Math.min(to, Runs.windowEnd(row));
            if (runs.isListed(run, row, next)) {
                listed(row, next, y, into);
            } else {
                any(row, next, firstArc, column, y, into);
            }
        }
    }

    /** A window, degree by degree; the arcs of all its rows are those of the window. */
    private void listed(int from, int to, double[] y, double[] into) {
        int[] rows = runs.byDegree();
        int[] near = runs.columnByDegree();
        int[] alikeUntil = runs.alikeUntil();
        int at = firstArc[from];
        int end;
        for (int k = from; k < to; k = end) {
            end = alikeUntil[k];
            int degree = firstArc[rows[k] + 1] - firstArc[rows[k]];
            switch (degree) {
                case 1 -> listedOnes(k, end, at, rows, near, y, into);
                case 2 -> listedTwos(k, end, at, rows, near, y, into);
                case 3 -> listedThrees(k, end, at, rows, near, y, into);
                case 4 -> listedFours(k, end, at, rows, near, y, into);
                case 5 -> listedFives(k, end, at, rows, near, y, into);
                case 6 -> listedSixes(k, end, at, rows, near, y, into);
                default -> listedAny(k, end, at, degree, rows, near, y, into);
            }
            at += degree * (end - k);
        }
    }

    private static void listedAny(
            int from, int to, int at, int degree, int[] rows, int[] column, double[] y, double[] into) {
        int arc = at;
        for (int k = from; k < to; k++) {
            int end = arc + degree;
            into[rows[k]] = degree < MANY ? few(arc, end, column, y) : many(arc, end, column, y);
            arc = end;
        }
    }

    /** Rows of the same degree. */
    private void alike(int from, int to, int degree, double[] y, double[] into) {
        int at = firstArc[from];
        switch (degree) {
            case 1 -> ones(from, to, at, column, y, into);
            case 2 -> twos(from, to, at, column, y, into);
            case 3 -> threes(from, to, at, column, y, into);
            case 4 -> fours(from, to, at, column, y, into);
            case 5 -> fives(from, to, at, column, y, into);
            case 6 -> sixes(from, to, at, column, y, into);
            case 8 -> eights(from, to, at, column, y, into);
            case 10 -> tens(from, to, at, column, y, into);
            default -> any(from, to, firstArc, column, y, into);
        }
    }

    private static void any(int from, int to, int[] first, int[] column, double[] y, double[] into) {
        for (int i = from; i < to; i++) {
            int arc = first[i];
            int end = first[i + 1];
            into[i] = end - arc < MANY ? few(arc, end, column, y) : many(arc, end, column, y);
        }
    }

    private static double few(int from, int end, int[] column, double[] y) {
        double sum = 0;
        for (int arc = from; arc < end; arc++) {
            sum += y[column[arc]];
        }
        return sum;
    }

    private static double many(int from, int end, int[] column, double[] y) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int arc = from;
        for (; arc + 3 < end; arc += 4) {
            s0 += y[column[arc]];
            s1 += y[column[arc + 1]];
            s2 += y[column[arc + 2]];
            s3 += y[column[arc + 3]];
        }
        for (; arc < end; arc++) {
            s0 += y[column[arc]];
        }
        return (s0 + s1) + (s2 + s3);
    }

    // ---- Small degrees, written out. The compiler does not do it: a loop of unknown length costs twice the time. It
    // counts arcs, not rows: the compiler then proves once for all rows that no index into
    // column is out of bounds.

    private static void ones(int from, int to, int at, int[] column, double[] y, double[] into) {
        int end = at + to - from;
        int i = from;
        for (int a = at; a < end; a++) {
            into[i++] = 0.0 + y[column[a]];
        }
    }

    private static void twos(int from, int to, int at, int[] column, double[] y, double[] into) {
        int end = at + 2 * (to - from);
        int i = from;
        for (int a = at; a < end; a += 2) {
            into[i++] = 0.0 + y[column[a]] + y[column[a + 1]];
        }
    }

    private static void threes(int from, int to, int at, int[] column, double[] y, double[] into) {
        int end = at + 3 * (to - from);
        int i = from;
        for (int a = at; a < end; a += 3) {
            into[i++] = 0.0 + y[column[a]] + y[column[a + 1]] + y[column[a + 2]];
        }
    }

    private static void fours(int from, int to, int at, int[] column, double[] y, double[] into) {
        int end = at + 4 * (to - from);
        int i = from;
        for (int a = at; a < end; a += 4) {
            into[i++] = 0.0 + y[column[a]] + y[column[a + 1]] + y[column[a + 2]] + y[column[a + 3]];
        }
    }

    private static void fives(int from, int to, int at, int[] column, double[] y, double[] into) {
        int end = at + 5 * (to - from);
        int i = from;
        for (int a = at; a < end; a += 5) {
            into[i++] = 0.0 + y[column[a]] + y[column[a + 1]] + y[column[a + 2]] + y[column[a + 3]] + y[column[a + 4]];
        }
    }

    private static void sixes(int from, int to, int at, int[] column, double[] y, double[] into) {
        int end = at + 6 * (to - from);
        int i = from;
        for (int a = at; a < end; a += 6) {
            double half = 0.0 + y[column[a]] + y[column[a + 1]] + y[column[a + 2]];
            into[i++] = half + y[column[a + 3]] + y[column[a + 4]] + y[column[a + 5]];
        }
    }

    private static void eights(int from, int to, int at, int[] column, double[] y, double[] into) {
        int end = at + 8 * (to - from);
        int i = from;
        for (int a = at; a < end; a += 8) {
            double half = 0.0 + y[column[a]] + y[column[a + 1]] + y[column[a + 2]] + y[column[a + 3]];
            into[i++] = half + y[column[a + 4]] + y[column[a + 5]] + y[column[a + 6]] + y[column[a + 7]];
        }
    }

    private static void tens(int from, int to, int at, int[] column, double[] y, double[] into) {
        int end = at + 10 * (to - from);
        int i = from;
        for (int a = at; a < end; a += 10) {
            double half =
                    0.0 + y[column[a]] + y[column[a + 1]] + y[column[a + 2]] + y[column[a + 3]] + y[column[a + 4]];
            into[i++] =
                    half + y[column[a + 5]] + y[column[a + 6]] + y[column[a + 7]] + y[column[a + 8]] + y[column[a + 9]];
        }
    }

    // ---- The same for rows that lie apart, whose arcs have been brought together.

    private static void listedOnes(int from, int to, int at, int[] rows, int[] column, double[] y, double[] into) {
        int end = at + to - from;
        int k = from;
        for (int a = at; a < end; a++) {
            into[rows[k++]] = 0.0 + y[column[a]];
        }
    }

    private static void listedTwos(int from, int to, int at, int[] rows, int[] column, double[] y, double[] into) {
        int end = at + 2 * (to - from);
        int k = from;
        for (int a = at; a < end; a += 2) {
            into[rows[k++]] = 0.0 + y[column[a]] + y[column[a + 1]];
        }
    }

    private static void listedThrees(int from, int to, int at, int[] rows, int[] column, double[] y, double[] into) {
        int end = at + 3 * (to - from);
        int k = from;
        for (int a = at; a < end; a += 3) {
            into[rows[k++]] = 0.0 + y[column[a]] + y[column[a + 1]] + y[column[a + 2]];
        }
    }

    private static void listedFours(int from, int to, int at, int[] rows, int[] column, double[] y, double[] into) {
        int end = at + 4 * (to - from);
        int k = from;
        for (int a = at; a < end; a += 4) {
            into[rows[k++]] = 0.0 + y[column[a]] + y[column[a + 1]] + y[column[a + 2]] + y[column[a + 3]];
        }
    }

    private static void listedFives(int from, int to, int at, int[] rows, int[] column, double[] y, double[] into) {
        int end = at + 5 * (to - from);
        int k = from;
        for (int a = at; a < end; a += 5) {
            into[rows[k++]] =
                    0.0 + y[column[a]] + y[column[a + 1]] + y[column[a + 2]] + y[column[a + 3]] + y[column[a + 4]];
        }
    }

    private static void listedSixes(int from, int to, int at, int[] rows, int[] column, double[] y, double[] into) {
        int end = at + 6 * (to - from);
        int k = from;
        for (int a = at; a < end; a += 6) {
            into[rows[k++]] = 0.0
                    + y[column[a]]
                    + y[column[a + 1]]
                    + y[column[a + 2]]
                    + y[column[a + 3]]
                    + y[column[a + 4]]
                    + y[column[a + 5]];
        }
    }
}
