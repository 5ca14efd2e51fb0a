package io.acord.theory;

import io.acord.input.Complaints;

/**
 * The instance on which no online algorithm beats CR* (9.3): T rounds of μ/2 x², then one of μ'/2 (x − 1)², everyone
 * starting at 0. Who moves before the last round is caught by an adversary who stops there; who does not has to pay for
 * the last round alone, which hindsight prepares for. All agents agree, so no dissimilarity is ever paid.
 *
 * @param movers how many agents see that last round
 * @param rounds T
 * @param finalMu μ', as large as you like
 */
public record LowerBound(int movers, double mu, int rounds, double finalMu) {

    public LowerBound {
        Require.atLeast("movers", movers, 1, "somebody must move");
        Require.positive("mu", mu, "hitting costs are strongly convex");
        Require.atLeast("rounds", rounds, 0, "they are counted");
        Require.positive("finalMu", finalMu, "hitting costs are strongly convex");
        if (finalMu < mu) {
            throw Complaints.refuse(
                    "finalMu",
                    "is " + finalMu,
                    "at least mu = " + mu + ", because mu has to hold in every round",
                    "raise finalMu: the ratio tends to CR* as it grows");
        }
    }

    /** All agents alike: the paper's first instance. */
    public static LowerBound ofEqualAgents(int agents, double mu, int rounds, double finalMu) {
        return new LowerBound(agents, mu, rounds, finalMu);
    }

    /**
     * Agents that differ (L1417): the one of smallest μ sees the last round, the others have μ_i/2 x² throughout and
     * stay at 0. The graph has no edges (E23).
     */
    public static LowerBound ofUnequalAgents(double[] mu, int rounds, double finalMu) {
        Require.atLeast("number of agents", mu.length, 1, "somebody must move");
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < mu.length; i++) {
            Require.positive("mu[" + i + "]", mu[i], "hitting costs are strongly convex");
            smallest = Math.min(smallest, mu[i]);
        }
        return new LowerBound(1, smallest, rounds, finalMu);
    }

    /** Strong convexity of a mover's hitting cost in a round, counted from 1: μ, and μ' in round T + 1. */
    public double curvature(int round) {
        requireRound(round);
        return round <= rounds ? mu : finalMu;
    }

    /** Minimizer of a mover's hitting cost in a round, counted from 1: 0, and 1 in round T + 1. */
    public double target(int round) {
        requireRound(round);
        return round <= rounds ? 0 : 1;
    }

    /** a_T of a₀ = 1, a_{n+1} = (a_n + μ)/(a_n + μ + 1): being at x after T such rounds costs at least a_T/2 x². */
    public double a() {
        double a = 1;
        for (int n = 0; n < rounds; n++) {
            double next = (a + mu) / (a + mu + 1);
            if (next == a) {
                return a;
            }
            a = next;
        }
        return a;
    }

    /** lim a_n = (−μ + √(μ² + 4μ))/2 = 1/CR* = λ₁(μ). */
    public double limitOfA() {
        return CompetitiveRatio.lambda1(mu);
    }

    /** OPT = N/2 · a_T μ'/(a_T + μ'). */
    public double opt() {
        double a = a();
        return 0.5 * movers * a * (finalMu / (a + finalMu));
    }

    /** N/2 · μ'/(1 + μ'): what an algorithm that waited for the last round pays at least. */
    public double bestOnlineCost() {
        return 0.5 * movers * (finalMu / (1 + finalMu));
    }

    /** R(T, μ') = (a_T + μ')/(a_T (1 + μ')): the ratio no online algorithm beats here; tends to CR* from below. */
    public double ratio() {
        double a = a();
        return (a + finalMu) / (a * (1 + finalMu));
    }

    /**
     * μ'/((1 + μ') a_T): the paper's ratio, against an adversary who goes all the way to 1 and so pays more than OPT.
     */
    public double ratioAgainstAdversary() {
        return finalMu / ((1 + finalMu) * a());
    }

    /** N/2 · μ'(μ' + λ²)/(μ' + λ)², λ = λ₁(μ): what ACORD pays. */
    public double acordCost() {
        double lambda = CompetitiveRatio.lambda1(mu);
        double share = finalMu / (finalMu + lambda);
        return 0.5 * movers * share * ((finalMu + lambda * lambda) / (finalMu + lambda));
    }

    /** ACORD's exact ratio: between {@link #ratio} and CR*. */
    public double acordRatio() {
        return acordCost() / opt();
    }

    private void requireRound(int round) {
        if (round < 1 || round > rounds + 1L) {
            throw Complaints.refuse(
                    "round", "is " + round, "1 to " + (rounds + 1L), "count the rounds of the instance from 1");
        }
    }
}
