package io.acord.model;

import io.acord.cost.HittingCost;
import io.acord.input.Complaints;

/**
 * F_t(x) = Σ_i { f_i(x_i) + λ_i b_i/2 ‖x_i − x_{i,t−1}‖² } + β/2 Σ_e ‖A_e(x_i − x_j − o_e)‖²: a round, seen after the
 * previous actions, with moving weighed by λ. Exact ROBD plays its minimiser. Immutable.
 */
public final class RoundObjective {

    private final Round round;
    private final Actions previous;
    private final double[] lambda;

    /** Copies {@code lambda}, one number an agent. */
    public RoundObjective(Round round, Actions previous, double[] lambda) {
        this(round, lambda.clone(), previous);
    }

    /** The same with weights that nobody writes to as long as the objective is of use: they are not copied. */
    public static RoundObjective ofFrozen(Round round, Actions previous, double[] lambda) {
        return new RoundObjective(round, lambda, previous);
    }

    private RoundObjective(Round round, double[] lambda, Actions previous) {
        round.checkShape("previous actions", previous);
        Complaints complaints = new Complaints();
        if (lambda.length != round.agents()) {
            complaints.add(
                    "lambda",
                    "has " + lambda.length + " numbers",
                    round.agents() + ", one an agent",
                    "give one an agent");
        }
        for (int i = 0; i < lambda.length; i++) {
            if (lambda[i] > 0 && lambda[i] < Double.POSITIVE_INFINITY) {
                continue;
            }
            complaints.needPositive(
                    "lambda[" + i + "]",
                    lambda[i],
                    "it weighs the previous action",
                    "use lambda1(mu), which lies in (0, 1)");
        }
        complaints.throwIfAny();
        this.round = round;
        this.previous = previous;
        this.lambda = lambda;
    }

    public Round round() {
        return round;
    }

    /** x_{t−1}. */
    public Actions previous() {
        return previous;
    }

    public double lambda(int agent) {
        return lambda[agent];
    }

    /** λ_i b_i, the weight of ½‖x_i − x_{i,t−1}‖² in F_t. */
    public double regularization(int agent) {
        return lambda[agent] * round.switchingWeight(agent);
    }

    /** Writes λ_i b_i of the agents from .. to − 1, from 0 on. */
    public void copyRegularization(int from, int to, double[] into) {
        System.arraycopy(lambda, from, into, 0, to - from);
        round.multiplyBySwitchingWeights(from, to, into);
    }

    /** a_i = μ_i + λ_i b_i, the strong convexity of agent i's own part φ_i. */
    public double modulus(int agent) {
        return round.mu(agent) + regularization(agent);
    }

    /** F_t(x). */
    public double at(Actions x) {
        round.checkShape("actions", x);
        double[] point = new double[round.dimension()];
        double sum = 0;
        for (int i = 0; i < round.agents(); i++) {
            x.copyTo(i, point, 0);
            sum += ownPart(i, point);
        }
        return sum + round.dissimilarity(x);
    }

    /** φ_i(x) = f_i(x) + λ_i b_i/2 ‖x − x_{i,t−1}‖². */
    public double ownPart(int agent, double[] x) {
        HittingCost f = round.cost(agent);
        double squared = 0;
        for (int c = 0; c < x.length; c++) {
            double step = x[c] - previous.get(agent, c);
            squared += step * step;
        }
        return f.at(x) + regularization(agent) / 2 * squared;
    }
}
