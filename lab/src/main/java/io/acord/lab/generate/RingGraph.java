package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import io.acord.lab.source.SeededRandom;

/** Everybody with the one before and the one after, the last with the first. Two agents have one edge, one has none. */
public final class RingGraph extends GraphKind {

    public RingGraph() {
        super("ring", "everybody with the next one, around a circle");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        return GeneratedGraphs.fixed(key(), new Ring(), options, declared);
    }

    record Ring() implements Topology {

        @Override
        public double edges(int agents) {
            return agents;
        }

        @Override
        public void draw(int agents, SeededRandom random, Graph.Builder graph) {
            for (int i = 1; i < agents; i++) {
                graph.edge(i - 1, i);
            }
            if (agents > 2) {
                graph.edge(agents - 1, 0);
            }
        }
    }
}
