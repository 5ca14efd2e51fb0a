package io.acord.internal.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows that look alike, run by run, so that a kernel can choose its code once for many of them. A row is in a band if
 * its neighbours lie at the same distances as those of the row before it: then nobody has to look up where they are.
 * Immutable.
 *
 * <p>Says how a row's sum can be computed, never what it is: which run a row lies in does not change its bits.
 */
public final class Runs {

    /** Shorter runs of rows that have only their degree in common are not worth choosing code for. */
    private static final int SHORTEST = 16;

    private static final int SHORTEST_BAND = 32;

    private static final int SHORTEST_LISTED = 64;

    /** Rows of different degrees are listed by degree in windows of this many rows, which begin at its multiples. */
    public static final int WINDOW = 256;

    private final int[] end; // run r is the rows end[r − 1] .. end[r] − 1
    private final int[] shape; // 2 · degree, and 1 more for a band; RAGGED for rows of different degrees
    private final int[] byDegree; // the rows of ragged runs, window by window; empty if there are none
    private final int[] firstArc;
    private final int[] column;
    private volatile @Nullable ByDegree listed; // null: nobody has asked yet

    private static final int RAGGED = -1;

    private Runs(int[] end, int[] shape, int[] byDegree, int[] firstArc, int[] column) {
        this.end = end;
        this.shape = shape;
        this.byDegree = byDegree;
        this.firstArc = firstArc;
        this.column = column;
    }

    /** What is listed, with its arcs in the order of the list: four bytes an arc, which few blocks ask for. */
    private final class ByDegree {
        final int[] alikeUntil; // where those end that have the degree of the first of them; else anything
        final int[] columns; // of the arcs of listed rows

        ByDegree() {
            alikeUntil = new int[byDegree.length];
            columns = new int[firstArc[byDegree.length]];
            for (int run = 0; run < end.length; run++) {
                int to = end[run];
                int next;
                for (int row = run == 0 ? 0 : end[run - 1]; row < to && isListed(run); row = next) {
                    next = Math.min(to, windowEnd(row));
                    bringTogether(row, next);
                }
            }
        }

        /** Brings the arcs of the rows of a window into the order of their list. */
        private void bringTogether(int from, int to) {
            int arc = firstArc[from];
            int first = from; // of those with the degree of this one
            int last = -1;
            for (int k = from; k < to; k++) {
                int row = byDegree[k];
                int degree = firstArc[row + 1] - firstArc[row];
                if (degree != last) {
                    first = k;
                    last = degree;
                }
                alikeUntil[first] = k + 1;
                System.arraycopy(column, firstArc[row], columns, arc, degree);
                arc += degree;
            }
        }
    }

    private ByDegree listed() {
        ByDegree known = listed;
        if (known == null) {
            known = new ByDegree();
            listed = known; // several threads may do the same, with the same result
        }
        return known;
    }

    static Runs of(int rows, int[] firstArc, int[] column) {
        Listing listing = new Listing();
        int alike = 0; // where the rows end that have as many arcs as this one
        int next;
        for (int row = 0; row < rows; row = next) {
            int degree = firstArc[row + 1] - firstArc[row];
            while (alike <= row || (alike < rows && firstArc[alike + 1] - firstArc[alike] == degree)) {
                alike++;
            }
            int off = firstOff(column, firstArc[row + 1], firstArc[alike], degree);
            next = off == firstArc[alike] ? alike : row + 1 + (off - firstArc[row + 1]) / degree;
            boolean band = next - row >= SHORTEST_BAND && degree > 0;
            listing.add(next, 2 * degree + (band ? 1 : 0));
        }
        return listing.close(firstArc, column);
    }

    /**
     * The first arc that does not lead one further than that of the row before, {@code degree} arcs earlier; {@code to}
     * if all do. Looks at some arcs one by one, because in most graphs it is among them.
     */
    private static int firstOff(int[] column, int from, int to, int degree) {
        int arc = from;
        int soon = Math.min(to, from + CHUNK);
        while (arc < soon && column[arc] == column[arc - degree] + 1) {
            arc++;
        }
        if (arc < soon) {
            return arc;
        }
        while (arc + CHUNK <= to && areNext(column, arc, degree)) {
            arc += CHUNK;
        }
        while (arc < to && column[arc] == column[arc - degree] + 1) {
            arc++;
        }
        return arc;
    }

    /** Without leaving the loop early, so that the compiler compares several at a time. */
    private static boolean areNext(int[] column, int from, int degree) {
        int off = 0;
        for (int arc = from; arc < from + CHUNK; arc++) {
            off |= column[arc] - column[arc - degree] - 1;
        }
        return off == 0;
    }

    private static final int CHUNK = 256;

    public int count() {
        return end.length;
    }

    /** The run that a row lies in. */
    public int runOf(int row) {
        int at = Arrays.binarySearch(end, row + 1);
        return at >= 0 ? at : -1 - at;
    }

    /** The row after the last of a run. */
    public int end(int run) {
        return end[run];
    }

    /** Whether all rows of a run have neighbours at the same distances. */
    public boolean isBand(int run) {
        return shape[run] >= 0 && (shape[run] & 1) == 1;
    }

    /** The degree that all rows of a run have, or −1. */
    public int degree(int run) {
        return shape[run] >> 1;
    }

    /**
     * {@link Block#reach} of this many rows.
     *
     * @param hasHalo whether there are columns after those of the rows
     */
    int reach(int rows, boolean hasHalo) {
        int reach = 1;
        boolean areListed = false;
        int most = rows / FAR;
        int to;
        for (int run = 0, row = 0; run < end.length && reach <= most; run++, row = to) {
            to = end[run];
            areListed |= isListed(run);
            int looked = isBand(run) && !hasHalo ? row + 1 : to; // the others of a band lead as far
            for (int i = row; i < looked && reach <= most; i++) {
                reach = Math.max(reach, reachOf(i, rows));
            }
        }
        int whole = areListed ? (reach + WINDOW - 1) / WINDOW * WINDOW : reach;
        return whole <= most ? whole : Block.ANYWHERE;
    }

    private int reachOf(int row, int rows) {
        int reach = 0;
        for (int arc = firstArc[row]; arc < firstArc[row + 1]; arc++) {
            boolean isHalo = column[arc] >= rows; // before the first row and after the last
            int away = Math.abs(column[arc] - row);
            reach = Math.max(reach, isHalo ? Math.min(row + 1, rows - row) : Math.min(away, rows - away));
        }
        return reach;
    }

    private static final int FAR = 8; // this part of all rows is far

    /** Where the window of a row ends. */
    public static int windowEnd(int row) {
        return (row / WINDOW + 1) * WINDOW;
    }

    /** Whether the rows of a run without a degree are listed by degree: they are not if they are few. */
    public boolean isListed(int run) {
        return isListed(end, shape, run);
    }

    private static boolean isListed(int[] end, int[] shape, int run) {
        return shape[run] == RAGGED && end[run] - (run == 0 ? 0 : end[run - 1]) >= SHORTEST_LISTED;
    }

    /**
     * The rows of runs without a degree, by degree: those of one window and run stand where they are themselves. So
     * code can be chosen for many of them at once. Live.
     */
    public int[] byDegree() {
        return byDegree;
    }

    /** Whether the rows from .. to − 1 are all of a run that lie in one window, and listed by degree. */
    boolean isListed(int run, int from, int to) {
        boolean begins = from % WINDOW == 0 || from == (run == 0 ? 0 : end[run - 1]);
        boolean ends = to % WINDOW == 0 || to == end[run];
        return begins && ends && to <= windowEnd(from) && isListed(run);
    }

    /** Where those end in {@link #byDegree} that have the degree of the first of them, by its place. Live. */
    int[] alikeUntil() {
        return listed().alikeUntil;
    }

    /**
     * The columns of the arcs of listed rows, row after row of {@link #byDegree}; those of a window stand where its
     * arcs do. Live.
     */
    int[] columnByDegree() {
        return listed().columns;
    }

    /** Collects runs, joining those that are alike and those that are too short. */
    private static final class Listing {
        private int[] end = new int[4];
        private int[] shape = new int[4];
        private int count;

        void add(int next, int newShape) {
            if (count > 0 && shape[count - 1] == newShape && (newShape & 1) == 0) {
                end[count - 1] = next;
                return;
            }
            settle();
            if (count == end.length) {
                end = Arrays.copyOf(end, 2 * count);
                shape = Arrays.copyOf(shape, 2 * count);
            }
            end[count] = next;
            shape[count++] = newShape;
        }

        /** The last run grows no more: if it is short it is ragged, and one with the ragged run before it. */
        private void settle() {
            if (count == 0) {
                return;
            }
            int from = count == 1 ? 0 : end[count - 2];
            boolean isShort = (shape[count - 1] & 1) == 0 && end[count - 1] - from < SHORTEST;
            if (!isShort) {
                return;
            }
            shape[count - 1] = RAGGED;
            if (count > 1 && shape[count - 2] == RAGGED) {
                end[count - 2] = end[count - 1];
                count--;
            }
        }

        Runs close(int[] firstArc, int[] column) {
            settle();
            int last = 0;
            for (int run = 0; run < count; run++) {
                last = isListed(end, shape, run) ? end[run] : last;
            }
            int[] byDegree = new int[last];
            for (int run = 0; run < count; run++) {
                if (isListed(end, shape, run)) {
                    list(run == 0 ? 0 : end[run - 1], end[run], firstArc, byDegree);
                }
            }
            return new Runs(Arrays.copyOf(end, count), Arrays.copyOf(shape, count), byDegree, firstArc, column);
        }

        private static void list(int from, int to, int[] firstArc, int[] byDegree) {
            long[] keys = new long[WINDOW];
            int next;
            for (int row = from; row < to; row = next) {
                next = Math.min(to, windowEnd(row));
                for (int i = row; i < next; i++) {
                    keys[i - row] = (long) (firstArc[i + 1] - firstArc[i]) << 32 | i;
                }
                Arrays.sort(keys, 0, next - row);
                for (int i = row; i < next; i++) {
                    byDegree[i] = (int) keys[i - row];
                }
            }
        }
    }
}
