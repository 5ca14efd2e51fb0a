package io.acord.spark.frame;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.Partitioner;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Some thousand arcs on their way to their block. As rows of a data frame each would be copied, hashed and sorted by
 * itself; as arrays they cost a few nanoseconds. Immutable.
 *
 * @param ids where each begins
 * @param far where each leads
 * @param hosts the block of that end
 * @param rounds of each; null: all are of all rounds
 * @param weights of each; null: all are 1
 */
@SuppressWarnings("ArrayRecordComponent") // written by one task, read by another
record ArcChunk(int[] ids, int[] far, int[] hosts, int @Nullable [] rounds, double @Nullable [] weights)
        implements Serializable {

    private static final int LARGEST = 1 << 14; // arcs

    /** All chunks that are being filled have about as many arcs together, however many blocks there are. */
    private static final int UNDER_WAY = 1 << 21;

    int size() {
        return ids.length;
    }

    int round(int k) {
        return rounds == null ? 0 : rounds[k];
    }

    double weight(int k) {
        return weights == null ? 1 : weights[k];
    }

    /** Both arcs of every edge in rows {@code round, tail, tailBlock, head, headBlock, weight}, block by block. */
    static Iterator<Tuple2<Integer, ArcChunk>> of(Iterator<InternalRow> edges, int blocks) {
        return new Chunks(edges, blocks);
    }

    /** Block b is partition b. */
    static Partitioner byBlock(int blocks) {
        return new ByBlock(blocks);
    }

    private static final class ByBlock extends Partitioner {
        private static final long serialVersionUID = 1;

        private final int blocks;

        ByBlock(int blocks) {
            this.blocks = blocks;
        }

        @Override
        public int numPartitions() {
            return blocks;
        }

        @Override
        public int getPartition(Object block) {
            return (Integer) block;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof ByBlock by && by.blocks == blocks;
        }

        @Override
        public int hashCode() {
            return blocks;
        }
    }

    /** A chunk that is being filled. Mutable. */
    private static final class Filling {
        private final int[] ids;
        private final int[] far;
        private final int[] hosts;
        private final int[] rounds;
        private final double[] weights;
        private boolean areOfAllRounds = true;
        private boolean areOnes = true;
        private int size;

        Filling(int most) {
            ids = new int[most];
            far = new int[most];
            hosts = new int[most];
            rounds = new int[most];
            weights = new double[most];
        }

        boolean add(int id, int end, int host, int round, double weight) {
            ids[size] = id;
            far[size] = end;
            hosts[size] = host;
            rounds[size] = round;
            weights[size++] = weight;
            areOfAllRounds &= round == 0;
            areOnes &= weight == 1;
            return size == ids.length;
        }

        ArcChunk take() {
            ArcChunk chunk = new ArcChunk(
                    Arrays.copyOf(ids, size),
                    Arrays.copyOf(far, size),
                    Arrays.copyOf(hosts, size),
                    areOfAllRounds ? null : Arrays.copyOf(rounds, size),
                    areOnes ? null : Arrays.copyOf(weights, size));
            size = 0;
            areOfAllRounds = true;
            areOnes = true;
            return chunk;
        }
    }

    private static final class Chunks implements Iterator<Tuple2<Integer, ArcChunk>> {
        private final Iterator<InternalRow> edges;
        private final @Nullable Filling[] byBlock; // null: it has got none yet
        private final int most;
        private final Deque<Tuple2<Integer, ArcChunk>> full = new ArrayDeque<>();
        private boolean isOver;

        Chunks(Iterator<InternalRow> edges, int blocks) {
            this.edges = edges;
            this.byBlock = new Filling[blocks];
            this.most = Math.max(16, Math.min(LARGEST, UNDER_WAY / blocks));
        }

        @Override
        public boolean hasNext() {
            while (full.isEmpty() && edges.hasNext()) {
                InternalRow edge = edges.next();
                int round = edge.getInt(0);
                int tail = edge.getInt(1);
                int tailBlock = edge.getInt(2);
                int head = edge.getInt(3);
                int headBlock = edge.getInt(4);
                double weight = edge.getDouble(5);
                add(tailBlock, tail, head, headBlock, round, weight);
                add(headBlock, head, tail, tailBlock, round, weight);
            }
            if (full.isEmpty() && !isOver) {
                isOver = true;
                for (int b = 0; b < byBlock.length; b++) {
                    Filling filling = byBlock[b];
                    if (filling != null && filling.size > 0) {
                        full.add(new Tuple2<>(b, filling.take()));
                    }
                }
            }
            return !full.isEmpty();
        }

        private void add(int block, int id, int far, int host, int round, double weight) {
            Filling filling = byBlock[block];
            if (filling == null) {
                filling = new Filling(most);
                byBlock[block] = filling;
            }
            if (filling.add(id, far, host, round, weight)) {
                full.add(new Tuple2<>(block, filling.take()));
            }
        }

        @Override
        public Tuple2<Integer, ArcChunk> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return full.remove();
        }
    }
}
