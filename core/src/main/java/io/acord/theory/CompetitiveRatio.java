package io.acord.theory;

import io.acord.input.Complaints;

/**
 * How strongly an agent holds on to its last action, λ₁, and the competitive ratio that follows: CR* = 1 / min λ₁.
 *
 * <p>An agent's μ must hold in every round, or be the running minimum of what was seen so far (8.2).
 */
public final class CompetitiveRatio {

    private CompetitiveRatio() {}

    /** λ₁ = 2 / (1 + √(1 + 4/μ)), the positive root of λ²/μ + λ = 1. */
    public static double lambda1(double mu) {
        return lambda1(mu, 1);
    }

    /**
     * λ₁ = 2 / (1 + √(1 + 4b/μ)) for a switching cost b/2 ‖x − x_prev‖²; the agent's regularizer is then λ₁ b/2 ‖x −
     * x_prev‖² (8.1).
     */
    public static double lambda1(double mu, double b) {
        requireMu(mu);
        requireWeight("switching weight", b);
        return positive(2 / (1 + Math.sqrt(1 + 4 * b / mu)), mu, b);
    }

    /**
     * CR* = 1/2 + 1/2 √(1 + 4/μ), μ the smallest of the fleet: what exact play achieves and no online algorithm beats.
     */
    public static double optimal(double mu) {
        return optimal(mu, 1);
    }

    /** CR* = 1/2 + 1/2 √(1 + 4b/μ), for the agent with the largest b/μ of the fleet. */
    public static double optimal(double mu, double b) {
        requireMu(mu);
        requireWeight("switching weight", b);
        return 0.5 + 0.5 * Math.sqrt(1 + 4 * b / mu);
    }

    /**
     * What exact play of Theorem F's weights is promised over so many rounds: 1 + b_high/ω, ω being that of the round
     * before the last if μ and b had been the smallest all along. With weights that do not change it is 1/a_{T−1} of
     * theory 13, and no online algorithm can promise less; it grows to CR* with T.
     *
     * @param low the smallest switching weight of any round
     * @param high the largest
     */
    public static double overRounds(double mu, double low, double high, int rounds) {
        requireMu(mu);
        requireWeight("lowest switching weight", low);
        requireWeight("highest switching weight", high);
        Require.atLeast("rounds", rounds, 1, "a run has at least one round");
        double omega = Double.POSITIVE_INFINITY;
        for (int t = 1; t < rounds; t++) {
            double next = mu + low / (1 + low / omega);
            if (next == omega) {
                break;
            }
            omega = next;
        }
        return 1 + high / omega;
    }

    /** CR* = 1 / min λ₁. */
    public static double ofSmallest(double lambdaMin) {
        Require.lambda("lambdaMin", lambdaMin);
        return 1 / lambdaMin;
    }

    /**
     * max{1/λ, 1 + λ/μ}: the ratio of one agent that plays ROBD with any λ in (0, 1]; smallest at λ₁ (E5, the paper
     * prints min).
     */
    public static double ofRobd(double mu, double lambda) {
        return ofRobd(new double[] {mu}, new double[] {lambda});
    }

    /** max{1, max λ_i (1 + λ_i/μ_i)} / min λ: the ratio of a fleet that plays ROBD with any λ_i in (0, 1] (E5). */
    public static double ofRobd(double[] mu, double[] lambda) {
        Require.atLeast("number of agents", mu.length, 1, "an empty fleet has no ratio");
        if (lambda.length != mu.length) {
            throw Complaints.refuse(
                    "lambda",
                    "has " + lambda.length + " numbers",
                    mu.length + ", one an agent",
                    "give one lambda per mu");
        }
        double smallest = 1;
        double largest = 1;
        for (int i = 0; i < mu.length; i++) {
            requireMu(mu[i]);
            Require.lambda("lambda[" + i + "]", lambda[i]);
            smallest = Math.min(smallest, lambda[i]);
            largest = Math.max(largest, lambda[i] * (1 + lambda[i] / mu[i]));
        }
        return largest / smallest;
    }

    private static void requireMu(double mu) {
        Require.positive("mu", mu, "lambda1 needs a strongly convex hitting cost");
    }

    private static void requireWeight(String where, double b) {
        Require.nonNegative(where, b, "a negative one would reward switching");
    }

    private static double positive(double lambda, double mu, double b) {
        if (lambda > 0) {
            return lambda;
        }
        throw Complaints.refuse(
                "mu",
                "is " + mu + " at a switching weight of " + b,
                "a ratio b/mu that a double can hold, because lambda1 = 0 promises nothing",
                "measure costs in another unit");
    }
}
