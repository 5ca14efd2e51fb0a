package io.acord.theory;

import io.acord.graph.Graph;
import java.util.SplittableRandom;

/** Graphs that have names. */
final class Graphs {

    private Graphs() {}

    static Graph path(int n) {
        Graph.Builder builder = Graph.builder(n);
        for (int i = 1; i < n; i++) {
            builder.edge(i - 1, i);
        }
        return builder.build();
    }

    static Graph star(int n) {
        Graph.Builder builder = Graph.builder(n);
        for (int i = 1; i < n; i++) {
            builder.edge(0, i);
        }
        return builder.build();
    }

    static Graph ring(int n) {
        return lattice(n, 2);
    }

    static Graph complete(int n) {
        return random(n, 1, new SplittableRandom(0));
    }

    /** Every agent joined with the degree/2 next ones on either side of a circle: regular. */
    static Graph lattice(int n, int degree) {
        Graph.Builder builder = Graph.builder(n);
        for (int i = 0; i < n; i++) {
            for (int step = 1; step <= degree / 2; step++) {
                builder.edge(i, (i + step) % n);
            }
        }
        return builder.build();
    }

    /** Every pair joined with probability p. */
    static Graph random(int n, double p, SplittableRandom random) {
        Graph.Builder builder = Graph.builder(n);
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                if (random.nextDouble() < p) {
                    builder.edge(i, j);
                }
            }
        }
        return builder.build();
    }
}
