package io.acord.lab.generate;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.Complaints;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Scenarios in code: what kinds make of options. */
final class KindFixtures {

    private static final Map<String, CostKind> COST_KINDS = ServiceLoader.load(CostKind.class).stream()
            .map(ServiceLoader.Provider::get)
            .collect(Collectors.toMap(CostKind::key, kind -> kind));

    private static final Map<String, GraphKind> GRAPH_KINDS = ServiceLoader.load(GraphKind.class).stream()
            .map(ServiceLoader.Provider::get)
            .collect(Collectors.toMap(GraphKind::key, kind -> kind));

    private KindFixtures() {}

    static CostSource.Size size(int agents, int dimension, int horizon) {
        List<String> names =
                IntStream.range(0, agents).mapToObj(String::valueOf).toList();
        return new CostSource.Size(names, dimension, horizon);
    }

    static DeclaredSize declaredSize(CostSource.Size size) {
        return new DeclaredSize(
                Path.of("."),
                Optional.empty(),
                OptionalInt.of(size.agents()),
                OptionalInt.of(size.dimension()),
                OptionalInt.of(size.horizon()));
    }

    static DeclaredSize nothing() {
        return new DeclaredSize(
                Path.of("."), Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());
    }

    static CostSource costSource(String kind, Map<String, ?> values, DeclaredSize declared) {
        Complaints complaints = new Complaints();
        Options options = Options.of(values, complaints);
        CostSource source = Objects.requireNonNull(COST_KINDS.get(kind), kind).create(options, declared);
        options.refuseUnknownKeys();
        complaints.throwIfAny();
        return source;
    }

    static CostSource.Costs costs(String kind, Map<String, ?> values, CostSource.Size size, long seed) {
        return costSource(kind, values, declaredSize(size)).costs(size, seed);
    }

    static GraphSource graphSource(String kind, Map<String, ?> values, DeclaredSize declared) {
        Complaints complaints = new Complaints();
        Options options = Options.of(values, complaints);
        GraphSource source = Objects.requireNonNull(GRAPH_KINDS.get(kind), kind).create(options, declared);
        options.refuseUnknownKeys();
        complaints.throwIfAny();
        return source;
    }

    static GraphSource.Graphs graphs(String kind, Map<String, ?> values, int agents, long seed) {
        CostSource.Size size = size(agents, 1, 100);
        return graphSource(kind, values, declaredSize(size)).graphs(size, seed);
    }

    static Graph graph(String kind, Map<String, ?> values, int agents, long seed) {
        return graphs(kind, values, agents, seed).round(1).graph();
    }

    static Graph graph(String kind, Map<String, ?> values, int agents) {
        return graph(kind, values, agents, 1);
    }

    static boolean isConnected(Graph graph) {
        return graph.components().count() == 1;
    }

    /** All edges as "0-1 1-2 …", which says whether two graphs are the same. */
    static String edges(Graph graph) {
        StringBuilder text = new StringBuilder();
        for (int e = 0; e < graph.edges(); e++) {
            text.append(e == 0 ? "" : " ").append(graph.tail(e)).append('-').append(graph.head(e));
        }
        return text.toString();
    }

    static String edges(Coupling coupling) {
        return edges(coupling.graph());
    }

    static double alpha(HittingCost cost) {
        return ((Quadratic) cost).curvature(0, 0) / 2;
    }

    static double target(HittingCost cost, int coordinate) {
        return ((Quadratic) cost).target(coordinate);
    }
}
