package io.acord.bench;

import io.acord.cost.HittingCosts;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.Complaints;
import io.acord.lab.generate.BarabasiAlbertGraph;
import io.acord.lab.generate.CirculantGraph;
import io.acord.lab.generate.GridGraph;
import io.acord.lab.generate.RandomRegularGraph;
import io.acord.lab.generate.RingGraph;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphSource;
import io.acord.lab.source.SeededRandom;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Fleets of any size with the graphs that the benchmarks are about. */
final class Fleets {

    private static final long SEED = 1;

    /** Edges an agent: 20,000 of 13,659 buses. */
    private static final double EDGES_OF_A_GRID = 1.464;

    private Fleets() {}

    /** The graphs of the benchmarks. */
    enum Kind {
        RING("ring"),
        CIRCULANT("circulant, degree 10"),
        GRID("grid"),
        RANDOM_REGULAR("random regular, degree 10"),
        POWER_LAW("power law, mean degree 10"),
        POWER_GRID("power grid, 1.46 edges an agent");

        final String words;

        Kind(String words) {
            this.words = words;
        }

        private GraphSource source(DeclaredSize declared, Complaints complaints) {
            return switch (this) {
                case RING -> new RingGraph().create(Options.of(Map.of(), complaints), declared);
                case CIRCULANT -> new CirculantGraph().create(Options.of(Map.of("degree", 10), complaints), declared);
                case GRID -> new GridGraph().create(Options.of(Map.of(), complaints), declared);
                case RANDOM_REGULAR ->
                    new RandomRegularGraph().create(Options.of(Map.of("degree", 10), complaints), declared);
                case POWER_LAW -> new BarabasiAlbertGraph().create(Options.of(Map.of("m", 5), complaints), declared);
                case POWER_GRID -> throw new AssertionError("no scenario draws it");
            };
        }

        Coupling coupling(int agents) {
            if (this == POWER_GRID) {
                return powerGrid(agents);
            }
            Complaints complaints = new Complaints();
            DeclaredSize declared = new DeclaredSize(
                    Path.of("."), Optional.empty(), OptionalInt.of(agents), OptionalInt.of(1), OptionalInt.of(1));
            GraphSource source = source(declared, complaints);
            complaints.throwIfAny();
            return source.graphs(new CostSource.Size(Collections.nCopies(agents, "a"), 1, 1), SEED)
                    .round(1);
        }
    }

    /**
     * A graph in the shape of a power grid: a tree of near places in the plane and half as many edges again of the same
     * kind. Ids say nothing about places.
     */
    private static Coupling powerGrid(int agents) {
        SeededRandom random = new SeededRandom(SEED, "grid".hashCode());
        int side = (int) Math.sqrt(agents) + 1;
        int[] root = new int[agents];
        Arrays.setAll(root, i -> i);
        Set<Long> edges = new HashSet<>();
        Graph.Builder graph = Graph.builder(agents);
        int[][] near = {{1, 0}, {0, 1}, {1, 1}, {1, -1}, {2, 0}, {0, 2}};
        while (edges.size() < agents * EDGES_OF_A_GRID) {
            int i = random.below(agents);
            int[] way = near[random.below(near.length)];
            int j = i + way[0] + way[1] * side;
            boolean spans = edges.size() >= agents - 1;
            if (i % side + way[0] < side && j >= 0 && j < agents && (spans || rootOf(root, i) != rootOf(root, j))) {
                root[rootOf(root, i)] = rootOf(root, j);
                if (edges.add((long) Math.min(i, j) << 32 | Math.max(i, j))) {
                    graph.edge(i, j);
                }
            }
        }
        return relabeled(Coupling.unit(graph.build(), 1));
    }

    private static int rootOf(int[] root, int agent) {
        int i = agent;
        while (root[i] != i) {
            root[i] = root[root[i]];
            i = root[i];
        }
        return i;
    }

    /** The same graph with ids that say nothing about who is near whom. */
    static Coupling relabeled(Coupling coupling) {
        Graph graph = coupling.graph();
        int[] id = new int[graph.agents()];
        Arrays.setAll(id, i -> i);
        SeededRandom random = new SeededRandom(SEED, "relabeled".hashCode());
        for (int i = id.length - 1; i > 0; i--) {
            int j = random.below(i + 1);
            int kept = id[i];
            id[i] = id[j];
            id[j] = kept;
        }
        Graph.Builder other = Graph.builder(id.length);
        for (int e = 0; e < graph.edges(); e++) {
            other.edge(id[graph.tail(e)], id[graph.head(e)]);
        }
        return Coupling.unit(other.build(), 1);
    }

    /** The same graph in which one edge in a thousand leads elsewhere. */
    static Coupling changed(Coupling coupling) {
        Graph graph = coupling.graph();
        SeededRandom random = new SeededRandom(SEED, "changed".hashCode());
        Graph.Builder other = Graph.builder(graph.agents());
        Set<Long> added = new HashSet<>();
        for (int e = 0; e < graph.edges(); e++) {
            int i = graph.tail(e);
            int j = graph.head(e);
            int k = random.below(graph.agents());
            boolean leads = random.below(1000) == 0
                    && k != i
                    && graph.edgeBetween(i, k) < 0
                    && added.add((long) Math.min(i, k) << 32 | Math.max(i, k));
            other.edge(i, leads ? k : j);
        }
        return Coupling.unit(other.build(), 1);
    }

    /** The same graph for actions of more coordinates; every edge with a matrix of its own, or with none. */
    static Coupling widened(Coupling coupling, int d, boolean matrices) {
        Graph graph = coupling.graph();
        if (!matrices) {
            return Coupling.unit(graph, d);
        }
        SeededRandom random = new SeededRandom(SEED, "matrices".hashCode());
        Coupling.Builder wide = Coupling.builder(graph.agents(), d);
        double[][] a = new double[d][d];
        for (int e = 0; e < graph.edges(); e++) {
            for (double[] row : a) {
                Arrays.setAll(row, c -> random.uniform(-1, 1));
            }
            wide.edge(graph.tail(e), graph.head(e), a);
        }
        return wide.build();
    }

    /** A round with the paper's costs at their calmest: α in (0, 1], v in [−10, 10], β = 50. */
    static RoundObjective objective(Coupling coupling) {
        return objective(coupling, SEED);
    }

    static RoundObjective objective(Coupling coupling, long seed) {
        int n = coupling.agents();
        int d = coupling.dimension();
        SeededRandom random = new SeededRandom(seed, "costs".hashCode());
        double[] curvatures = new double[n * d];
        double[] targets = new double[n * d];
        double[] previous = new double[n * d];
        double[] lambda = new double[n];
        for (int i = 0; i < n; i++) {
            double alpha = 1 - random.uniform();
            for (int k = i * d; k < (i + 1) * d; k++) {
                curvatures[k] = 2 * alpha;
                targets[k] = random.uniform(-10, 10);
                previous[k] = random.uniform(-10, 10);
            }
            lambda[i] = 0.5;
        }
        Round round = Round.builder(n, d)
                .costs(HittingCosts.quadratics(d, curvatures, targets))
                .coupling(coupling)
                .beta(50)
                .build();
        return new RoundObjective(round, Actions.flat(d, previous), lambda);
    }
}
