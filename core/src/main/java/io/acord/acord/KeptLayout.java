package io.acord.acord;

import io.acord.graph.Coupling;
import io.acord.internal.kernel.Block;
import org.jspecify.annotations.Nullable;

/** The layout of the last graph, kept while rounds share it. Mutable; one thread. */
final class KeptLayout {

    private final boolean isOneSegment; // all agents iterate together, in whatever order suits
    private @Nullable Coupling coupling;
    private @Nullable Block block;
    private @Nullable Block byAgent; // null: nobody has asked since the last graph

    /** @param isOneSegment whether all agents iterate together; else component by component */
    KeptLayout(boolean isOneSegment) {
        this.isOneSegment = isOneSegment;
    }

    /** The layout to play a graph in. */
    Block of(Coupling graph) {
        Block known = block;
        if (known != null && coupling == graph) {
            return known;
        }
        Block made = isOneSegment ? Block.nearby(graph, known) : Block.byComponent(graph);
        coupling = graph;
        block = made;
        byAgent = null;
        return made;
    }

    /** The same graph, the last one, in the order of agents. */
    Block byAgent(Coupling graph) {
        Block known = byAgent;
        if (known == null || coupling != graph) {
            known = Block.whole(graph);
            byAgent = known;
        }
        return known;
    }
}
