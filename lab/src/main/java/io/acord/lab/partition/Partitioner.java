package io.acord.lab.partition;

import io.acord.graph.Graph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Deals the agents of a graph out to blocks such that few edges join two blocks and all have about as much to do.
 * Deterministic: the same graph, the same blocks.
 *
 * <p>Three proposals are made, each in one walk over the graph: pieces of the ids as they are, which is best where the
 * ids have an order; pieces of a breadth-first order; and agents streamed in that order, each to the block that has
 * most of its neighbours and still has room (linear deterministic greedy, Stanton and Kliot 2012). The one that cuts
 * least is then refined: agent by agent moves where most of its neighbours are, as long as no block grows too full. A
 * block's load counts an agent as its arcs and 3 more, as the kernels do.
 */
public final class Partitioner {

    private static final int EFFORT_OF_AN_AGENT = PartitionChunk.EFFORT_OF_AN_AGENT;

    private static final double MOST = PartitionPass.MOST;

    private static final int MOST_PASSES = 12;

    /** A pass that takes less than this share of the cut away is the last. */
    private static final double WORTHWHILE = 0.002;

    private Partitioner() {}

    /** Partitions a graph; every block gets an agent at least. */
    public static Partition of(Graph graph, int blocks) {
        int n = graph.agents();
        if (blocks < 1 || blocks > n) {
            throw new AssertionError(blocks + " blocks of " + n + " agents");
        }
        int[] ids = new int[n];
        Arrays.setAll(ids, i -> i);
        if (blocks == 1) {
            return new Partition(graph, new int[n], 1, ids);
        }
        int[] breadthFirst = breadthFirst(graph);
        int[] order = ids;
        int[] best = pieces(graph, ids, blocks);
        long least = cut(graph, best);
        int[] broad = pieces(graph, breadthFirst, blocks);
        long cut = cut(graph, broad);
        if (cut < least) {
            best = broad;
            least = cut;
            order = breadthFirst;
        }
        int[] streamed = streamed(graph, breadthFirst, blocks);
        cut = cut(graph, streamed);
        if (cut < least) {
            best = streamed;
            order = breadthFirst;
        }
        refine(graph, best, blocks);
        return new Partition(graph, best, blocks, order);
    }

    /**
     * Partitions a graph as tasks of a cluster do who have a piece of it each ({@link PartitionChunk}): the same
     * blocks, in the same number of passes, each a walk over the graph. For graphs that are too large for {@link #of}.
     */
    public static Partition streaming(Graph graph, int blocks) {
        int n = graph.agents();
        if (blocks < 1 || blocks > n) {
            throw new AssertionError(blocks + " blocks of " + n + " agents");
        }
        int[] blockOf = new int[n];
        for (PartitionChunk chunk : streamed(graph, blocks)) {
            int[] own = chunk.blocks();
            System.arraycopy(own, 0, blockOf, chunk.first(), own.length);
        }
        int[] ids = new int[n];
        Arrays.setAll(ids, i -> i);
        boolean isEverywhere = Arrays.stream(blockOf).distinct().count() == blocks;
        return new Partition(graph, isEverywhere ? blockOf : pieces(graph, ids, blocks), blocks, ids);
    }

    /** The chunks of a graph, as many as blocks, after their last pass. */
    static PartitionChunk[] streamed(Graph graph, int blocks) {
        PartitionChunk[] chunks = new PartitionChunk[blocks];
        Arrays.setAll(chunks, c -> chunk(graph, c, blocks));
        PartitionPass pass = PartitionPass.first(blocks, blocks, effort(graph));
        long[] cuts = {graph.edges()};
        while (!pass.isOver(cuts)) {
            long[] changes = new long[blocks];
            for (int c = 0; c < blocks; c++) {
                chunks[c] = chunks[c].after(pass);
                long[] own = chunks[c].changes();
                Arrays.setAll(changes, b -> changes[b] + own[b]);
            }
            tell(chunks, graph.agents());
            pass = pass.next(changes);
            cuts = Arrays.copyOf(cuts, cuts.length + 1);
            cuts[cuts.length - 1] =
                    Arrays.stream(chunks).mapToLong(PartitionChunk::cut).sum() / 2;
        }
        return chunks;
    }

    private static PartitionChunk chunk(Graph graph, int chunk, int chunks) {
        int first = PartitionChunk.firstOf(chunk, graph.agents(), chunks);
        int end = PartitionChunk.firstOf(chunk + 1, graph.agents(), chunks);
        int[] firstArc = new int[end - first + 1];
        Arrays.setAll(
                firstArc,
                row -> (row == 0 ? graph.firstArc(first) : graph.endArc(first + row - 1)) - graph.firstArc(first));
        int[] neighbors = new int[firstArc[end - first]];
        Arrays.setAll(neighbors, arc -> graph.neighbor(graph.firstArc(first) + arc));
        return PartitionChunk.of(first, firstArc, neighbors, chunks);
    }

    private static void tell(PartitionChunk[] chunks, int agents) {
        List<List<int[]>> news = new ArrayList<>();
        for (int c = 0; c < chunks.length; c++) {
            news.add(new ArrayList<>());
        }
        for (PartitionChunk chunk : chunks) {
            int[][] told = chunk.news(agents, chunks.length);
            for (int c = 0; c < chunks.length; c++) {
                news.get(c).add(told[c]);
            }
        }
        Arrays.setAll(chunks, c -> chunks[c].hearing(news.get(c)));
    }

    private static int effort(Graph graph, int agent) {
        return graph.degree(agent) + EFFORT_OF_AN_AGENT;
    }

    private static long effort(Graph graph) {
        return graph.arcs() + (long) EFFORT_OF_AN_AGENT * graph.agents();
    }

    /** Consecutive agents of an order, such that all pieces have about as much to do and nobody nothing. */
    private static int[] pieces(Graph graph, int[] order, int blocks) {
        int n = order.length;
        int[] blockOf = new int[n];
        long all = effort(graph);
        long done = 0;
        int block = 0;
        int taken = 0;
        for (int k = 0; k < n; k++) {
            boolean full = done * blocks >= all * (block + 1);
            boolean lastCall = n - k == blocks - 1 - block; // the agents left are just enough for the blocks left
            if (block < blocks - 1 && taken > 0 && (full || lastCall)) {
                block++;
                taken = 0;
            }
            blockOf[order[k]] = block;
            taken++;
            done += effort(graph, order[k]);
        }
        return blockOf;
    }

    /** Breadth first from an end of every component: from the agent that is farthest from its first one. */
    private static int[] breadthFirst(Graph graph) {
        int n = graph.agents();
        int[] seeds = new int[n];
        Arrays.setAll(seeds, i -> i);
        int[] ends = new int[n];
        int[] order = new int[n];
        int components = breadthFirst(graph, seeds, n, order, ends);
        breadthFirst(graph, ends, components, order, seeds);
        return order;
    }

    /** Writes the order from these seeds, and the last agent of each component; returns how many there are. */
    private static int breadthFirst(Graph graph, int[] seeds, int count, int[] order, int[] ends) {
        boolean[] seen = new boolean[graph.agents()];
        int next = 0;
        int components = 0;
        for (int k = 0; k < count; k++) {
            int seed = seeds[k];
            if (seen[seed]) {
                continue;
            }
            int at = next;
            seen[seed] = true;
            order[next++] = seed;
            for (; at < next; at++) {
                int i = order[at];
                for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                    int j = graph.neighbor(arc);
                    if (!seen[j]) {
                        seen[j] = true;
                        order[next++] = j;
                    }
                }
            }
            ends[components++] = order[next - 1];
        }
        return components;
    }

    /** Linear deterministic greedy. */
    private static int[] streamed(Graph graph, int[] order, int blocks) {
        int[] blockOf = new int[graph.agents()];
        Arrays.fill(blockOf, -1);
        double room = Math.max(1, MOST * effort(graph) / blocks);
        long[] load = new long[blocks];
        int[] neighbors = new int[blocks];
        for (int k = 0; k < order.length; k++) {
            int i = order[k];
            count(graph, i, blockOf, neighbors);
            int best = 0;
            double most = Double.NEGATIVE_INFINITY;
            for (int b = 0; b < blocks; b++) {
                double left = 1 - load[b] / room;
                double score = left > 0 ? (neighbors[b] + 1e-3) * left : left;
                if (score > most) {
                    most = score;
                    best = b;
                }
            }
            if (order.length - k <= blocks && load[best] > 0) {
                best = emptyOr(best, load); // the last agents go where nobody is yet
            }
            blockOf[i] = best;
            load[best] += effort(graph, i);
        }
        return blockOf;
    }

    private static int emptyOr(int otherwise, long[] load) {
        for (int b = 0; b < load.length; b++) {
            if (load[b] == 0) {
                return b;
            }
        }
        return otherwise;
    }

    /** How many neighbours of an agent live in each block. */
    private static void count(Graph graph, int i, int[] blockOf, int[] neighbors) {
        Arrays.fill(neighbors, 0);
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            int b = blockOf[graph.neighbor(arc)];
            if (b >= 0) {
                neighbors[b]++;
            }
        }
    }

    /** Moves agents one by one to where most of their neighbours are, in passes until that changes little. */
    private static void refine(Graph graph, int[] blockOf, int blocks) {
        double room = MOST * effort(graph) / blocks;
        long[] load = new long[blocks];
        int[] size = new int[blocks];
        for (int i = 0; i < blockOf.length; i++) {
            load[blockOf[i]] += effort(graph, i);
            size[blockOf[i]]++;
        }
        int[] neighbors = new int[blocks];
        long cut = cut(graph, blockOf);
        for (int pass = 0; pass < MOST_PASSES && cut > 0; pass++) {
            long gained = 0;
            for (int i = 0; i < blockOf.length; i++) {
                int home = blockOf[i];
                if (size[home] == 1) {
                    continue;
                }
                count(graph, i, blockOf, neighbors);
                int best = home;
                for (int b = 0; b < blocks; b++) {
                    boolean fits = load[b] + effort(graph, i) <= room;
                    boolean better = neighbors[b] > neighbors[best];
                    // where it is all the same, to where there is more room: it makes room for a move that gains
                    boolean roomier = best == home
                            && neighbors[b] == neighbors[home]
                            && load[b] + 2L * effort(graph, i) < load[home];
                    if (b != home && fits && (better || roomier)) {
                        best = b;
                    }
                }
                if (best != home) {
                    gained += neighbors[best] - neighbors[home];
                    blockOf[i] = best;
                    load[home] -= effort(graph, i);
                    load[best] += effort(graph, i);
                    size[home]--;
                    size[best]++;
                }
            }
            cut -= gained;
            if (gained <= WORTHWHILE * cut) {
                return;
            }
        }
    }

    /** How many edges join two blocks. */
    static long cut(Graph graph, int[] blockOf) {
        return IntStream.range(0, graph.edges())
                .filter(e -> blockOf[graph.tail(e)] != blockOf[graph.head(e)])
                .count();
    }

    static double imbalance(Graph graph, int[] blockOf, int blocks) {
        long[] load = new long[blocks];
        for (int i = 0; i < blockOf.length; i++) {
            load[blockOf[i]] += effort(graph, i);
        }
        return (double) Arrays.stream(load).max().orElseThrow() * blocks / effort(graph);
    }

    /** What partitioning by hash would do, to compare with: the last step of SplitMix64, the upper bits. */
    static int[] hashed(int agents, int blocks) {
        int[] blockOf = new int[agents];
        for (int i = 0; i < agents; i++) {
            long z = (i + 1) * 0x9E3779B97F4A7C15L;
            z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
            z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
            blockOf[i] = (int) Math.multiplyHigh((z ^ (z >>> 31)) >>> 1, 2L * blocks);
        }
        return blockOf;
    }
}
