package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.scenario.Frame;
import io.acord.lab.scenario.GraphKind;
import io.acord.lab.scenario.GraphSource;
import io.acord.lab.scenario.Options;
import io.acord.lab.scenario.Seeded;

/** Everybody with agent 0. */
public final class StarGraph implements GraphKind {

    @Override
    public String key() {
        return "star";
    }

    @Override
    public GraphSource create(Options options, Frame frame) {
        return GeneratedGraphs.fixed(key(), new Star(), options, frame);
    }

    record Star() implements Topology {

        @Override
        public double edges(int agents) {
            return agents - 1;
        }

        @Override
        public void draw(int agents, Seeded random, Graph.Builder graph) {
            for (int i = 1; i < agents; i++) {
                graph.edge(0, i);
            }
        }
    }
}
