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
import io.acord.theory.Contraction;
import io.acord.theory.SufficientIterations;
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
        Memory[] memories = new Memory[n];
        for (int i = 0; i < n; i++) {
            memories[i] = new Memory(d);
            if (start == From.PREVIOUS) {
                x[i] = objective.previous().of(i);
                y[i] = objective.previous().of(i);
            }
        }
        for (int k = 1; k <= iterations; k++) {
            double[][] next = new double[n][];
            double[][] shown = new double[n][];
            for (int i = 0; i < n; i++) {
                next[i] = step(objective, variant, y, x[i], i);
                shown[i] = shown(objective, variant, i, memories[i], x[i], y[i], next[i]);
            }
            x = next;
            y = shown;
        }
        double[] flat = new double[n * d];
        for (int i = 0; i < n; i++) {
            System.arraycopy(x[i], 0, flat, i * d, d);
        }
        return Actions.flat(d, flat);
    }

    /** What an agent remembers from one iteration to the next besides x and y. */
    private static final class Memory {
        private double theta = 1;
        private int k; // iterations of this round
        private int age; // iterations since it started afresh
        private int uphill; // steps in a row
        private final double[] step; // y^{k−1} − y^{k−2}

        Memory(int d) {
            this.step = new double[d];
        }

        /** Starts afresh after two steps uphill in a row, but not in the first 12 iterations. */
        void look(double slope) {
            k++;
            uphill = slope > 0 ? uphill + 1 : 0;
            if (uphill >= 2 && k > 12) {
                uphill = 0;
                theta = 1;
                age = 0;
            }
        }
    }

    /** y^k of an agent. A variant that has no line here does not compile. */
    private static double[] shown(
            RoundObjective objective, Variant variant, int i, Memory memory, double[] before, double[] y, double[] x) {
        return switch (variant) {
            case PLAIN, JACOBI -> x;
            case ACCELERATED -> accelerated(memory, before, x);
            case CERTIFIED -> extrapolated(theta(objective, i), before, x);
            case OPTIMIZED -> optimized(memory, before, y, x);
            case AUTO -> polynomial(memory, y, x);
        };
    }

    private static double[] extrapolated(double weight, double[] before, double[] x) {
        double[] shown = new double[x.length];
        Arrays.setAll(shown, c -> x[c] + weight * (x[c] - before[c]));
        return shown;
    }

    private static double[] accelerated(Memory memory, double[] before, double[] x) {
        double now = memory.theta;
        memory.theta = (1 + Math.sqrt(1 + 4 * now * now)) / 2;
        return extrapolated((now - 1) / memory.theta, before, x);
    }

    /** θ of the agent's component. */
    private static double theta(RoundObjective objective, int i) {
        Round round = objective.round();
        double[] moduli = new double[round.agents()];
        Arrays.setAll(moduli, objective::modulus);
        int component = round.graph().components().componentOf(i);
        double kappa = Contraction.of(round.coupling(), round.beta(), moduli).edgeKappa(component);
        return SufficientIterations.theta(kappa);
    }

    private static double[] optimized(Memory memory, double[] before, double[] y, double[] x) {
        double slope = 0;
        for (int c = 0; c < x.length; c++) {
            slope += (y[c] - x[c]) * (x[c] - before[c]);
        }
        memory.look(slope);
        double now = memory.theta;
        double after = (1 + Math.sqrt(1 + 4 * now * now)) / 2;
        memory.theta = after;
        double[] shown = new double[x.length];
        Arrays.setAll(shown, c -> x[c] + (now - 1) / after * (x[c] - before[c]) + 0.8 * now / after * (x[c] - y[c]));
        return shown;
    }

    private static double[] polynomial(Memory memory, double[] y, double[] x) {
        double slope = 0;
        for (int c = 0; c < x.length; c++) {
            slope += (y[c] - x[c]) * memory.step[c];
        }
        memory.look(slope);
        double m = ++memory.age;
        double inertia = (m - 1) * (m + 1) * (2 * m - 3) / (m * (m + 2) * (2 * m + 5));
        double pull = 4 * (m + 1) * (2 * m + 1) / ((m + 2) * (2 * m + 5));
        double[] shown = new double[x.length];
        for (int c = 0; c < x.length; c++) {
            memory.step[c] = inertia * memory.step[c] + pull * (x[c] - y[c]);
            shown[c] = y[c] + memory.step[c];
        }
        return shown;
    }

    private static double[] step(RoundObjective objective, Variant variant, double[][] y, double[] guess, int i) {
        HittingCost f = objective.round().cost(i);
        return f instanceof Quadratic quadratic && f.dimension() == 1
                ? scalarStep(objective, quadratic, variant.pullsToNeighbors(), y, i)
                : midpointStep(objective, f, variant.pullsToNeighbors(), y, guess, i);
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
