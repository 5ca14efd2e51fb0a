package io.acord.protocol.simulator;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;

/** Couplings that differ a little from others; of isotropic edges without offsets. */
final class Couplings {

    private interface Weight {
        double of(int e);
    }

    private Couplings() {}

    /** The first edge of an agent weighs more. */
    static Coupling heavier(Coupling coupling, int agent) {
        int first = firstEdge(coupling.graph(), agent);
        return copy(coupling, e -> e == first ? 2 * coupling.weight(e) : coupling.weight(e));
    }

    static Coupling withoutOneEdgeOf(Coupling coupling, int agent) {
        int first = firstEdge(coupling.graph(), agent);
        return copy(coupling, e -> e == first ? 0 : coupling.weight(e));
    }

    static Coupling without(Coupling coupling, boolean[] left) {
        return copy(coupling, e -> left[e] ? 0 : coupling.weight(e));
    }

    static int firstEdge(Graph graph, int agent) {
        return graph.degree(agent) == 0 ? -1 : graph.edge(graph.firstArc(agent));
    }

    private static Coupling copy(Coupling coupling, Weight weight) {
        Graph graph = coupling.graph();
        Coupling.Builder builder = Coupling.builder(coupling.agents(), coupling.dimension());
        for (int e = 0; e < graph.edges(); e++) {
            builder.edge(graph.tail(e), graph.head(e), weight.of(e));
        }
        return builder.build();
    }
}
