package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import io.acord.lab.source.SeededRandom;

/** Agent 0 with everybody, and everybody else with the next one. */
public final class FanGraph extends GraphKind {

    public FanGraph() {
        super("fan", "agent 0 with everybody, and everybody else with the next one");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        return GeneratedGraphs.fixed(key(), new Fan(), options, declared);
    }

    private record Fan() implements Topology {

        @Override
        public double edges(int agents) {
            return Math.max(0, 2.0 * agents - 3);
        }

        @Override
        public void draw(int agents, SeededRandom random, Graph.Builder graph) {
            for (int i = 1; i < agents; i++) {
                graph.edge(0, i);
                if (i + 1 < agents) {
                    graph.edge(i, i + 1);
                }
            }
        }
    }
}
