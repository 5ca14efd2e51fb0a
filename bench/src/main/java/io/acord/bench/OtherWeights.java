package io.acord.bench;

import io.acord.cost.Quadratic;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.RoundObjective;
import java.util.Arrays;

/**
 * {@code auto} written down once more, slowly, so that its constants can be others: why these were chosen is part of what the benchmarks show. Scalar quadratics, equal weights, cold start.
 */
final class OtherWeights implements Iterations.Run {

    /** A patience that nothing exhausts. */
    static final int NEVER = Integer.MAX_VALUE;

    private final RoundObjective objective;
    private final double gamma;
    private final int patience;
    private final boolean common;
    private final double[] x;
    private double[] y;
    private final double[] theta;
    private final int[] uphill;

    /**
     * Opens a round.
     *
     * @param gamma the weight of the correction
     * @param patience steps uphill in a row after which one starts afresh
     * @param common all start afresh together, when their steps together led uphill: what neighbours cannot know
     */
    OtherWeights(RoundObjective objective, double gamma, int patience, boolean common) {
        this.objective = objective;
        this.gamma = gamma;
        this.patience = patience;
        this.common = common;
        int n = objective.round().agents();
        x = new double[n];
        y = new double[n];
        theta = new double[n];
        uphill = new int[n];
        Arrays.fill(theta, 1);
    }

    @Override
    public void iterate() {
        int n = x.length;
        double[] now = new double[n];
        double[] slope = new double[n];
        double slopes = 0;
        for (int i = 0; i < n; i++) {
            now[i] = solve(i);
            slope[i] = (y[i] - now[i]) * (now[i] - x[i]);
            slopes += slope[i];
        }
        double[] next = new double[n];
        for (int i = 0; i < n; i++) {
            uphill[i] = (common ? slopes : slope[i]) > 0 ? uphill[i] + 1 : 0;
            if (uphill[i] == patience) {
                uphill[i] = 0;
                theta[i] = 1;
            }
            double after = (1 + Math.sqrt(1 + 4 * theta[i] * theta[i])) / 2;
            next[i] = now[i] + (theta[i] - 1) / after * (now[i] - x[i]) + gamma * theta[i] / after * (now[i] - y[i]);
            theta[i] = after;
            x[i] = now[i];
        }
        y = next;
    }

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
    public Actions actions() {
        return Actions.flat(1, x.clone());
    }
}
