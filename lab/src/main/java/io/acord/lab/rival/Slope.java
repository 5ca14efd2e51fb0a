package io.acord.lab.rival;

import io.acord.cost.HittingCost;
import io.acord.input.Complaints;
import io.acord.lab.policy.AgentView;
import io.acord.linear.Symmetric;

/**
 * What agents know of the gradient of F_t, each of its own part.
 *
 * @param policy who asks, for complaints
 * @param round t, for complaints
 */
record Slope(String policy, int round) {

    /**
     * The cost of an agent.
     *
     * @throws io.acord.input.BadInputException if it has no Lipschitz gradient
     */
    HittingCost.Differentiable cost(AgentView me) {
        if (me.cost() instanceof HittingCost.Differentiable smooth) {
            return smooth;
        }
        throw Complaints.refuse(
                policy + " in round " + round + ", agent " + me.agent(),
                "meets the hitting cost " + me.cost(),
                "a cost with a Lipschitz gradient that says its constant (quadratic, huber or band, without a box),"
                        + " because it descends along gradients",
                "drop " + policy + " from the algorithms, or let admm play, which needs no gradients");
    }

    /** Writes ∇f(y) + λ b (y − x_{t−1}) + β Σ_e W_e (y − y_j − o_e), with what neighbours told. */
    void at(AgentView me, double[] y, double[] into) {
        int d = y.length;
        cost(me).gradient(y, into);
        double[] previous = me.previous();
        for (int c = 0; c < d; c++) {
            into[c] += me.regularization() * (y[c] - previous[c]);
        }
        for (int a = 0; a < me.degree(); a++) {
            double[] difference = me.heard(a);
            double[] offset = me.offset(a);
            for (int c = 0; c < d; c++) {
                difference[c] = y[c] - difference[c] - offset[c];
            }
            Symmetric.addProduct(me.beta(), me.gram(a), 0, d, difference, 0, into, 0);
        }
    }

    /** L_f + λ b + 2 β Σ_e ‖W_e‖: the largest of these over the agents is a Lipschitz constant of ∇F_t. */
    double smoothness(AgentView me) {
        double sum = cost(me).smoothness() + me.regularization();
        for (int a = 0; a < me.degree(); a++) {
            sum += 2 * me.beta() * me.steepness(a);
        }
        return sum;
    }

    /** μ + λ b: F_t is at least as convex as the least of these. */
    double convexity(AgentView me) {
        return me.cost().mu() + me.regularization();
    }
}
