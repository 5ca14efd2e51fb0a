package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import io.acord.lab.source.SeededRandom;

/** Everybody with the one before and the one after. */
public final class PathGraph extends GraphKind {

    public PathGraph() {
        super("path", "everybody with the next one");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        return GeneratedGraphs.fixed(key(), new Path(), options, declared);
    }

    record Path() implements Topology {

        @Override
        public double edges(int agents) {
            return agents - 1;
        }

        @Override
        public void draw(int agents, SeededRandom random, Graph.Builder graph) {
            for (int i = 1; i < agents; i++) {
                graph.edge(i - 1, i);
            }
        }
    }
}
