package io.acord.lab.policy;

import io.acord.acord.Variant;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;

/** Algorithm 1 and its variants with a z for every edge, as theory 2.1, 5.8 and 6 write them. */
final class ObviousAcord {

    private ObviousAcord() {}

    /** x^K from z⁰ = 0, or from the midpoints of the previous actions. */
    static Actions play(Round round, Actions previous, double[] lambda, Variant variant, int iterations, boolean warm) {
        int n = round.agents();
        int d = round.dimension();
        Graph graph = round.graph();
        Coupling coupling = round.coupling();
        double[][] x = new double[n][d];
        double[][] shown = new double[n][d]; // what neighbours see: extrapolated points
        for (int i = 0; warm && i < n; i++) {
            x[i] = previous.of(i);
            shown[i] = previous.of(i);
        }
        double t = 1;
        for (int k = 1; k <= iterations; k++) {
            double[][] next = new double[n][];
            for (int i = 0; i < n; i++) {
                QuadraticPull pull = new QuadraticPull(d);
                pull.add(lambda[i] * round.switchingWeight(i), previous.of(i));
                for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                    int e = graph.edge(arc);
                    int j = graph.neighbor(arc);
                    double[] target = new double[d];
                    double[] gram = new double[d * d];
                    for (int r = 0; r < d; r++) {
                        double offset = (i < j ? 1 : -1) * coupling.offset(e, r);
                        target[r] = variant == Variant.JACOBI
                                ? shown[j][r] + offset
                                : (shown[i][r] + shown[j][r] + offset) / 2;
                        for (int c = 0; c < d; c++) {
                            gram[r * d + c] = coupling.gram(e, r, c);
                        }
                    }
                    pull.add(variant == Variant.JACOBI ? round.beta() : 2 * round.beta(), gram, target);
                }
                next[i] = x[i].clone();
                round.cost(i).argmin(pull, next[i]);
            }
            double after = (1 + Math.sqrt(1 + 4 * t * t)) / 2;
            double weight = variant == Variant.ACCELERATED ? (t - 1) / after : 0;
            t = after;
            for (int i = 0; i < n; i++) {
                for (int c = 0; c < d; c++) {
                    shown[i][c] = next[i][c] + weight * (next[i][c] - x[i][c]);
                }
            }
            x = next;
        }
        double[] flat = new double[n * d];
        for (int i = 0; i < n; i++) {
            System.arraycopy(x[i], 0, flat, i * d, d);
        }
        return Actions.flat(d, flat);
    }
}
