package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.scenario.Frame;
import io.acord.lab.scenario.GraphKind;
import io.acord.lab.scenario.GraphSource;
import io.acord.lab.scenario.Options;
import io.acord.lab.scenario.Seeded;

/** Everybody with the one before and the one after. */
public final class PathGraph implements GraphKind {

    @Override
    public String key() {
        return "path";
    }

    @Override
    public GraphSource create(Options options, Frame frame) {
        return GeneratedGraphs.fixed(key(), new Path(), options, frame);
    }

    record Path() implements Topology {

        @Override
        public double edges(int agents) {
            return agents - 1;
        }

        @Override
        public void draw(int agents, Seeded random, Graph.Builder graph) {
            for (int i = 1; i < agents; i++) {
                graph.edge(i - 1, i);
            }
        }
    }
}
