package io.acord.spark.frame;

import io.acord.internal.kernel.Block;
import io.acord.lab.block.BlockFile;
import io.acord.lab.store.Storage;
import io.acord.spark.block.PlayedFile;
import io.acord.spark.block.RosterFile;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Builds a block from its agents and arcs as they stream by, both sorted, and writes it down: the graph of all rounds,
 * and one for every round that has edges of its own. Scratch; one task.
 */
final class BlockBuilder {

    /**
     * What a driver learns of a block.
     *
     * @param arcs of all rounds together
     * @param cut those that lead to another block
     * @param hasAlways whether it has edges of all rounds
     * @param ownRounds the rounds in which it has others
     * @param wrong arcs that cannot be: an unknown end, a loop, a weight or a round that is none, a repetition
     * @param checksum of what was written
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Built(
            int block, int rows, long arcs, long cut, boolean hasAlways, int[] ownRounds, long wrong, long checksum)
            implements Serializable {}

    private final Storage storage;
    private final String fleet;
    private final int me;
    private final int d;
    private final int horizon;
    private int[] ids = new int[64];
    private String[] names = new String[64];
    private double[] start = new double[64];
    private int rows;
    private long arcs;
    private long cut;
    private long wrong;
    private long checksum;

    /** A builder of a block of the fleet in a folder. */
    BlockBuilder(Storage storage, String fleet, int me, int d, int horizon) {
        this.storage = storage;
        this.fleet = fleet;
        this.me = me;
        this.d = d;
        this.horizon = horizon;
    }

    /**
     * Builds and writes.
     *
     * @param agents {@code block, id, agent [, x0, …]} by id
     * @param links the arcs of these agents, in any order
     */
    Built build(Iterator<InternalRow> agents, Iterator<ArcChunk> links) throws IOException {
        readAgents(agents);
        TreeMap<Integer, ArcRows> byRound = new TreeMap<>();
        while (links.hasNext()) {
            take(links.next(), byRound);
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
        checksum = 31 * checksum + roster(withOwn).write(storage.create(FrameFiles.roster(fleet, me), true));
        checksum = 31 * checksum
                + PlayedFile.writeStart(
                        storage.create(FrameFiles.start(fleet, me), true), Arrays.copyOf(start, rows * d), d);
        return new Built(me, rows, arcs, cut, always.size() > 0, withOwn, wrong, checksum);
    }

    /**
     * Writes who lives in a block, for whoever looks for them before it is built.
     *
     * @param agents as {@link #build} takes them
     */
    static void writeRoster(Storage storage, String fleet, int me, Iterator<InternalRow> agents) throws IOException {
        BlockBuilder builder = new BlockBuilder(storage, fleet, me, 0, 0);
        builder.readAgents(agents);
        builder.roster(new int[0]).write(storage.create(FrameFiles.roster(fleet, me), false));
    }

    private RosterFile roster(int[] ownRounds) {
        return new RosterFile(Arrays.copyOf(ids, rows), Arrays.copyOf(names, rows), ownRounds);
    }

    private void readAgents(Iterator<InternalRow> agents) {
        while (agents.hasNext()) {
            InternalRow agent = agents.next();
            if (rows == ids.length) {
                int larger = Math.addExact(rows, rows >> 1);
                ids = Arrays.copyOf(ids, larger);
                names = Arrays.copyOf(names, larger);
            }
            if ((rows + 1) * d > start.length) {
                start = Arrays.copyOf(start, Math.multiplyExact(Math.max(ids.length, rows + 1), d));
            }
            ids[rows] = agent.getInt(1);
            names[rows] = agent.getUTF8String(2).toString();
            for (int c = 0; c < d && agent.numFields() > 3; c++) {
                start[rows * d + c] = agent.getDouble(3 + c);
            }
            rows++;
        }
    }

    private void take(ArcChunk chunk, Map<Integer, ArcRows> byRound) {
        for (int k = 0; k < chunk.size(); k++) {
            int t = chunk.round(k);
            int id = chunk.ids()[k];
            int far = chunk.far()[k];
            double w = chunk.weight(k);
            int row = rowOf(id);
            if (row < 0 || far < 0 || far == id || t < 0 || t > horizon || !(w >= 0) || Double.isInfinite(w)) {
                wrong++;
                continue;
            }
            ArcRows into = byRound.computeIfAbsent(t, unused -> new ArcRows());
            if (w > 0) { // an edge of weight 0 couples nobody
                into.add(row, far, chunk.hosts()[k], w);
                arcs++;
                cut += chunk.hosts()[k] == me ? 0 : 1;
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
        long[] halo = halo(arcs);
        int[] agents = Arrays.copyOf(ids, rows + halo.length);
        int[] hosts = new int[halo.length];
        for (int h = 0; h < halo.length; h++) {
            agents[rows + h] = (int) (halo[h] >>> 32);
            hosts[h] = (int) halo[h];
        }
        int[] firstArc = new int[rows + 1];
        int[] column = new int[arcs.size()];
        for (int k = 0; k < column.length; k++) {
            firstArc[arcs.row(k) + 1] = k + 1;
            column[k] = arcs.host(k) == me
                    ? rowOf(arcs.far(k))
                    : Arrays.binarySearch(agents, rows, agents.length, arcs.far(k));
        }
        for (int row = 1; row <= rows; row++) {
            firstArc[row] = Math.max(firstArc[row], firstArc[row - 1]);
        }
        Block block = Block.restored(
                rows, agents, firstArc, column, new Block.Edges(d, arcs.weights(), null, new double[0], null));
        checksum = 31 * checksum
                + new BlockFile(block, agents, hosts)
                        .write(storage.create(FrameFiles.graphName(fleet, graph, me), true));
    }

    /** Far ends that live elsewhere by their ids, and where. */
    private long[] halo(ArcRows arcs) {
        int count = 0;
        for (int k = 0; k < arcs.size(); k++) {
            count += arcs.host(k) == me ? 0 : 1;
        }
        long[] halo = new long[count];
        count = 0;
        for (int k = 0; k < arcs.size(); k++) {
            if (arcs.host(k) != me) {
                halo[count++] = (long) arcs.far(k) << 32 | arcs.host(k);
            }
        }
        Arrays.sort(halo);
        int different = 0;
        for (int k = 0; k < count; k++) {
            if (k == 0 || halo[k] != halo[k - 1]) {
                halo[different++] = halo[k];
            }
        }
        return Arrays.copyOf(halo, different);
    }
}
