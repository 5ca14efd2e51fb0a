package io.acord.graph;

import io.acord.input.Complaints;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The edges of one agent as the agent itself knows them: its neighbours, and what differing from each costs. Scratch
 * for describing a round; {@link #coupling} freezes it.
 */
public final class Ties {

    private interface Tie {
        void join(Coupling.Builder builder, int self, int other);
    }

    private final int agent;
    private final int d;
    private final TreeMap<Integer, Tie> ties = new TreeMap<>();

    public Ties(int agent, int dimension) {
        this.agent = agent;
        this.d = dimension;
    }

    /** Coupled with this neighbour by β/2 ‖x − x_j‖². */
    public Ties with(int neighbor) {
        return with(neighbor, 1);
    }

    /** Coupled by weight · β/2 ‖x − x_j‖². */
    public Ties with(int neighbor, double weight) {
        return tie(neighbor, (builder, self, other) -> builder.edge(self, other, weight));
    }

    /** Coupled by β/2 ‖A(x − x_j)‖². */
    public Ties with(int neighbor, double[][] a) {
        double[][] copy = copyOf(a);
        return tie(neighbor, (builder, self, other) -> builder.edge(self, other, copy));
    }

    /** Coupled by weight · β/2 ‖x − x_j − offset‖². */
    public Ties with(int neighbor, double weight, double[] offset) {
        double[] copy = offset.clone();
        return tie(neighbor, (builder, self, other) -> builder.edge(self, other, weight, copy));
    }

    /** Coupled by weight · β/2 ‖A(x − x_j − offset)‖². */
    public Ties with(int neighbor, double weight, double[][] a, double[] offset) {
        double[][] matrix = copyOf(a);
        double[] copy = offset.clone();
        return tie(neighbor, (builder, self, other) -> builder.edge(self, other, weight, matrix, copy));
    }

    /**
     * Coupled by β/2 (x − x_j − offset)ᵀ W (x − x_j − offset), W = AᵀA symmetric, positive semidefinite, row by row.
     */
    public Ties withGram(int neighbor, double[] w, double[] offset) {
        double[] matrix = w.clone();
        double[] copy = offset.clone();
        return tie(neighbor, (builder, self, other) -> builder.gram(self, other, matrix, copy));
    }

    private static double[][] copyOf(double[][] a) {
        double[][] copy = new double[a.length][];
        Arrays.setAll(copy, row -> a[row].clone());
        return copy;
    }

    /** Whose edges these are. */
    public int agent() {
        return agent;
    }

    public int dimension() {
        return d;
    }

    private Ties tie(int neighbor, Tie tie) {
        if (neighbor == agent || ties.putIfAbsent(neighbor, tie) != null) {
            throw Complaints.refuse(
                    "agent " + agent + ".neighbors",
                    neighbor == agent ? "contains the agent itself" : "names agent " + neighbor + " twice",
                    "each neighbour once",
                    "drop the repetition");
        }
        return this;
    }

    /** The agent and its neighbours, ascending. */
    public int[] ids() {
        return IntStream.concat(IntStream.of(agent), ties.keySet().stream().mapToInt(Integer::intValue))
                .sorted()
                .toArray();
    }

    /** These edges, between agents that are known by their places in {@link #ids}. */
    public Coupling coupling() {
        int[] ids = ids();
        int self = Arrays.binarySearch(ids, agent);
        Coupling.Builder builder = Coupling.builder(ids.length, d).named(ids);
        ties.forEach((neighbor, tie) -> tie.join(builder, self, Arrays.binarySearch(ids, neighbor)));
        return builder.build();
    }
}
