package io.acord.spark.block;

import io.acord.acord.BlockRound;
import io.acord.graph.Block;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which agents of a block other blocks want to hear of, and where what they tell belongs. Both ends list the same agents in the order of their ids, so that a frame is nothing but a place in time and numbers. Immutable.
 */
final class Boundary {

    /** A frame begins with when it is of. */
    static final int HEADER = 8;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle DOUBLES =
            MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

    private final int d;
    private final int[] peers;
    private final int[][] rows; // per peer, whom it wants to hear of
    private final int[][] columns; // per peer, whom it tells of

    private Boundary(int d, int[] peers, int[][] rows, int[][] columns) {
        this.d = d;
        this.peers = peers;
        this.rows = rows;
        this.columns = columns;
    }

    /** The boundary of a block whose halo lives in these blocks. */
    static Boundary of(Block block, int[] hosts) {
        int[] peers = Arrays.stream(hosts).sorted().distinct().toArray();
        int[][] rows = new int[peers.length][];
        int[][] columns = new int[peers.length][];
        for (int p = 0; p < peers.length; p++) {
            int peer = peers[p];
            columns[p] = IntStream.range(0, hosts.length)
                    .filter(h -> hosts[h] == peer)
                    .map(h -> block.rows() + h)
                    .toArray();
            rows[p] = rowsWithNeighborAt(block, hosts, peer);
        }
        return new Boundary(block.dimension(), peers, rows, columns);
    }

    private static int[] rowsWithNeighborAt(Block block, int[] hosts, int peer) {
        int[] found = new int[block.rows()];
        int count = 0;
        boolean ascending = true;
        for (int row = 0; row < block.rows(); row++) {
            boolean wanted = false;
            for (int arc = block.firstArc()[row]; arc < block.firstArc()[row + 1] && !wanted; arc++) {
                int halo = block.column()[arc] - block.rows();
                wanted = halo >= 0 && hosts[halo] == peer;
            }
            if (wanted) {
                ascending &= count == 0 || block.agent(found[count - 1]) < block.agent(row);
                found[count++] = row;
            }
        }
        int[] rows = Arrays.copyOf(found, count);
        if (ascending) {
            return rows;
        }
        long[] byAgent = new long[count];
        Arrays.setAll(byAgent, k -> (long) block.agent(rows[k]) << 32 | rows[k]);
        Arrays.sort(byAgent);
        return Arrays.stream(byAgent).mapToInt(key -> (int) key).toArray();
    }

    /** The blocks that there is an edge to. */
    int peers() {
        return peers.length;
    }

    int peer(int p) {
        return peers[p];
    }

    /** How many numbers a peer is told. */
    int numbers(int p) {
        return rows[p].length * d;
    }

    /** What a peer is told: what its neighbours here show, or what they play. */
    byte[] frame(int p, long when, BlockRound state, boolean actions) {
        int[] told = rows[p];
        byte[] frame = new byte[HEADER + 8 * told.length * d];
        LONGS.set(frame, 0, when);
        int at = HEADER;
        for (int row : told) {
            for (int c = 0; c < d; c++) {
                DOUBLES.set(frame, at, actions ? state.action(row, c) : state.shown(row, c));
                at += 8;
            }
        }
        return frame;
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

    /** Takes what a peer told; false if it is not what a peer would tell. */
    boolean take(int p, byte[] frame, BlockRound state, boolean actions) {
        int[] heard = columns[p];
        if (frame.length != HEADER + 8 * heard.length * d) {
            return false;
        }
        double[] numbers = new double[d];
        int at = HEADER;
        for (int column : heard) {
            for (int c = 0; c < d; c++) {
                numbers[c] = (double) DOUBLES.get(frame, at);
                at += 8;
            }
            if (actions) {
                state.hearAction(column, numbers);
            } else {
                state.hear(column, numbers);
            }
        }
        return true;
    }
}
