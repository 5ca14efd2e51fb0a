package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import io.acord.lab.source.SeededRandom;
import java.util.Arrays;
import java.util.Optional;

/**
 * Barabási and Albert 1999: agents come one after another, and each joins {@code m} of those before it, the likelier
 * the more neighbours they have. Agent m is the first to join: it joins all of 0 .. m − 1.
 */
public final class BarabasiAlbertGraph extends GraphKind {

    public BarabasiAlbertGraph() {
        super(
                "barabasi-albert",
                "newcomers join m agents, preferably those with many neighbours",
                "",
                "m: 1, every: 3");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        int m = options.integer("m", 2, 1, Integer.MAX_VALUE);
        return GeneratedGraphs.random(key(), new BarabasiAlbert(m), options, declared);
    }

    record BarabasiAlbert(int m) implements Topology {

        @Override
        public Optional<Misfit> misfit(int agents) {
            return m < agents
                    ? Optional.empty()
                    : Optional.of(new Misfit(
                            "m",
                            "is " + m,
                            "less than the " + agents + " agents, because each joins m of those before it",
                            "lower m, or take more agents"));
        }

        @Override
        public double edges(int agents) {
            return (double) m * (agents - m);
        }

        @Override
        public void draw(int agents, SeededRandom random, Graph.Builder graph) {
            int[] ends = new int[2 * m * (agents - m)]; // of all edges so far: who has k neighbours is in it k times
            int count = 0;
            int[] lastJoined = new int[agents]; // by whom
            Arrays.fill(lastJoined, -1);
            for (int i = m; i < agents; i++) {
                int before = count;
                for (int k = 0; k < m; k++) {
                    int other = i == m ? k : ends[random.below(before)];
                    while (lastJoined[other] == i) {
                        other = ends[random.below(before)];
                    }
                    lastJoined[other] = i;
                    graph.edge(i, other);
                    ends[count++] = i;
                    ends[count++] = other;
                }
            }
        }
    }
}
