package io.acord.lab.partition;

import io.acord.graph.Graph;
import java.util.Arrays;
import java.util.Locale;

/** Which block every agent lives in. Immutable. */
public final class Partition {

    private final int[] blockOf;
    private final int[][] agents; // of each block, in the order of its rows
    private final long edges;
    private final long cut;
    private final long hashCut;
    private final double imbalance;

    /**
     * A partition of a graph's agents.
     *
     * @param order all agents; those of a block keep this order as its rows
     */
    Partition(Graph graph, int[] blockOf, int blocks, int[] order) {
        this.blockOf = blockOf;
        int[] size = new int[blocks];
        for (int block : blockOf) {
            size[block]++;
        }
        this.agents = new int[blocks][];
        Arrays.setAll(agents, b -> new int[size[b]]);
        int[] next = new int[blocks];
        for (int agent : order) {
            agents[blockOf[agent]][next[blockOf[agent]]++] = agent;
        }
        this.edges = graph.edges();
        this.cut = Partitioner.cut(graph, blockOf);
        this.hashCut = Partitioner.cut(graph, Partitioner.hashed(graph.agents(), blocks));
        this.imbalance = Partitioner.imbalance(graph, blockOf, blocks);
    }

    public int blocks() {
        return agents.length;
    }

    public int blockOf(int agent) {
        return blockOf[agent];
    }

    /** The agents of a block, in the order of its rows; an array of the caller's own. */
    public int[] agents(int block) {
        return agents[block].clone();
    }

    /** How many edges join two blocks. */
    public long cut() {
        return cut;
    }

    /** The share of edges that join two blocks. */
    public double cutShare() {
        return edges == 0 ? 0 : (double) cut / edges;
    }

    /** The share of edges that would join two blocks if agents were dealt out by a hash of their ids. */
    public double hashCutShare() {
        return edges == 0 ? 0 : (double) hashCut / edges;
    }

    /** What the block with most to do has to do, over the mean. */
    public double imbalance() {
        return imbalance;
    }

    /** In words, for whoever looks on. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d blocks, %d of %d edges cut (%.2f %%; by hash %.2f %%), the fullest block %.2f of the mean",
                blocks(),
                cut,
                edges,
                100 * cutShare(),
                100 * hashCutShare(),
                imbalance);
    }
}
