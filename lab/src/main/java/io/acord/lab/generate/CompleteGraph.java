package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.scenario.Frame;
import io.acord.lab.scenario.GraphKind;
import io.acord.lab.scenario.GraphSource;
import io.acord.lab.scenario.Options;
import io.acord.lab.scenario.Seeded;

/** Everybody with everybody. */
public final class CompleteGraph implements GraphKind {

    @Override
    public String key() {
        return "complete";
    }

    @Override
    public GraphSource create(Options options, Frame frame) {
        return GeneratedGraphs.fixed(key(), new Complete(), options, frame);
    }

    record Complete() implements Topology {

        @Override
        public double edges(int agents) {
            return 0.5 * agents * (agents - 1);
        }

        @Override
        public void draw(int agents, Seeded random, Graph.Builder graph) {
            for (int i = 0; i < agents; i++) {
                for (int j = i + 1; j < agents; j++) {
                    graph.edge(i, j);
                }
            }
        }
    }
}
