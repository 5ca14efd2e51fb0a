package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import io.acord.lab.source.SeededRandom;
import java.util.Optional;

/** Everybody with the degree/2 nearest on either side around a circle; an odd degree adds the opposite agent. */
public final class CirculantGraph extends GraphKind {

    public CirculantGraph() {
        super(
                "circulant",
                "the nearest on either side around a circle; an odd degree adds the opposite agent",
                "",
                "degree: 0");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        int degree = options.integer("degree", 2, 0, Integer.MAX_VALUE);
        return GeneratedGraphs.fixed(key(), new Circulant(degree), options, declared);
    }

    record Circulant(int degree) implements Topology {

        @Override
        public Optional<Misfit> misfit(int agents) {
            return RegularGraphs.misfit(degree, agents);
        }

        @Override
        public double edges(int agents) {
            return 0.5 * agents * degree;
        }

        @Override
        public void draw(int agents, SeededRandom random, Graph.Builder graph) {
            for (int i = 0; i < agents; i++) {
                for (int apart = 1; apart <= degree / 2; apart++) {
                    graph.edge(i, (int) (((long) i + apart) % agents));
                }
            }
            if (degree % 2 == 1) {
                for (int i = 0; i < agents / 2; i++) {
                    graph.edge(i, i + agents / 2);
                }
            }
        }
    }
}
