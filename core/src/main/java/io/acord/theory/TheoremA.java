package io.acord.theory;

import io.acord.input.Complaints;

/**
 * Theorem A (5.4), which replaces the paper's Theorem 3.1: whatever was played, if round t's actions miss that round's
 * optimum by ε_t = F_t(x_t) − min F_t and S = Σ ε_t, then for every δ in (0, 1)
 *
 * <pre>
 *     cost ≤ CR* (1 + δ)/(1 − δ) · OPT  +  CR* / (1 − δ) · (1 + c/δ) · S,     CR* = 1/λ_min,  c = 2 max (μ + λb)/μ.
 * </pre>
 *
 * <p>Of λ₁ the last maximum is 1/λ_min. The proof needs no more of the weights than ℓ ≤ bω/(b + ω) with ω = μ + ℓ of
 * the round before, ℓ = λb, so that it covers Theorem F's weights, too.
 *
 * <p>It assumes hitting costs f ≥ 0 and a start common to the run and OPT. Costs that go below 0 are lifted by their
 * minima: with C₀ = Σ min(0, min f) ≤ 0 the theorem holds for cost − C₀ and OPT − C₀ (E19), and that is how every
 * method here reads it.
 *
 * @param lambdaMin the smallest λ of the fleet over the horizon
 * @param steepest the largest (μ + λb)/μ
 * @param shift C₀, 0 if no hitting cost goes below 0
 */
public record TheoremA(double lambdaMin, double steepest, double shift) {

    /** How far below C₀, relatively, a sum may come out by rounding. */
    private static final double ROUNDING = 1e-12;

    public TheoremA {
        Require.lambda("lambdaMin", lambdaMin);
        if (!(steepest >= 1 && steepest < Double.POSITIVE_INFINITY)) {
            throw Complaints.refuse(
                    "steepest",
                    "is " + steepest,
                    "1 or above, because it is (mu + lambda b)/mu",
                    "omit it for lambda1");
        }
        if (!(shift <= 0 && shift > Double.NEGATIVE_INFINITY)) {
            throw Complaints.refuse(
                    "shift",
                    "is " + shift,
                    "a finite number, 0 or below, because it sums min(0, min f)",
                    "omit it if no hitting cost goes below 0");
        }
    }

    /** Of λ₁. */
    public TheoremA(double lambdaMin, double shift) {
        this(lambdaMin, 1 / lambdaMin, shift);
    }

    /** Of λ₁, for hitting costs f ≥ 0. */
    public TheoremA(double lambdaMin) {
        this(lambdaMin, 0);
    }

    /** CR* = 1/λ_min. */
    public double competitiveRatio() {
        return 1 / lambdaMin;
    }

    /** CR* (1 + δ)/(1 − δ), what multiplies OPT. */
    public double ratio(double delta) {
        requireDelta(delta);
        return competitiveRatio() * (1 + delta) / (1 - delta);
    }

    /** CR* / (1 − δ) · (1 + c/δ) · S, what is added to it. */
    public double additive(double sumOfGaps, double delta) {
        requireGaps(sumOfGaps);
        requireDelta(delta);
        return competitiveRatio() / (1 - delta) * (1 + c() / delta) * sumOfGaps;
    }

    /** The right side of the theorem for a given δ. */
    public double bound(double opt, double sumOfGaps, double delta) {
        double lifted = lifted("opt", opt);
        return shift + ratio(delta) * lifted + additive(sumOfGaps, delta);
    }

    /**
     * The δ with the smallest bound: the positive root of (2 OPT + S) δ² + 2cS δ − cS = 0, which is cS / (cS + √(cS (2
     * OPT + (1 + c) S))) and below 1/2. 0 if S = 0, as a limit.
     */
    public double bestDelta(double opt, double sumOfGaps) {
        double lifted = lifted("opt", opt);
        requireGaps(sumOfGaps);
        if (sumOfGaps == 0) {
            return 0;
        }
        double cs = c() * sumOfGaps;
        return cs / (cs + crossTerm(lifted, sumOfGaps));
    }

    /**
     * The bound at the best δ: CR* (OPT + (1 + 2c) S + 2 √(cS (2 OPT + (1 + c) S))). Exact play, S = 0, pays at most
     * CR* OPT.
     */
    public double bestBound(double opt, double sumOfGaps) {
        double lifted = lifted("opt", opt);
        requireGaps(sumOfGaps);
        return shift + competitiveRatio() * (lifted + (1 + 2 * c()) * sumOfGaps + 2 * crossTerm(lifted, sumOfGaps));
    }

    /** √(cS (2 OPT + (1 + c) S)), OPT being lifted. */
    private double crossTerm(double opt, double sumOfGaps) {
        return Math.sqrt(c() * sumOfGaps) * Math.sqrt(2 * opt + (1 + c()) * sumOfGaps);
    }

    /**
     * A lower bound on OPT from what was paid alone: the OPT whose best bound equals the cost, as OPT cannot be
     * smaller. With G = cost/CR* it is sup over δ of [(1 − δ) G − (1 + c/δ) S] / (1 + δ) = G + (2c − 1) S − 2 √(cS (2G
     * + (c − 1) S)); and C₀, which is no news, if G ≤ (√c + √(1 + c))² S. The supremum is attained at the best δ of the
     * OPT returned.
     */
    public double optAtLeast(double cost, double sumOfGaps) {
        double g = lambdaMin * lifted("cost", cost);
        requireGaps(sumOfGaps);
        if (g <= leastTellingCost(sumOfGaps)) {
            return shift;
        }
        double c = c();
        double root = Math.sqrt(c * sumOfGaps) * Math.sqrt(2 * g + (c - 1) * sumOfGaps);
        return shift + Math.max(0, g + (2 * c - 1) * sumOfGaps - 2 * root);
    }

    /** (√c + √(1 + c))² S, the best bound on cost/CR* if OPT were 0. */
    private double leastTellingCost(double sumOfGaps) {
        double roots = Math.sqrt(c()) + Math.sqrt(1 + c());
        return roots * roots * sumOfGaps;
    }

    /**
     * The run-time guarantee: the competitive ratio that a run which paid {@code cost} has for certain, of the costs
     * above C₀. +∞ if nothing can be said; 1 for a run that paid nothing above C₀, which cannot be undercut.
     */
    public double certifiedRatio(double cost, double sumOfGaps) {
        double lifted = lifted("cost", cost);
        requireGaps(sumOfGaps);
        return lifted == 0 ? 1 : lifted / (optAtLeast(cost, sumOfGaps) - shift);
    }

    /**
     * λ_min / (24 c T⁴), for λ₁ λ_min² / (48 T⁴): what a round may miss its optimum by for {@link #ratioOverHorizon}
     * and {@link #additiveOverHorizon}.
     */
    public double roundBudget(int horizon) {
        double t2 = squared(horizon);
        return lambdaMin / (24 * c() * t2 * t2);
    }

    /** (CR* + 1/2T²) / (1 − 1/2T²), the ratio in Theorem 3.1's form: above Theorem A's at δ = 1/4T². */
    public double ratioOverHorizon(int horizon) {
        double half = 0.5 / squared(horizon);
        return (competitiveRatio() + half) / (1 - half);
    }

    /** 1/(4T), what Theorem 3.1's form adds if no round misses by more than its {@link #roundBudget}. */
    public double additiveOverHorizon(int horizon) {
        requireHorizon(horizon);
        return 0.25 / horizon;
    }

    /** ε₀ · 6/(π² t²), round t's budget when the horizon is not known: over all rounds the budgets sum to ε₀. */
    public static double horizonFreeBudget(double total, int round) {
        Require.positive("total budget", total, "0 could never be kept");
        Require.atLeast("round", round, 1, "rounds are counted from 1");
        return total * 6 / (Math.PI * Math.PI) / round / round;
    }

    private double c() {
        return 2 * steepest;
    }

    /** A cost above C₀. Rounding may leave it a little below, which counts as 0. */
    private double lifted(String where, double cost) {
        double lifted = cost - shift;
        if (lifted >= 0 && lifted < Double.POSITIVE_INFINITY) {
            return lifted;
        }
        if (lifted < 0 && lifted >= ROUNDING * shift) {
            return 0;
        }
        throw Complaints.refuse(
                where,
                "is " + cost,
                "a finite number, " + shift + " or above, because hitting costs sum to no less (E19)",
                "give the total cost, and the sum of min(0, min f) as shift");
    }

    private static void requireGaps(double sumOfGaps) {
        Require.nonNegative("sumOfGaps", sumOfGaps, "nothing lies below a round's optimum");
    }

    private static void requireDelta(double delta) {
        if (!(delta > 0 && delta < 1)) {
            throw Complaints.refuse(
                    "delta", "is " + delta, "in (0, 1)", "take bestDelta, or bestBound, which needs none");
        }
    }

    private static double squared(int horizon) {
        requireHorizon(horizon);
        return (double) horizon * horizon;
    }

    private static void requireHorizon(int horizon) {
        Require.atLeast("horizon", horizon, 1, "a run has at least one round");
    }
}
