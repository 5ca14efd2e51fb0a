package io.acord.internal.kernel;

import java.util.Arrays;

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
                arcs[at++] = far - starts[tile - 1] << 16 | ((int) arc & SIDE - 1);
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
