package io.acord.theory;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** What a contraction depends on: who is coupled how, β and a. The seed decides everything. */
final class Instance {

    private final long seed;
    private final Coupling coupling;
    private final double beta;
    private final double[] a;

    private Instance(long seed, Coupling coupling, double beta, double[] a) {
        this.seed = seed;
        this.coupling = coupling;
        this.beta = beta;
        this.a = a;
    }

    /** Seeds for a property. */
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 250);
    }

    /**
     * Stars, paths, rings, complete, sparse, disconnected and edgeless graphs; edges of every kind; β from 0 to 100.
     */
    static Instance random(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Graph graph = graph(random);
        Coupling coupling = coupled(graph, 1 + random.nextInt(3), random);
        double beta = random.nextInt(12) == 0 ? 0 : logUniform(random, 0.01, 100);
        double[] a = new double[graph.agents()];
        boolean equal = random.nextInt(4) == 0;
        for (int i = 0; i < a.length; i++) {
            a[i] = equal && i > 0 ? a[0] : logUniform(random, 0.1, 10);
        }
        return new Instance(seed, coupling, beta, a);
    }

    private static Graph graph(SplittableRandom random) {
        int n = 1 + random.nextInt(9);
        return switch (random.nextInt(7)) {
            case 0 -> Graphs.star(n);
            case 1 -> Graphs.path(n);
            case 2 -> Graphs.ring(n + 2);
            case 3 -> Graphs.complete(n);
            case 4 -> Graph.builder(n).build();
            default -> Graphs.random(n + 2, random.nextDouble(), random);
        };
    }

    private static Coupling coupled(Graph graph, int d, SplittableRandom random) {
        int kind = random.nextInt(5);
        if (kind == 0) {
            return Coupling.unit(graph, d);
        }
        Coupling.Builder builder = Coupling.builder(graph.agents(), d);
        for (int e = 0; e < graph.edges(); e++) {
            int edgeKind = kind == 4 ? 1 + random.nextInt(3) : kind;
            if (edgeKind == 1) {
                builder.edge(graph.tail(e), graph.head(e), logUniform(random, 0.1, 10));
            } else {
                int rows = edgeKind == 2 ? d + 1 : 1; // one row alone has deficient rank if d > 1
                builder.edge(graph.tail(e), graph.head(e), matrix(rows, d, random));
            }
        }
        return builder.build();
    }

    static double[][] matrix(int rows, int columns, SplittableRandom random) {
        double[][] matrix = new double[rows][columns];
        for (double[] row : matrix) {
            for (int c = 0; c < columns; c++) {
                row[c] = random.nextDouble() * 2 - 1;
            }
        }
        return matrix;
    }

    static double logUniform(SplittableRandom random, double low, double high) {
        return low * Math.pow(high / low, random.nextDouble());
    }

    long seed() {
        return seed;
    }

    Coupling coupling() {
        return coupling;
    }

    double beta() {
        return beta;
    }

    double[] a() {
        return a;
    }

    Contraction contraction() {
        return Contraction.of(coupling, beta, a);
    }
}
