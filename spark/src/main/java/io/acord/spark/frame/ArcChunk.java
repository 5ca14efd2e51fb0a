package io.acord.spark.frame;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.Partitioner;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Some thousand arcs on their way to their block. As rows of a data frame each would be copied, hashed and sorted by
 * itself; as arrays they cost a few nanoseconds, and as bytes they are written and read without being looked at.
 * Immutable.
 *
 * @param size how many arcs
 * @param hasRounds whether they have rounds; if not, all are of all rounds
 * @param hasWeights whether they have weights; if not, all are 1
 * @param numbers where each begins, where each leads, the block of that end, its round and its weight
 */
@SuppressWarnings("ArrayRecordComponent") // written by one task, read by another
record ArcChunk(int size, boolean hasRounds, boolean hasWeights, byte[] numbers) implements Serializable {

    private static final int LARGEST = 1 << 14; // arcs

    /** All chunks that are being filled have about as many arcs together, however many blocks there are. */
    private static final int UNDER_WAY = 1 << 21;

    /** Takes the arcs of a chunk. */
    interface Taker {
        /**
         * Takes all of them.
         *
         * @param rounds null: all are of all rounds
         * @param weights null: all are 1
         */
        void take(int[] ids, int[] far, int[] hosts, int @Nullable [] rounds, double @Nullable [] weights);
    }

    void show(Taker taker) {
        ByteBuffer bytes = ByteBuffer.wrap(numbers).order(ByteOrder.LITTLE_ENDIAN);
        int[] ids = wholes(bytes);
        int[] far = wholes(bytes);
        int[] hosts = wholes(bytes);
        int[] rounds = hasRounds ? wholes(bytes) : null;
        double[] weights = null;
        if (hasWeights) {
            weights = new double[size];
            bytes.asDoubleBuffer().get(weights);
        }
        taker.take(ids, far, hosts, rounds, weights);
    }

    private int[] wholes(ByteBuffer bytes) {
        int[] wholes = new int[size];
        bytes.asIntBuffer().get(wholes);
        bytes.position(bytes.position() + Integer.BYTES * size);
        return wholes;
    }

    /** Both arcs of every edge, block by block. */
    static Iterator<Tuple2<Integer, ArcChunk>> of(EdgeBatch.Source edges, int blocks) {
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
            boolean hasRounds = !areOfAllRounds;
            boolean hasWeights = !areOnes;
            int bytes = Integer.BYTES * (hasRounds ? 4 : 3) + (hasWeights ? Double.BYTES : 0);
            ByteBuffer numbers = ByteBuffer.allocate(bytes * size).order(ByteOrder.LITTLE_ENDIAN);
            put(ids, numbers);
            put(far, numbers);
            put(hosts, numbers);
            if (hasRounds) {
                put(rounds, numbers);
            }
            if (hasWeights) {
                numbers.asDoubleBuffer().put(weights, 0, size);
            }
            ArcChunk chunk = new ArcChunk(size, hasRounds, hasWeights, numbers.array());
            size = 0;
            areOfAllRounds = true;
            areOnes = true;
            return chunk;
        }

        private void put(int[] wholes, ByteBuffer into) {
            into.asIntBuffer().put(wholes, 0, size);
            into.position(into.position() + Integer.BYTES * size);
        }
    }

    private static final class Chunks implements Iterator<Tuple2<Integer, ArcChunk>> {
        private final EdgeBatch.Source edges;
        private final EdgeBatch batch = new EdgeBatch();
        private final @Nullable Filling[] byBlock; // null: it has got none yet
        private final int most;
        private final Deque<Tuple2<Integer, ArcChunk>> full = new ArrayDeque<>();
        private boolean isOver;

        Chunks(EdgeBatch.Source edges, int blocks) {
            this.edges = edges;
            this.byBlock = new Filling[blocks];
            this.most = Math.max(16, Math.min(LARGEST, UNDER_WAY / blocks));
        }

        @Override
        public boolean hasNext() {
            while (full.isEmpty() && edges.fill(batch)) {
                for (int k = 0; k < batch.size; k++) {
                    int round = batch.rounds[k];
                    int tail = batch.tails[k];
                    int tailBlock = batch.tailBlocks[k];
                    int head = batch.heads[k];
                    int headBlock = batch.headBlocks[k];
                    double weight = batch.weights[k];
                    add(tailBlock, tail, head, headBlock, round, weight);
                    add(headBlock, head, tail, tailBlock, round, weight);
                }
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
