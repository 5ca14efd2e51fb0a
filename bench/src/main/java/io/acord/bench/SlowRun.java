package io.acord.bench;

import io.acord.cost.Quadratic;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.RoundObjective;

/**
 * Agents with momentum of their own, written down once more, slowly, so that the weights can be others: why ours were
 * chosen is part of what the benchmarks show. Scalar quadratics, equal weights, cold start.
 */
abstract class SlowRun implements Iterations.Run {

    /** A patience that nothing exhausts. */
    static final int NEVER = Integer.MAX_VALUE;

    /** The first iterations of a round, in which nobody starts afresh, as the library has it. */
    static final int STEADY = 12;

    private final RoundObjective objective;
    private final int steady;
    private int iterations;
    private double[] x;
    private double[] y;

    SlowRun(RoundObjective objective, int steady) {
        this.objective = objective;
        this.steady = steady;
        x = new double[objective.round().agents()];
        y = new double[objective.round().agents()];
    }

    @Override
    public final void iterate() {
        iterations++;
        double[] now = new double[x.length];
        for (int i = 0; i < now.length; i++) {
            now[i] = solve(i);
        }
        y = show(now, x, y);
        x = now;
    }

    /** Whether somebody may start afresh in this iteration. */
    final boolean isPastSteady() {
        return iterations > steady;
    }

    /** y^k, given x^k, x^{k−1} and y^{k−1}. */
    abstract double[] show(double[] now, double[] before, double[] shown);

    /** An agent's own problem, pulled twice as strongly towards the midpoints. */
    private double solve(int i) {
        if (!(objective.round().cost(i) instanceof Quadratic f)) {
            throw new AssertionError("not a quadratic");
        }
        Graph graph = objective.round().graph();
        double beta = objective.round().beta();
        double sum = 0;
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            sum += y[i] + y[graph.neighbor(arc)];
        }
        double lambda = objective.regularization(i);
        double linear =
                f.curvature(0, 0) * f.target(0) + lambda * objective.previous().get(i) + beta * sum;
        return linear / (f.curvature(0, 0) + lambda + 2 * beta * graph.degree(i));
    }

    @Override
    public final Actions actions() {
        return Actions.flat(1, x.clone());
    }
}
