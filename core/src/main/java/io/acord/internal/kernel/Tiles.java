package io.acord.internal.kernel;

import io.acord.internal.order.NearbyOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The arcs of a large block whose neighbours lie anywhere, in an order for caches. Rows are cut into strips whose sums
 * fit into a cache near the processor. A strip walks its arcs by column: what neighbours show is read from front to
 * back, and it is the strip's sums that are jumped about in, not memory. Row by row every arc would wait for memory.
 *
 * <p>A row's arcs keep their order, so its sum keeps its bits; that is why a block has tiles only if its columns can be
 * walked in the order of ids: those of the halo that come before all rows, the rows, and the rest of the halo, each of
 * which ascends. Rows of many arcs have four sums side by side (see the kernel), each with a slot of its own. A tile is
 * the arcs from {@value #SIDE} columns to the slots of one strip, one int each. Immutable.
 */
public final class Tiles {

    /** How many columns a tile has, and how many slots a strip at most: what 16 bits can tell apart. */
    public static final int SIDE = 1 << 16;

    /** What smaller blocks show stays in a cache as it is. */
    static final int FEWEST_COLUMNS = 4 * SIDE;

    /** Of a block that is not cut. */
    public static final Tiles NONE = new Tiles(new int[0], new int[0], new int[1], new int[0]);

    private static final int DIGIT = 11; // bits that one pass of sorting looks at

    private final int[] stripEnd; // strip s is the rows stripEnd[s − 1] .. stripEnd[s] − 1
    private final int across; // tiles of a strip
    private final int[] firstColumn; // of tile t of every strip
    private final int[] firstArc; // of tile t of strip s at s · across + t
    private final int[] arcs; // the column's place in its tile, 16 bits, then the slot's in its strip

    private Tiles(int[] stripEnd, int[] firstColumn, int[] firstArc, int[] arcs) {
        this.stripEnd = stripEnd;
        this.across = firstColumn.length;
        this.firstColumn = firstColumn;
        this.firstArc = firstArc;
        this.arcs = arcs;
    }

    /**
     * Cuts a block, or leaves it as it is where rows one after the other serve as well.
     *
     * @param many the number of arcs from which on a row has four sums
     */
    static Tiles of(int columns, int[] firstArc, int[] column, int many) {
        boolean mayPay = columns >= FEWEST_COLUMNS
                && NearbyOrder.areFarApart(firstArc.length - 1, i -> firstArc[i], arc -> column[arc]);
        if (!mayPay) {
            return NONE;
        }
        Walk walk = Walk.of(columns, firstArc, column);
        return doAscend(walk, firstArc, column) ? cut(walk, firstArc, column, many) : NONE;
    }

    /**
     * The order in which columns are walked: {@code before} columns of the halo, the rows, and the rest of the halo.
     * Immutable.
     */
    private record Walk(int columns, int rows, int before) {

        /** The walk that the arcs ask for: whatever comes before a row is walked before all. */
        static Walk of(int columns, int[] firstArc, int[] column) {
            int rows = firstArc.length - 1;
            int last = rows - 1; // of the halo before a row
            for (int i = 0; i < rows; i++) {
                int seen = rows - 1;
                for (int arc = firstArc[i]; arc < firstArc[i + 1]; arc++) {
                    seen = Math.max(seen, column[arc]);
                    last = column[arc] < rows ? Math.max(last, seen) : last;
                }
            }
            return new Walk(columns, rows, last - rows + 1);
        }

        /** When a column is walked. */
        int place(int column) {
            return column < rows ? column + before : column < rows + before ? column - rows : column;
        }

        /** The column that is walked at a place. */
        int column(int place) {
            return place < before ? place + rows : place < before + rows ? place - before : place;
        }

        /** Where tiles begin: none has columns of two parts. */
        int[] tiles() {
            int[] starts = new int[columns / SIDE + 4];
            int count = 0;
            int from = 0;
            for (int end : new int[] {before, before + rows, columns}) {
                for (; from < end; from += SIDE) {
                    starts[count++] = from;
                }
                from = end;
            }
            return Arrays.copyOf(starts, count);
        }
    }

    private static boolean doAscend(Walk walk, int[] firstArc, int[] column) {
        for (int i = 0; i < firstArc.length - 1; i++) {
            for (int arc = firstArc[i] + 1; arc < firstArc[i + 1]; arc++) {
                if (walk.place(column[arc]) <= walk.place(column[arc - 1])) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean doAscend(int from, int to, int[] column) {
        for (int arc = from + 1; arc < to; arc++) {
            if (column[arc] <= column[arc - 1]) {
                return false;
            }
        }
        return true;
    }

    /**
     * {@link #of} for a block of which most rows are those of one that was cut before: the arcs of the others are taken
     * out of their strips, and those that they have now are put between what is left. That reads and writes all arcs
     * once, where sorting them does so several times.
     *
     * @param before of a block with the arcs {@code firstBefore} and {@code columnBefore}
     */
    static Tiles following(
            Tiles before, int[] firstBefore, int[] columnBefore, int columns, int[] firstArc, int[] column, int many) {
        boolean mayFollow = !before.isNone()
                && columns == firstArc.length - 1 // nobody lives elsewhere, so that columns are walked in their order
                && firstBefore.length == firstArc.length
                && before.across == (columns + SIDE - 1) / SIDE
                && NearbyOrder.areFarApart(firstArc.length - 1, i -> firstArc[i], arc -> column[arc]);
        Tiles followed = mayFollow ? before.changed(firstBefore, columnBefore, firstArc, column, many) : null;
        return followed == null ? of(columns, firstArc, column, many) : followed;
    }

    /** The same tiles with the arcs of another block; null if too much has changed, or where sums lie. */
    @Nullable
    Tiles changed(int[] firstBefore, int[] columnBefore, int[] firstNow, int[] columnNow, int many) {
        int[] firstOfTile = new int[firstArc.length];
        int[] merged = new int[columnNow.length];
        for (int strip = 0; strip < strips(); strip++) {
            int from = firstRow(strip);
            int to = endRow(strip);
            Change change = new Change((firstNow[to] - firstNow[from]) / MOST_CHANGED);
            int slot = 0;
            for (int i = from; i < to; i++) {
                int first = firstNow[i];
                int end = firstNow[i + 1];
                int sums = slots(end - first, many);
                if (sums != slots(firstBefore[i + 1] - firstBefore[i], many)) {
                    return null;
                }
                if (!Arrays.equals(columnBefore, firstBefore[i], firstBefore[i + 1], columnNow, first, end)) {
                    boolean isFollowed = doAscend(first, end, columnNow)
                            && change.hasRoomFor(end - first + firstBefore[i + 1] - firstBefore[i]);
                    if (!isFollowed) {
                        return null;
                    }
                    if (sums == 1) {
                        change.takeDifference(
                                firstBefore[i], firstBefore[i + 1], columnBefore, first, end, columnNow, slot);
                    } else { // which sum an arc belongs to depends on those before it
                        change.remove(firstBefore[i], firstBefore[i + 1], slot, columnBefore, many);
                        change.add(first, end, slot, columnNow, many);
                    }
                }
                slot += sums;
            }
            change.sort();
            merge(strip, change, firstNow[from], merged, firstOfTile);
        }
        firstOfTile[strips() * across] = columnNow.length;
        return new Tiles(stripEnd, firstColumn, firstOfTile, merged);
    }

    private static final int MOST_CHANGED = 8; // a strip of which a larger part than one of these has changed is sorted

    /**
     * The arcs of rows of a strip that have changed: what they were, and what they are; as {@link #listed} has them.
     */
    private static final class Change {
        private final long[] removed;
        private final long[] added;
        private int removals;
        private int additions;

        Change(int most) {
            this.removed = new long[most + 1];
            this.added = new long[most + 1];
        }

        boolean hasRoomFor(int arcs) {
            return removals + arcs < removed.length && additions + arcs < added.length;
        }

        void remove(int first, int end, int slot, int[] column, int many) {
            removals = list(first, end - first, slot, column, many, removed, removals);
        }

        void add(int first, int end, int slot, int[] column, int many) {
            additions = list(first, end - first, slot, column, many, added, additions);
        }

        /** Takes what is in one of two ascending lists of columns only. */
        void takeDifference(
                int firstBefore, int endBefore, int[] columnBefore, int first, int end, int[] columnNow, int slot) {
            int old = firstBefore;
            int now = first;
            while (old < endBefore || now < end) {
                int was = old < endBefore ? columnBefore[old] : Integer.MAX_VALUE;
                int is = now < end ? columnNow[now] : Integer.MAX_VALUE;
                if (was < is) {
                    removed[removals++] = (long) was << 16 | slot;
                } else if (is < was) {
                    added[additions++] = (long) is << 16 | slot;
                }
                old += was <= is ? 1 : 0;
                now += is <= was ? 1 : 0;
            }
        }

        /** In the order of a strip, and one that is larger than all at either end. */
        void sort() {
            Arrays.sort(removed, 0, removals);
            Arrays.sort(added, 0, additions);
            removed[removals] = Long.MAX_VALUE;
            added[additions] = Long.MAX_VALUE;
        }
    }

    /**
     * Writes the arcs of a strip without those that are removed and with those that are added.
     *
     * @param start where they begin in {@code merged}
     */
    private void merge(int strip, Change change, int start, int[] merged, int[] firstOfTile) {
        long[] removed = change.removed;
        long[] added = change.added;
        int at = start;
        int r = 0;
        int next = 0;
        for (int tile = 0; tile < across; tile++) {
            firstOfTile[strip * across + tile] = at;
            int a = firstArc(strip, tile);
            int end = endArc(strip, tile);
            while (Math.min(added[next], removed[r]) >>> 32 == tile) {
                boolean isAdded = added[next] <= removed[r];
                int place = place(a, end, (int) (isAdded ? added[next] : removed[r]));
                System.arraycopy(arcs, a, merged, at, place - a);
                at += place - a;
                a = place;
                if (isAdded) {
                    merged[at++] = (int) added[next++];
                } else {
                    a++;
                    r++;
                }
            }
            System.arraycopy(arcs, a, merged, at, end - a);
            at += end - a;
        }
    }

    /** Where an arc is, or would be, among some of a tile. */
    private int place(int from, int to, int arc) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Integer.compareUnsigned(arcs[middle], arc) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Lists the arcs of a row whose columns are their places from {@code start} on; returns where they end. */
    private static int list(int first, int degree, int slot, int[] column, int many, long[] listed, int start) {
        int fours = degree < many ? 0 : degree & ~3;
        for (int k = 0; k < degree; k++) {
            listed[start + k] = (long) column[first + k] << 16 | slot + (k < fours ? k & 3 : 0);
        }
        return start + degree;
    }

    private static Tiles cut(Walk walk, int[] firstArc, int[] column, int many) {
        int[] stripEnd = strips(firstArc, many);
        int[] starts = walk.tiles();
        int across = starts.length;
        int[] firstOfTile = new int[stripEnd.length * across + 1];
        int[] arcs = new int[column.length];
        int from = 0;
        for (int strip = 0; strip < stripEnd.length; strip++) {
            long[] byPlace = sorted(listed(walk, from, stripEnd[strip], firstArc, column, many), walk.columns());
            int at = firstArc[from];
            int tile = 0; // that begins next
            for (long arc : byPlace) {
                int far = (int) (arc >>> 16);
                while (tile < across && starts[tile] <= far) {
                    firstOfTile[strip * across + tile++] = at;
                }
                arcs[at++] = (far - starts[tile - 1]) << 16 | ((int) arc & SIDE - 1);
            }
            Arrays.fill(firstOfTile, strip * across + tile, (strip + 1) * across, at);
            from = stripEnd[strip];
        }
        firstOfTile[stripEnd.length * across] = column.length;
        return new Tiles(stripEnd, Arrays.stream(starts).map(walk::column).toArray(), firstOfTile, arcs);
    }

    /** How many sums a row has. */
    static int slots(int degree, int many) {
        return degree < many ? 1 : 4;
    }

    private static int[] strips(int[] firstArc, int many) {
        int rows = firstArc.length - 1;
        int[] ends = new int[4 * rows / SIDE + 2];
        int count = 0;
        int slots = 0;
        for (int i = 0; i < rows; i++) {
            int more = slots(firstArc[i + 1] - firstArc[i], many);
            if (slots + more > SIDE) {
                ends[count++] = i;
                slots = 0;
            }
            slots += more;
        }
        ends[count++] = rows;
        return Arrays.copyOf(ends, count);
    }

    /** The arcs of a strip, row by row: the place of the column, then 16 bits for the slot. */
    private static long[] listed(Walk walk, int from, int to, int[] firstArc, int[] column, int many) {
        long[] listed = new long[firstArc[to] - firstArc[from]];
        int slot = 0;
        int at = 0;
        for (int i = from; i < to; i++) {
            int first = firstArc[i];
            int degree = firstArc[i + 1] - first;
            int fours = degree < many ? 0 : degree & ~3;
            for (int k = 0; k < degree; k++) {
                listed[at++] = (long) walk.place(column[first + k]) << 16 | slot + (k < fours ? k & 3 : 0);
            }
            slot += slots(degree, many);
        }
        return listed;
    }

    /** Sorts by place, digit by digit from the lowest. */
    private static long[] sorted(long[] arcs, int columns) {
        long[] from = arcs;
        long[] to = new long[arcs.length];
        for (int shift = 16; (columns - 1L) << 16 >>> shift > 0; shift += DIGIT) {
            int[] place = new int[(1 << DIGIT) + 1];
            for (long arc : from) {
                place[digit(arc, shift) + 1]++;
            }
            for (int d = 1; d < place.length; d++) {
                place[d] += place[d - 1];
            }
            for (long arc : from) {
                to[place[digit(arc, shift)]++] = arc;
            }
            long[] kept = from;
            from = to;
            to = kept;
        }
        return from;
    }

    private static int digit(long arc, int shift) {
        return (int) (arc >>> shift) & (1 << DIGIT) - 1;
    }

    /** Whether the block is not cut. */
    public boolean isNone() {
        return stripEnd.length == 0;
    }

    public int strips() {
        return stripEnd.length;
    }

    /** The strip that a row lies in. */
    public int stripOf(int row) {
        int at = Arrays.binarySearch(stripEnd, row + 1);
        return at >= 0 ? at : -1 - at;
    }

    public int firstRow(int strip) {
        return strip == 0 ? 0 : stripEnd[strip - 1];
    }

    public int endRow(int strip) {
        return stripEnd[strip];
    }

    /** How many tiles a strip has. */
    public int across() {
        return across;
    }

    /** The column with which a tile begins. */
    public int firstColumn(int tile) {
        return firstColumn[tile];
    }

    /** Where the arcs of a tile of a strip begin in {@link #arcs}. */
    public int firstArc(int strip, int tile) {
        return firstArc[strip * across + tile];
    }

    public int endArc(int strip, int tile) {
        return firstArc[strip * across + tile + 1];
    }

    /** The arcs, tile by tile: the column's place in its tile in the upper 16 bits, the slot in the lower. Live. */
    public int[] arcs() {
        return arcs;
    }
}
