package io.acord.theory;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;

/**
 * How far above its optimum a round was at most, F(x) − F*, from what agents know when it is over (5.6): each
 * contributes a number of its own, and the sum is the certificate. Valid after every fault: lost and late messages,
 * lost edges, unequal numbers of iterations.
 *
 * <p>Agent i last solved for edge values y_e, whatever they were. Its residual against the others' final actions is r_i
 * = β Σ_{e∋i} W_e (x_i − x_j) − 2β Σ_{e used by i} W_e (x_i − y_e), a subgradient of F with respect to x_i.
 */
public final class Certificate {

    /*
     * Why the certificate holds. Let ψ(u) = φ_i(u) + β Σ |u − y_e|²_{W_e} be the local problem, M = a_i + 2β Σ W_e its strong convexity,
     * t = √(2τ), and v = u − x_i. The exact minimizer is within t of x_i in the norm of M, so
     *
     *     ψ(u) ≥ ψ(x_i) − τ + 1/2 (|v|_M − t)₊².
     *
     * F is the sum of the ψ plus a quadratic, whose change is at least Σ ⟨r_i, v_i⟩ − β |v_i|²_{ΣW}. Hence F(x) − F(u) is at most the sum
     * over i of
     *
     *     |r| |v| + β |v|²_{ΣW} + τ − 1/2 (|v|_M − t)₊².
     *
     * If |v|_M ≥ t, this is |r| |v| + t |v|_M − a/2 |v|² ≤ (|r| + t √(a + 2βs)) |v| − a/2 |v|², at most the square claimed. If |v|_M < t,
     * then |v| < t/√a, and it is at most |r| t/√a + βs t²/a + t²/2, which is less than the last two terms of the square written out.
     */

    private Certificate() {}

    /** |r_i|²/(2a_i): the share of an agent that solved its local problem exactly. */
    public static double ofAgent(double squaredResidual, double a) {
        Require.nonNegative("squaredResidual", squaredResidual, "it is a square");
        Require.positive("a", a, "it is mu + lambda1 b");
        return squaredResidual / (2 * a);
    }

    /**
     * (|r_i| + √(2τ (a_i + 2β s_i)))² / (2a_i): the share of an agent whose local solve may lie τ above its minimum.
     *
     * @param strength s_i, see {@link Contraction#strength}, over the edges that the agent used
     */
    public static double ofAgent(double squaredResidual, double a, double tau, double beta, double strength) {
        Require.nonNegative("squaredResidual", squaredResidual, "it is a square");
        Require.positive("a", a, "it is mu + lambda1 b");
        Require.nonNegative("tau", tau, "nothing lies below a minimum");
        Require.nonNegative("beta", beta, "a negative one would reward differing");
        Require.nonNegative("strength", strength, "it is an eigenvalue of a sum of Gram matrices");
        double sum = Math.sqrt(squaredResidual) + Math.sqrt(2 * tau) * Math.sqrt(a + 2 * beta * strength);
        return sum * sum / (2 * a);
    }

    /** ρ/(2κ) ‖z^K − y^{K−1}‖²_H: the same for a clean lock-step run, from its last change of the edge values alone. */
    public static double ofLastStep(double squaredStep, double kappa) {
        Require.nonNegative("squaredStep", squaredStep, "it is a square");
        Require.kappa(kappa);
        return (1 - kappa) / (2 * kappa) * squaredStep;
    }

    /** β/2 ‖A_e(x_i − x_j)‖²: one edge was charged but nobody heard of it, all else was solved exactly. */
    public static double ofLostEdge(Coupling coupling, double beta, int e, double[] x) {
        Require.nonNegative("beta", beta, "a negative one would reward differing");
        return beta / 2 * coupling.squaredDifference(e, x);
    }

    /** β² ‖W_e(x_i − x_j)‖²/(2a_j): only i knew of edge e, all else was solved exactly. */
    public static double ofOneSidedEdge(Coupling coupling, double beta, int e, double[] x, double aOfIgnorant) {
        Require.nonNegative("beta", beta, "a negative one would reward differing");
        Graph graph = coupling.graph();
        int d = coupling.dimension();
        int i = graph.tail(e) * d;
        int j = graph.head(e) * d;
        double squared = 0;
        for (int r = 0; r < d; r++) {
            double sum = 0;
            for (int c = 0; c < d; c++) {
                sum += coupling.gram(e, r, c) * (x[i + c] - x[j + c] - coupling.offset(e, c));
            }
            squared += sum * sum;
        }
        return ofAgent(beta * beta * squared, aOfIgnorant);
    }
}
