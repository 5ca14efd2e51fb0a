package io.acord.theory;

import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import java.util.Arrays;

/**
 * The paper's own numbers of iterations, K = ⌈ln(T⁴ · 128 · βl · D₀ · max a / (σ λ_min)²) / ln(4βl/(4βl − σ))⌉, at
 * least 1, with D₀ a bound on FF(x⁰, z⁰). Kept for comparison: {@link SufficientIterations} proves the same with far
 * fewer and without σ.
 *
 * @param l the largest eigenvalue of any W_e; 1 for A_e = I
 * @param sigma the smallest eigenvalue of the lifted Hessian, see {@link Sigma}
 * @param largestCurvature max_i (μ_i + λ_i)
 */
public record PaperRule(int horizon, double beta, double l, double sigma, double largestCurvature, double lambdaMin) {

    public PaperRule {
        Require.atLeast("horizon", horizon, 1, "a run has at least one round");
        Require.nonNegative("beta", beta, "a negative one would reward differing");
        Require.positive("l", l, "an edge without weight is no edge");
        if (beta > 0 && !(sigma > 0 && sigma < Double.POSITIVE_INFINITY)) {
            throw Complaints.refuse(
                    "sigma",
                    "is " + sigma,
                    "a finite number above 0, because the rule divides by it",
                    "take Sigma.exact or Sigma.schurBound; the paper's bound is vacuous on many graphs (E13)");
        }
        Require.positive("largestCurvature", largestCurvature, "it is the largest mu + lambda1 b");
        Require.lambda("lambdaMin", lambdaMin);
    }

    /**
     * The rule for a round, with σ known exactly, which no agent could.
     *
     * @param moduli μ_i + λ_i b_i of the agents
     * @param lambdas their λ_i
     */
    public static PaperRule of(Coupling coupling, double beta, double[] moduli, double[] lambdas, int horizon) {
        double l = 0;
        for (int e = 0; e < coupling.graph().edges(); e++) {
            l = Math.max(l, coupling.largestEigenvalue(e));
        }
        double lambdaMin = Math.min(1, Arrays.stream(lambdas).min().orElse(1));
        double largest = Arrays.stream(moduli).max().orElse(0);
        return new PaperRule(horizon, beta, l, Sigma.of(coupling, beta, moduli).exact(), largest, lambdaMin);
    }

    /**
     * (eqn:Kt_value), L185: hitting costs up to {@code costCap} and all actions within {@code diameter}; D₀ = N (M_f +
     * M_s²/2) (E20).
     */
    public int bounded(int agents, double costCap, double diameter) {
        Require.atLeast("agents", agents, 1, "an empty fleet plays nothing");
        Require.nonNegative("costCap", costCap, "hitting costs are not negative");
        Require.nonNegative("diameter", diameter, "it is a distance");
        return iterations(128 * largestCurvature, agents * (costCap + diameter * diameter / 2));
    }

    /**
     * (eqn:K_t_value_unbounded), L251, with the factor max a that it lacks in print (E2); {@code start} = FF(x⁰, z⁰).
     */
    public int unbounded(double start) {
        return iterations(128 * largestCurvature, start);
    }

    /** L251 to the letter, without max a: proves nothing where max a > 1 (E2). */
    public int unboundedAsPrinted(double start) {
        return iterations(128, start);
    }

    /** The network crawl's formula to the letter, with 32 in place of 128: proves only half of what is claimed (E1). */
    public int crawlAsPrinted(double start) {
        return iterations(32 * largestCurvature, start);
    }

    private int iterations(double factor, double start) {
        Require.nonNegative("start", start, "the paper's proof needs hitting costs f >= 0 (E19)");
        double kappa = sigma / (4 * beta * l);
        if (beta == 0 || start == 0 || kappa >= 1) {
            return 1;
        }
        double logarithm = 4 * StrictMath.log(horizon)
                + StrictMath.log(factor)
                + StrictMath.log(beta * l)
                + StrictMath.log(start)
                - 2 * StrictMath.log(sigma * lambdaMin);
        return SufficientIterations.roundedUp(logarithm / SufficientIterations.decay(kappa));
    }
}
