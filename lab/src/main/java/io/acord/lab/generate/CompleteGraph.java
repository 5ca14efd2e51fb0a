package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import io.acord.lab.source.SeededRandom;

/** Everybody with everybody. */
public final class CompleteGraph extends GraphKind {

    public CompleteGraph() {
        super("complete", "everybody with everybody");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        return GeneratedGraphs.fixed(key(), new Complete(), options, declared);
    }

    record Complete() implements Topology {

        @Override
        public double edges(int agents) {
            return 0.5 * agents * (agents - 1);
        }

        @Override
        public void draw(int agents, SeededRandom random, Graph.Builder graph) {
            for (int i = 0; i < agents; i++) {
                for (int j = i + 1; j < agents; j++) {
                    graph.edge(i, j);
                }
            }
        }
    }
}
