package io.acord.spark.block;

import io.acord.internal.kernel.Block;
import io.acord.lab.block.BlockFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.Arrays;

/**
 * Which agents of a block other blocks want to hear of, and where what they tell belongs. Both ends list the same
 * agents in the order of their ids, so that a frame is nothing but a place in time and numbers. Immutable.
 */
final class BlockBoundary {

    /** A frame begins with when it is of. */
    static final int HEADER = 8;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int[] peers;
    private final Pieces[] rows; // per peer, whom it wants to hear of
    private final Pieces[] columns; // per peer, whom it tells of

    private BlockBoundary(int[] peers, int[][] rows, int[][] columns) {
        this.peers = peers;
        this.rows = Arrays.stream(rows).map(Pieces::of).toArray(Pieces[]::new);
        this.columns = Arrays.stream(columns).map(Pieces::of).toArray(Pieces[]::new);
    }

    /**
     * Rows or columns, some at a time: what is told of those stays in the first cache until it is where it belongs.
     *
     * @param agents how many they are together
     */
    @SuppressWarnings("ArrayRecordComponent") // of its block
    record Pieces(int agents, int[][] each) {

        /** All but the last have so many. */
        static final int SIZE = 1024;

        static Pieces of(int... all) {
            int[][] each = new int[(all.length + SIZE - 1) / SIZE][];
            Arrays.setAll(each, k -> Arrays.copyOfRange(all, k * SIZE, Math.min(all.length, (k + 1) * SIZE)));
            return new Pieces(all.length, each);
        }
    }

    /** The boundary of a block. */
    static BlockBoundary of(BlockFile file) {
        Block block = file.block();
        int[] hosts = file.hosts();
        int[] peers = Arrays.stream(hosts).sorted().distinct().toArray();
        int[] peerOf = new int[hosts.length]; // of a halo column
        int[] heard = new int[peers.length];
        for (int h = 0; h < hosts.length; h++) {
            peerOf[h] = Arrays.binarySearch(peers, hosts[h]);
            heard[peerOf[h]]++;
        }
        int[][] columns = new int[peers.length][];
        Arrays.setAll(columns, p -> new int[heard[p]]);
        int[] next = new int[peers.length];
        for (int h = 0; h < hosts.length; h++) {
            columns[peerOf[h]][next[peerOf[h]]++] = block.rows() + h;
        }
        return new BlockBoundary(peers, rowsWithNeighbors(file, peerOf, peers.length), columns);
    }

    /** Per peer the rows that have a neighbour there, in the order of their agents' ids. */
    private static int[][] rowsWithNeighbors(BlockFile file, int[] peerOf, int peers) {
        Block block = file.block();
        int[][] rows = new int[peers][16];
        int[] count = new int[peers];
        int[] lastRow = new int[peers];
        Arrays.fill(lastRow, -1);
        for (int row = 0; row < block.rows(); row++) {
            for (int arc = block.firstArc()[row]; arc < block.firstArc()[row + 1]; arc++) {
                int halo = block.column()[arc] - block.rows();
                if (halo < 0 || lastRow[peerOf[halo]] == row) {
                    continue;
                }
                int p = peerOf[halo];
                lastRow[p] = row;
                if (count[p] == rows[p].length) {
                    rows[p] = Arrays.copyOf(rows[p], 2 * count[p]);
                }
                rows[p][count[p]++] = row;
            }
        }
        for (int p = 0; p < peers; p++) {
            rows[p] = byAgent(file.agents(), Arrays.copyOf(rows[p], count[p]));
        }
        return rows;
    }

    private static int[] byAgent(int[] agents, int[] rows) {
        boolean ascending = true;
        for (int k = 1; k < rows.length; k++) {
            ascending &= agents[rows[k - 1]] < agents[rows[k]];
        }
        if (ascending) {
            return rows;
        }
        long[] keys = new long[rows.length];
        Arrays.setAll(keys, k -> (long) agents[rows[k]] << 32 | rows[k]);
        Arrays.sort(keys);
        return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    }

    /** The blocks that there is an edge to. */
    int peers() {
        return peers.length;
    }

    int peer(int p) {
        return peers[p];
    }

    /** Writes what is told of some rows, one after the other. */
    interface Teller {
        void write(int[] rows, double[] into);
    }

    /** Takes what is told of some halo columns, one after the other. */
    interface Listener {
        void take(int[] columns, double[] told);
    }

    /** Whom a peer is told of. */
    Pieces told(int p) {
        return rows[p];
    }

    /** Whom a peer tells of. */
    Pieces heard(int p) {
        return columns[p];
    }

    /** A frame of so many numbers, which are to be written to its {@link #numbersOf}. */
    static byte[] frame(long when, int count) {
        byte[] frame = new byte[HEADER + 8 * count];
        LONGS.set(frame, 0, when);
        return frame;
    }

    /** The numbers of a frame. */
    static DoubleBuffer numbersOf(byte[] frame) {
        return ByteBuffer.wrap(frame, HEADER, frame.length - HEADER)
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asDoubleBuffer();
    }

    /** When a frame is of. */
    static long when(byte[] frame) {
        return (long) LONGS.get(frame, 0);
    }

    /** A frame that says nothing but when it is of. */
    static byte[] empty(long when) {
        byte[] frame = new byte[HEADER];
        LONGS.set(frame, 0, when);
        return frame;
    }
}
