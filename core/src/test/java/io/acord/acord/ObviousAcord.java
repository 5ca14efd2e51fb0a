package io.acord.acord;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.Variant;
import java.util.Arrays;

/**
 * Algorithm 1 and its variants as one would write them on a blackboard: a loop over agents, each with its own little
 * problem. The engine must agree with it: bit for bit where the problem is a scalar quadratic, whose arithmetic is
 * written out here, and closely elsewhere, where midpoints are formed one by one.
 */
public final class ObviousAcord {

    private ObviousAcord() {}

    public static Actions play(RoundObjective objective, Variant variant, From start, int iterations) {
        Round round = objective.round();
        int n = round.agents();
        int d = round.dimension();
        double[][] x = new double[n][d];
        double[][] y = new double[n][d];
        for (int i = 0; i < n && start == From.PREVIOUS; i++) {
            x[i] = objective.previous().of(i);
            y[i] = objective.previous().of(i);
        }
        double t = 1;
        double[] theta = new double[n];
        int[] uphill = new int[n];
        int[] age = new int[n];
        double[][] steps = new double[n][d];
        Arrays.fill(theta, 1);
        for (int k = 1; k <= iterations; k++) {
            double after = (1 + Math.sqrt(1 + 4 * t * t)) / 2;
            double[][] next = new double[n][];
            double[][] shown = new double[n][d];
            for (int i = 0; i < n; i++) {
                next[i] = step(objective, variant, y, x[i], i);
                if (variant.hasOwnMomentum()) {
                    double slope = 0;
                    for (int c = 0; c < d; c++) {
                        double went = variant == Variant.AUTO ? steps[i][c] : next[i][c] - x[i][c];
                        slope += (y[i][c] - next[i][c]) * went;
                    }
                    uphill[i] = slope > 0 ? uphill[i] + 1 : 0;
                    if (uphill[i] == 2) {
                        uphill[i] = 0;
                        theta[i] = 1;
                        age[i] = 0;
                    }
                    if (variant == Variant.AUTO) {
                        double m = ++age[i];
                        double inertia = (m - 1) * (m + 1) * (2 * m - 3) / (m * (m + 2) * (2 * m + 5));
                        double pull = 4 * (m + 1) * (2 * m + 1) / ((m + 2) * (2 * m + 5));
                        for (int c = 0; c < d; c++) {
                            steps[i][c] = inertia * steps[i][c] + pull * (next[i][c] - y[i][c]);
                            shown[i][c] = y[i][c] + steps[i][c];
                        }
                        continue;
                    }
                    double now = theta[i];
                    theta[i] = (1 + Math.sqrt(1 + 4 * now * now)) / 2;
                    for (int c = 0; c < d; c++) {
                        shown[i][c] = next[i][c]
                                + (now - 1) / theta[i] * (next[i][c] - x[i][c])
                                + 0.8 * now / theta[i] * (next[i][c] - y[i][c]);
                    }
                    continue;
                }
                for (int c = 0; c < d; c++) {
                    shown[i][c] = variant == Variant.ACCELERATED
                            ? next[i][c] + (t - 1) / after * (next[i][c] - x[i][c])
                            : next[i][c];
                }
            }
            x = next;
            y = shown;
            t = after;
        }
        double[] flat = new double[n * d];
        for (int i = 0; i < n; i++) {
            System.arraycopy(x[i], 0, flat, i * d, d);
        }
        return Actions.flat(d, flat);
    }

    private static double[] step(RoundObjective objective, Variant variant, double[][] y, double[] guess, int i) {
        HittingCost f = objective.round().cost(i);
        return f instanceof Quadratic quadratic && f.dimension() == 1
                ? scalarStep(objective, quadratic, variant == Variant.JACOBI, y, i)
                : midpointStep(objective, f, variant == Variant.JACOBI, y, guess, i);
    }

    private static double[] scalarStep(RoundObjective objective, Quadratic f, boolean jacobi, double[][] y, int i) {
        Round round = objective.round();
        Graph graph = round.graph();
        Coupling coupling = round.coupling();
        double beta = round.beta();
        double weights = 0;
        double[] sums = new double[4]; // side by side, from 16 neighbours on
        int alone = graph.degree(i) < 16 ? 0 : graph.degree(i) / 4 * 4;
        double offsets = 0;
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            int e = graph.edge(arc);
            int j = graph.neighbor(arc);
            weights += coupling.weight(e);
            int k = arc - graph.firstArc(i);
            sums[k < alone ? k % 4 : 0] += coupling.weight(e) * y[j][0];
            offsets += coupling.weight(e) * (i < j ? coupling.offset(e, 0) : -coupling.offset(e, 0));
        }
        double neighbors = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        double regularization = objective.regularization(i);
        double m = f.curvature(0, 0) + (regularization + (jacobi ? beta : 2 * beta) * weights);
        double past = regularization * objective.previous().get(i) + beta * offsets;
        double own = (f.curvature(0, 0) * f.target(0) + past) / m;
        double pulled = (jacobi ? 0 : weights) * y[i][0] + neighbors;
        return new double[] {own + beta / m * pulled};
    }

    private static double[] midpointStep(
            RoundObjective objective, HittingCost f, boolean jacobi, double[][] y, double[] guess, int i) {
        Round round = objective.round();
        Graph graph = round.graph();
        int d = round.dimension();
        QuadraticPull pull = new QuadraticPull(d);
        pull.add(objective.regularization(i), objective.previous().of(i));
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            int e = graph.edge(arc);
            int j = graph.neighbor(arc);
            double[] z = new double[d];
            for (int c = 0; c < d; c++) {
                double offset = i < j
                        ? round.coupling().offset(e, c)
                        : -round.coupling().offset(e, c);
                z[c] = jacobi ? y[j][c] + offset : (y[i][c] + y[j][c] + offset) / 2;
            }
            pull.add(jacobi ? round.beta() : 2 * round.beta(), round.coupling().gram(e), z);
        }
        double[] x = guess.clone();
        f.argmin(pull, x);
        return x;
    }
}
