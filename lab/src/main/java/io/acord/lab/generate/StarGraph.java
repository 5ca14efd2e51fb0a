package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import io.acord.lab.source.SeededRandom;

/** Everybody with agent 0. */
public final class StarGraph extends GraphKind {

    public StarGraph() {
        super("star", "agent 0 with everybody");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        return GeneratedGraphs.fixed(key(), new Star(), options, declared);
    }

    record Star() implements Topology {

        @Override
        public double edges(int agents) {
            return agents - 1;
        }

        @Override
        public void draw(int agents, SeededRandom random, Graph.Builder graph) {
            for (int i = 1; i < agents; i++) {
                graph.edge(0, i);
            }
        }
    }
}
