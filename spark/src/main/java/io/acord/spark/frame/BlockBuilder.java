package io.acord.spark.frame;

import io.acord.internal.kernel.Block;
import io.acord.lab.block.BlockFile;
import io.acord.lab.store.Storage;
import io.acord.spark.block.OwnRoundsFile;
import io.acord.spark.block.PlayedFile;
import io.acord.spark.block.RosterFile;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/**
 * Builds a block of those who are in its roster from arcs as they stream by, and writes it down: the graph of all
 * rounds, and one for every round that has edges of its own. Scratch; one task.
 */
final class BlockBuilder {

    /**
     * What a driver learns of a block.
     *
     * @param arcs of all rounds together
     * @param cut those that lead to another block
     * @param hasAlways whether it has edges of all rounds
     * @param ownRounds the rounds in which it has others
     * @param wrong what cannot be: a start of somebody else or of nobody; an arc with an unknown end, a loop, a weight
     *     or a round that is none, a repetition
     * @param checksum of what was written
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Built(
            int block, int rows, long arcs, long cut, boolean hasAlways, int[] ownRounds, long wrong, long checksum)
            implements Serializable {}

    private static final int BITS = 11; // of a digit when sorting
    private static final int DIGITS = 1 << BITS;

    private final Storage storage;
    private final String fleet;
    private final int me;
    private final int d;
    private final int horizon;
    private final int[] ids;
    private final int rows;
    private long arcs;
    private long cut;
    private long wrong;
    private long checksum;

    /** A builder of a block of the fleet in a folder, where its roster is. */
    BlockBuilder(Storage storage, String fleet, int me, int d, int horizon) throws IOException {
        this.storage = storage;
        this.fleet = fleet;
        this.me = me;
        this.d = d;
        this.horizon = horizon;
        this.ids = RosterFile.read(storage.open(FrameFiles.roster(fleet, me)), FrameFiles.roster(fleet, me))
                .ids();
        this.rows = ids.length;
    }

    /**
     * Builds and writes.
     *
     * @param starts {@code block, id, x0, …} by id, a row for everybody; null: all begin at 0
     * @param links the arcs of these agents, in any order
     */
    Built build(@Nullable Iterator<InternalRow> starts, Iterator<ArcChunk> links) throws IOException {
        double[] start = starts == null ? new double[rows * d] : read(starts);
        TreeMap<Integer, ArcRows> byRound = new TreeMap<>();
        while (links.hasNext()) {
            links.next().show((ends, far, hosts, rounds, weights) -> take(ends, far, hosts, rounds, weights, byRound));
        }
        ArcRows always = byRound.getOrDefault(0, new ArcRows());
        byRound.remove(0);
        wrong += always.sort(rows);
        for (Map.Entry<Integer, ArcRows> own : byRound.entrySet()) {
            wrong += own.getValue().sort(rows);
            ArcRows both = ArcRows.merged(always, own.getValue());
            wrong += both.repeated();
            writeGraph(own.getKey(), both);
        }
        writeGraph(0, always);
        int[] withOwn = byRound.keySet().stream().mapToInt(Integer::intValue).toArray();
        checksum =
                31 * checksum + new OwnRoundsFile(withOwn).write(storage.create(FrameFiles.ownRounds(fleet, me), true));
        checksum = 31 * checksum + PlayedFile.writeStart(storage.create(FrameFiles.start(fleet, me), true), start, d);
        return new Built(me, rows, arcs, cut, always.size() > 0, withOwn, wrong, checksum);
    }

    private double[] read(Iterator<InternalRow> starts) {
        double[] start = new double[Math.multiplyExact(rows, d)];
        int row = 0;
        while (starts.hasNext()) {
            InternalRow line = starts.next();
            if (row == rows || line.getInt(1) != ids[row]) {
                wrong++; // somebody else's
                continue;
            }
            for (int c = 0; c < d; c++) {
                start[row * d + c] = line.getDouble(2 + c);
            }
            row++;
        }
        wrong += rows - row;
        return start;
    }

    private void take(
            int[] ends,
            int[] far,
            int[] hosts,
            int @Nullable [] rounds,
            double @Nullable [] weights,
            Map<Integer, ArcRows> byRound) {
        ArcRows into = null;
        int ofRound = -1;
        for (int k = 0; k < ends.length; k++) {
            int t = rounds == null ? 0 : rounds[k];
            double w = weights == null ? 1 : weights[k];
            int row = rowOf(ends[k]);
            if (row < 0
                    || far[k] < 0
                    || far[k] == ends[k]
                    || t < 0
                    || t > horizon
                    || !(w >= 0)
                    || Double.isInfinite(w)) {
                wrong++;
                continue;
            }
            if (into == null || ofRound != t) {
                into = byRound.computeIfAbsent(t, unused -> new ArcRows());
                ofRound = t;
            }
            if (w > 0) { // an edge of weight 0 couples nobody
                into.add(row, far[k], hosts[k], w);
                arcs++;
                cut += hosts[k] == me ? 0 : 1;
            }
        }
    }

    /** The row of an agent; negative if it does not live here. */
    private int rowOf(int id) {
        int guess = rows == 0 ? -1 : id - ids[0]; // of pieces of the names in their order
        return guess >= 0 && guess < rows && ids[guess] == id ? guess : Arrays.binarySearch(ids, 0, rows, id);
    }

    private void writeGraph(int graph, ArcRows arcs) throws IOException {
        if (rows == 0 || wrong > 0) {
            return; // it will be refused
        }
        int size = arcs.size();
        long[] cutArcs = cutArcs(arcs);
        int[] firstArc = new int[rows + 1];
        int[] column = new int[size];
        for (int k = 0; k < size; k++) {
            firstArc[arcs.row(k) + 1] = k + 1;
            column[k] = arcs.host(k) == me ? rowOf(arcs.far(k)) : -1;
        }
        for (int row = 1; row <= rows; row++) {
            firstArc[row] = Math.max(firstArc[row], firstArc[row - 1]);
        }
        // Far ends that live elsewhere are numbered in the order of their ids, where all arcs to one lie side by side.
        int[] agents = Arrays.copyOf(ids, rows + cutArcs.length);
        int[] hosts = new int[cutArcs.length];
        int halo = 0;
        for (int k = 0; k < cutArcs.length; k++) {
            int far = (int) (cutArcs[k] >>> 32);
            int arc = (int) cutArcs[k];
            if (k == 0 || far != agents[rows + halo - 1]) {
                agents[rows + halo] = far;
                hosts[halo++] = arcs.host(arc);
            }
            column[arc] = rows + halo - 1;
        }
        Block block = Block.restored(
                rows,
                Arrays.copyOf(agents, rows + halo),
                firstArc,
                column,
                new Block.Edges(d, arcs.weights(), null, new double[0], null));
        checksum = 31 * checksum
                + new BlockFile(block, Arrays.copyOf(agents, rows + halo), Arrays.copyOf(hosts, halo))
                        .write(storage.create(FrameFiles.graphName(fleet, graph, me), true));
    }

    /** Arcs that lead to another block, by the id of their far end, which is the upper half of each. */
    private long[] cutArcs(ArcRows arcs) {
        int count = 0;
        for (int k = 0; k < arcs.size(); k++) {
            count += arcs.host(k) == me ? 0 : 1;
        }
        long[] cutArcs = new long[count];
        count = 0;
        for (int k = 0; k < arcs.size(); k++) {
            if (arcs.host(k) != me) {
                cutArcs[count++] = (long) arcs.far(k) << 32 | k;
            }
        }
        return sorted(cutArcs);
    }

    /**
     * Sorts by the upper halves, digit by digit, none of which is negative; those of one upper half stay as they were.
     */
    private static long[] sorted(long[] keys) {
        long all = 0;
        for (long key : keys) {
            all |= key;
        }
        long[] from = keys;
        long[] to = new long[keys.length];
        for (int shift = Integer.SIZE; shift < Long.SIZE && all >>> shift != 0; shift += BITS) {
            int[] next = new int[DIGITS];
            for (long key : from) {
                next[digit(key, shift)]++;
            }
            int before = 0;
            for (int digit = 0; digit < DIGITS; digit++) {
                int count = next[digit];
                next[digit] = before;
                before += count;
            }
            for (long key : from) {
                to[next[digit(key, shift)]++] = key;
            }
            long[] swapped = to;
            to = from;
            from = swapped;
        }
        return from;
    }

    private static int digit(long key, int shift) {
        return (int) (key >>> shift) & DIGITS - 1;
    }
}
