package io.acord.lab.partition;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Consecutive agents of a graph, and the block that each has been given so far. Chunks look for blocks at the same time
 * and tell each other between two passes where their agents are; whoever keeps them may be anywhere. Immutable.
 *
 * <p>An agent goes to the block that has most of its neighbours and still has room (linear deterministic greedy,
 * Stanton and Kliot 2012), and later moves where more of them are. No block gets too full, though nobody counts while a
 * pass goes on: every chunk may fill its share of the room that there was before.
 */
public final class PartitionChunk implements Serializable {

    private static final long serialVersionUID = 1;

    private static final int NOWHERE = -1;

    /** Beside the degree, what an agent makes a block do. */
    static final int EFFORT_OF_AN_AGENT = 3;

    private final int first; // the id of the first agent
    private final int[] firstArc;
    private final int[] far; // an agent of this chunk counted from its first, or ~ of one elsewhere
    private final int[] elsewhere; // the ids of neighbours in other chunks, ascending
    private final int[] blockElsewhere;
    private final int[] block;
    private final int[] before; // in the pass before
    private final long[] changes; // of what blocks have to do, by the last pass

    private PartitionChunk(
            int first,
            int[] firstArc,
            int[] far,
            int[] elsewhere,
            int[] blockElsewhere,
            int[] block,
            int[] before,
            long[] changes) {
        this.first = first;
        this.firstArc = firstArc;
        this.far = far;
        this.elsewhere = elsewhere;
        this.blockElsewhere = blockElsewhere;
        this.block = block;
        this.before = before;
        this.changes = changes;
    }

    /**
     * A chunk whose agents are nowhere yet.
     *
     * @param first the id of its first agent
     * @param firstArc where the neighbours of each agent begin, and where the last one's end
     * @param neighbors their ids
     */
    public static PartitionChunk of(int first, int[] firstArc, int[] neighbors, int blocks) {
        int rows = firstArc.length - 1;
        int[] elsewhere = Arrays.stream(neighbors)
                .filter(id -> id < first || id >= first + rows)
                .sorted()
                .distinct()
                .toArray();
        int[] far = new int[neighbors.length];
        Arrays.setAll(far, arc -> {
            int row = neighbors[arc] - first;
            return row >= 0 && row < rows ? row : ~Arrays.binarySearch(elsewhere, neighbors[arc]);
        });
        int[] nowhere = new int[rows];
        Arrays.fill(nowhere, NOWHERE);
        int[] unknown = new int[elsewhere.length];
        Arrays.fill(unknown, NOWHERE);
        return new PartitionChunk(first, firstArc, far, elsewhere, unknown, nowhere, nowhere, new long[blocks]);
    }

    /** The chunk that an agent is in. */
    public static int chunkOf(int agent, int agents, int chunks) {
        return (int) ((long) agent * chunks / agents);
    }

    /** The first agent of a chunk. */
    public static int firstOf(int chunk, int agents, int chunks) {
        return (int) (((long) chunk * agents + chunks - 1) / chunks);
    }

    /** What all its agents have to do. */
    public long effort() {
        return far.length + (long) EFFORT_OF_AN_AGENT * block.length;
    }

    private int effort(int row) {
        return firstArc[row + 1] - firstArc[row] + EFFORT_OF_AN_AGENT;
    }

    public int first() {
        return first;
    }

    /** The block of each agent. */
    public int[] blocks() {
        return block.clone();
    }

    /** By how much the last pass changed what each block has to do. */
    public long[] changes() {
        return changes.clone();
    }

    /** How many arcs join two blocks, as far as it is known here where neighbours are. */
    public long cut() {
        long cut = 0;
        for (int row = 0; row < block.length; row++) {
            for (int arc = firstArc[row]; arc < firstArc[row + 1]; arc++) {
                cut += blockAt(far[arc], block) == block[row] ? 0 : 1;
            }
        }
        return cut;
    }

    private int blockAt(int end, int[] here) {
        return end >= 0 ? here[end] : blockElsewhere[~end];
    }

    /**
     * What each other chunk is to hear after a pass: agents that have a neighbour there and went somewhere else, each
     * followed by its block.
     */
    public int[][] news(int agents, int chunks) {
        int[][] news = new int[chunks][0];
        int[] size = new int[chunks];
        int[] last = new int[chunks]; // the agent that a chunk heard of last
        Arrays.fill(last, -1);
        for (int row = 0; row < block.length; row++) {
            for (int arc = firstArc[row]; block[row] != before[row] && arc < firstArc[row + 1]; arc++) {
                if (far[arc] >= 0) {
                    continue;
                }
                int to = chunkOf(elsewhere[~far[arc]], agents, chunks);
                if (last[to] == row) {
                    continue;
                }
                last[to] = row;
                if (size[to] == news[to].length) {
                    news[to] = Arrays.copyOf(news[to], Math.max(16, 2 * size[to]));
                }
                news[to][size[to]++] = first + row;
                news[to][size[to]++] = block[row];
            }
        }
        for (int to = 0; to < chunks; to++) {
            news[to] = Arrays.copyOf(news[to], size[to]);
        }
        return news;
    }

    /** The chunk after it has heard what the others told. */
    public PartitionChunk hearing(Iterable<int[]> news) {
        int[] known = blockElsewhere.clone();
        for (int[] told : news) {
            for (int k = 0; k < told.length; k += 2) {
                known[Arrays.binarySearch(elsewhere, told[k])] = told[k + 1];
            }
        }
        return new PartitionChunk(first, firstArc, far, elsewhere, known, block, block, changes);
    }

    /** The chunk after a pass. */
    public PartitionChunk after(PartitionPass pass) {
        return new Stream(pass).play();
    }

    /** A pass over the agents of this chunk. Scratch. */
    private final class Stream {
        private final PartitionPass pass;
        private final int[] now = block.clone();
        private final long[] net; // what was put into each block, less what was taken out
        private final int[] neighbors; // in each block, of the agent that is looked at
        private final int[] touched; // the blocks that have some
        private int count;

        Stream(PartitionPass pass) {
            this.pass = pass;
            this.net = new long[pass.blocks()];
            this.neighbors = new int[pass.blocks()];
            this.touched = new int[pass.blocks()];
        }

        PartitionChunk play() {
            for (int row = 0; row < now.length; row++) {
                if (!pass.isTurnOf(first + row)) {
                    continue;
                }
                look(row);
                int home = now[row];
                int best = home == NOWHERE ? place(row) : better(row, home);
                if (best != home) {
                    now[row] = best;
                    net[best] += effort(row);
                    if (home != NOWHERE) {
                        net[home] -= effort(row);
                    }
                }
                for (int k = 0; k < count; k++) {
                    neighbors[touched[k]] = 0;
                }
            }
            return new PartitionChunk(first, firstArc, far, elsewhere, blockElsewhere, now, block, net);
        }

        private void look(int row) {
            count = 0;
            for (int arc = firstArc[row]; arc < firstArc[row + 1]; arc++) {
                int b = blockAt(far[arc], now);
                if (b != NOWHERE && neighbors[b]++ == 0) {
                    touched[count++] = b;
                }
            }
        }

        /** What is left of a block's room if all chunks fill it as this one does. */
        private double left(int b) {
            return 1 - (pass.loads()[b] + (double) pass.chunks() * net[b]) / pass.room();
        }

        private boolean fits(int row, int b) {
            return net[b] + effort(row) <= (pass.room() - pass.loads()[b]) / pass.chunks();
        }

        private int place(int row) {
            int best = NOWHERE;
            double most = 0;
            for (int k = 0; k < count; k++) {
                int b = touched[k];
                double score = fits(row, b) ? neighbors[b] * left(b) : 0;
                if (score > most || (score == most && score > 0 && b < best)) {
                    most = score;
                    best = b;
                }
            }
            return best == NOWHERE ? roomiest() : best;
        }

        private int roomiest() {
            int best = 0;
            for (int b = 1; b < net.length; b++) {
                best = left(b) > left(best) ? b : best;
            }
            return best;
        }

        private int better(int row, int home) {
            int best = home;
            for (int k = 0; k < count; k++) {
                int b = touched[k];
                boolean isBetter =
                        neighbors[b] > neighbors[best] || (neighbors[b] == neighbors[best] && best != home && b < best);
                if (b != home && isBetter && fits(row, b)) {
                    best = b;
                }
            }
            return best;
        }
    }
}
