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

    /** Arcs of one kind of rounds, row by row. */
    private static final class Arcs {
        private int[] row = new int[64];
        private int[] far = new int[64]; // the id at the other end
        private int[] host = new int[64]; // its block
        private double[] weight = new double[64];
        private int size;

        void add(int r, int f, int h, double w) {
            if (size == row.length) {
                int larger = Math.addExact(size, size >> 1);
                row = Arrays.copyOf(row, larger);
                far = Arrays.copyOf(far, larger);
                host = Arrays.copyOf(host, larger);
                weight = Arrays.copyOf(weight, larger);
            }
            row[size] = r;
            far[size] = f;
            host[size] = h;
            weight[size++] = w;
        }

        void clear() {
            size = 0;
        }
    }

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
     * @param links {@code block, round, id, far, host, weight} by round, id and far
     */
    Built build(Iterator<InternalRow> agents, Iterator<InternalRow> links) throws IOException {
        readAgents(agents);
        Arcs always = new Arcs();
        Arcs own = new Arcs();
        int[] ownRounds = new int[16];
        int owns = 0;
        int round = 0;
        while (links.hasNext()) {
            InternalRow link = links.next();
            int t = link.getInt(1);
            if (t != round) {
                if (round > 0) {
                    writeGraph(round, merged(always, own));
                }
                own.clear();
                round = t;
                if (t > 0) {
                    ownRounds = owns == ownRounds.length ? Arrays.copyOf(ownRounds, 2 * owns) : ownRounds;
                    ownRounds[owns++] = t;
                }
            }
            take(link, t == 0 ? always : own);
        }
        if (round > 0) {
            writeGraph(round, merged(always, own));
        }
        writeGraph(0, always);
        int[] withOwn = Arrays.copyOf(ownRounds, owns);
        checksum = 31 * checksum
                + new RosterFile(Arrays.copyOf(ids, rows), Arrays.copyOf(names, rows), withOwn)
                        .write(storage.create(FrameFiles.roster(fleet, me), true));
        checksum = 31 * checksum
                + PlayedFile.writeStart(
                        storage.create(FrameFiles.start(fleet, me), true), Arrays.copyOf(start, rows * d), d);
        return new Built(me, rows, arcs, cut, always.size > 0, withOwn, wrong, checksum);
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

    private void take(InternalRow link, Arcs into) {
        int t = link.getInt(1);
        int id = link.getInt(2);
        int far = link.getInt(3);
        double w = link.getDouble(5);
        int last = into.size - 1;
        int row = Arrays.binarySearch(ids, 0, rows, id);
        boolean again = last >= 0 && row >= 0 && into.row[last] == row && into.far[last] == far;
        if (row < 0 || far < 0 || far == id || t < 0 || t > horizon || again || !(w >= 0) || Double.isInfinite(w)) {
            wrong++;
        } else if (w > 0) { // an edge of weight 0 couples nobody
            into.add(row, far, link.getInt(4), w);
            arcs++;
            cut += link.getInt(4) == me ? 0 : 1;
        }
    }

    /** The arcs of a round: those of all rounds and its own, by row and far end. */
    private Arcs merged(Arcs always, Arcs own) {
        Arcs both = new Arcs();
        int a = 0;
        int b = 0;
        while (a < always.size || b < own.size) {
            int order = a == always.size ? 1 : b == own.size ? -1 : Long.compare(place(always, a), place(own, b));
            wrong += order == 0 ? 1 : 0; // it is there already
            Arcs from = order <= 0 ? always : own;
            int k = order <= 0 ? a++ : b++;
            both.add(from.row[k], from.far[k], from.host[k], from.weight[k]);
        }
        return both;
    }

    private static long place(Arcs arcs, int k) {
        return (long) arcs.row[k] << 32 | arcs.far[k];
    }

    private void writeGraph(int graph, Arcs arcs) throws IOException {
        if (rows == 0) {
            return;
        }
        long[] halo = new long[arcs.size]; // far ends that live elsewhere, and where
        int count = 0;
        boolean ones = true;
        for (int k = 0; k < arcs.size; k++) {
            ones &= arcs.weight[k] == 1;
            if (arcs.host[k] != me) {
                halo[count++] = (long) arcs.far[k] << 32 | arcs.host[k];
            }
        }
        halo = Arrays.stream(halo, 0, count).sorted().distinct().toArray();
        int[] agents = Arrays.copyOf(ids, rows + halo.length);
        int[] hosts = new int[halo.length];
        for (int h = 0; h < halo.length; h++) {
            agents[rows + h] = (int) (halo[h] >>> 32);
            hosts[h] = (int) halo[h];
        }
        int[] firstArc = new int[rows + 1];
        int[] column = new int[arcs.size];
        for (int k = 0; k < arcs.size; k++) {
            firstArc[arcs.row[k] + 1] = k + 1;
            column[k] = arcs.host[k] == me
                    ? Arrays.binarySearch(ids, 0, rows, arcs.far[k])
                    : Arrays.binarySearch(agents, rows, agents.length, arcs.far[k]);
        }
        for (int row = 1; row <= rows; row++) {
            firstArc[row] = Math.max(firstArc[row], firstArc[row - 1]);
        }
        if (wrong > 0) {
            return; // it will be refused
        }
        double[] weight = ones ? null : Arrays.copyOf(arcs.weight, arcs.size);
        Block block =
                Block.restored(rows, agents, firstArc, column, new Block.Edges(d, weight, null, new double[0], null));
        checksum = 31 * checksum
                + new BlockFile(block, agents, hosts)
                        .write(storage.create(FrameFiles.graphName(fleet, graph, me), true));
    }
}
