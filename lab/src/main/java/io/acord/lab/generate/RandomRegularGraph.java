package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import io.acord.lab.source.SeededRandom;
import java.util.Arrays;
import java.util.Optional;

/** Everybody with {@code degree} others, nearly uniformly among all such graphs. */
public final class RandomRegularGraph extends GraphKind {

    public RandomRegularGraph() {
        super(
                "random-regular",
                "drawn among the graphs in which everybody has as many neighbours",
                "degree: 4",
                "degree: 3, every: 3");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        int degree = CommonOptions.needed(options, "degree", 0, "everybody's number of neighbours");
        return GeneratedGraphs.random(key(), new RandomRegular(degree), options, declared);
    }

    record RandomRegular(int degree) implements Topology {

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
            int sparse = Math.min(degree, agents - 1 - degree);
            Pairing pairing = new Pairing(agents, sparse);
            do {
                pairing.shuffle(random);
            } while (!pairing.repair(random));
            pairing.mix(random);
            if (sparse == degree) {
                pairing.pairs(graph);
            } else {
                pairing.others(graph);
            }
        }
    }

    /**
     * Every agent holds {@code degree} stubs, and every stub has a mate: the pairing model. Stub s belongs to agent s /
     * degree.
     *
     * <p>A pair that is no edge, a self-loop or a repetition, is repaired by exchanging mates with a random other pair
     * such that both new pairs are edges. At most half of the others are neighbours, since a dense graph is drawn as
     * the complement of a sparse one, so nearly always some pair will do; if none is found, everything is drawn again.
     *
     * <p>About degree²/4 pairs need repair, which favours some graphs. Among many edges that goes unnoticed; among few,
     * random exchanges make up for it.
     */
    private static final class Pairing {

        private static final int MIXED = 200_000;

        private final int agents;
        private final int degree;
        private final int[] mate;

        Pairing(int agents, int degree) {
            this.agents = agents;
            this.degree = degree;
            this.mate = new int[agents * degree];
        }

        void shuffle(SeededRandom random) {
            int[] order = new int[mate.length];
            Arrays.setAll(order, s -> s);
            for (int end = order.length; end > 0; end -= 2) {
                // the last one left takes a random other of those left for its mate
                int s = order[end - 1];
                int at = random.below(end - 1);
                mate[s] = order[at];
                mate[order[at]] = s;
                order[at] = order[end - 2];
            }
        }

        boolean repair(SeededRandom random) {
            for (int i = 0; i < agents; i++) {
                for (int s = i * degree; s < (i + 1) * degree; s++) {
                    int neighbor = agent(mate[s]);
                    if ((neighbor == i || holds(i, neighbor, s)) && !exchangeWithAnyone(s, random)) {
                        return false;
                    }
                }
            }
            return true;
        }

        private int agent(int stub) {
            return stub / degree;
        }

        /** Whether a stub of i before {@code end} is paired with one of j. */
        private boolean holds(int i, int j, int end) {
            for (int s = i * degree; s < end; s++) {
                if (agent(mate[s]) == j) {
                    return true;
                }
            }
            return false;
        }

        private boolean areJoined(int i, int j) {
            return holds(i, j, (i + 1) * degree);
        }

        /** Makes two edges of the pair of s and some other pair. */
        private boolean exchangeWithAnyone(int s, SeededRandom random) {
            for (int tries = 10_000; tries > 0; tries--) {
                if (exchange(s, random.below(mate.length))) {
                    return true;
                }
            }
            return false;
        }

        /** Pairs s with u, and their mates with each other, if both are edges then. */
        private boolean exchange(int s, int u) {
            int m = mate[s];
            int w = mate[u];
            int a = agent(s);
            int b = agent(m);
            int c = agent(u);
            int d = agent(w);
            boolean areFour = u != s && u != m;
            boolean areTwo = a != b || c != d; // two self-loops would become one edge twice
            if (!areFour || !areTwo || a == c || b == d || areJoined(a, c) || areJoined(b, d)) {
                return false;
            }
            mate[s] = u;
            mate[u] = s;
            mate[m] = w;
            mate[w] = m;
            return true;
        }

        /** Random exchanges, after which all simple pairings are equally likely if there were enough. */
        void mix(SeededRandom random) {
            for (long k = Math.min(MIXED, 10L * mate.length); k > 0; k--) {
                exchange(random.below(mate.length), random.below(mate.length));
            }
        }

        void pairs(Graph.Builder graph) {
            for (int s = 0; s < mate.length; s++) {
                if (s < mate[s]) {
                    graph.edge(agent(s), agent(mate[s]));
                }
            }
        }

        /** The edges that are not there. */
        void others(Graph.Builder graph) {
            boolean[] joined = new boolean[agents];
            for (int i = 0; i < agents; i++) {
                Arrays.fill(joined, false);
                for (int s = i * degree; s < (i + 1) * degree; s++) {
                    joined[agent(mate[s])] = true;
                }
                for (int j = i + 1; j < agents; j++) {
                    if (!joined[j]) {
                        graph.edge(i, j);
                    }
                }
            }
        }
    }
}
