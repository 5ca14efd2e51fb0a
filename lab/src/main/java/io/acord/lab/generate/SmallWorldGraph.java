package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import io.acord.lab.source.SeededRandom;
import java.util.Optional;

/**
 * Watts and Strogatz 1998: everybody with the degree/2 nearest on either side around a circle, then each edge keeps one
 * end and with probability {@code rewire} gets a random other end.
 */
public final class SmallWorldGraph extends GraphKind {

    public SmallWorldGraph() {
        super(
                "small-world",
                "a circulant graph, each edge rewired with a probability",
                "",
                "degree: 2, rewire: 0.3, every: 3");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        int degree = options.integer("degree", 4, 0, Integer.MAX_VALUE);
        if (degree % 2 == 1) {
            options.complain(
                    "degree",
                    "an even number, because there are as many neighbours on either side",
                    "take " + (degree - 1L) + " or " + (degree + 1L));
            degree--;
        }
        double rewire = options.number("rewire", 0.1, 0, 1);
        return GeneratedGraphs.random(key(), new SmallWorld(degree, rewire), options, declared);
    }

    record SmallWorld(int degree, double rewire) implements Topology {

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
            Circle circle = new Circle(agents, degree / 2);
            for (int apart = 1; apart <= degree / 2; apart++) {
                for (int i = 0; i < agents; i++) {
                    if (random.chance(rewire) && circle.degree[i] < agents - 1) {
                        circle.rewire(i, apart, random);
                    }
                }
            }
            for (int i = 0; i < agents; i++) {
                for (int apart = 1; apart <= degree / 2; apart++) {
                    graph.edge(i, circle.end(i, apart));
                }
            }
        }
    }

    /** Every agent holds one end of {@code half} edges, and keeps it. */
    private static final class Circle {

        private final int agents;
        private final int half;
        private final int[] end; // the other ends, half an agent
        final int[] degree;

        Circle(int agents, int half) {
            this.agents = agents;
            this.half = half;
            this.end = new int[agents * half];
            this.degree = new int[agents];
            for (int i = 0; i < agents; i++) {
                degree[i] = 2 * half;
                for (int apart = 1; apart <= half; apart++) {
                    end[i * half + apart - 1] = (int) (((long) i + apart) % agents);
                }
            }
        }

        int end(int i, int apart) {
            return end[i * half + apart - 1];
        }

        /** Gives an edge of i a random other end; there must be one. */
        void rewire(int i, int apart, SeededRandom random) {
            int other = random.below(agents);
            while (other == i || holds(i, other) || holds(other, i)) {
                other = random.below(agents);
            }
            degree[end(i, apart)]--;
            degree[other]++;
            end[i * half + apart - 1] = other;
        }

        private boolean holds(int i, int j) {
            for (int k = i * half; k < (i + 1) * half; k++) {
                if (end[k] == j) {
                    return true;
                }
            }
            return false;
        }
    }
}
