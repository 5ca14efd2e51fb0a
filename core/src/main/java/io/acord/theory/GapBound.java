package io.acord.theory;

import io.acord.input.Complaints;

/**
 * How far above its optimum a round is at most after K iterations, F(x^K) − F*, given how far its start was, E₀ = g(z⁰)
 * − F*.
 *
 * <p>κ is 1 − ρ or any lower bound of it. Proven for non-smooth costs and every A_e.
 */
public final class GapBound {

    private GapBound() {}

    /** min{ρ^K, ρ^{2K−1}/κ} E₀ for ACORD (5.2). */
    public static double plain(double startGap, double kappa, int iterations) {
        require(startGap, kappa, iterations);
        double byGap = power(kappa, iterations);
        double byDistance = power(kappa, 2.0 * iterations - 1) / kappa;
        return Math.min(byGap, byDistance) * startGap;
    }

    /** 2 (1 − √κ)^K E₀ for ACORD-N (Theorem B). */
    public static double accelerated(double startGap, double kappa, int iterations) {
        require(startGap, kappa, iterations);
        return 2 * power(Math.sqrt(kappa), iterations) * startGap;
    }

    /**
     * (1 − √κ)^K (E₀ + κ/2 ‖z⁰ − z*‖²_H) for ACORD-N (Theorem B), ‖z‖²_H = Σ_e 4β ‖z_e‖²_{W_e}; never above the other.
     */
    public static double accelerated(double startGap, double squaredDistance, double kappa, int iterations) {
        require(startGap, kappa, iterations);
        Require.nonNegative("squaredDistance", squaredDistance, "it is a square");
        return power(Math.sqrt(kappa), iterations) * (startGap + kappa / 2 * squaredDistance);
    }

    /**
     * ‖z⁰ − z*‖²_H / (2 (1 + γ) θ_K²) for the weights of OPTIMIZED (Theorem C, docs/acceleration.md), for K ≤ 13 and
     * then as long as no agent starts afresh; θ_1 = 1, θ_{k+1} = (1 + √(1 + 4 θ_k²))/2 ≥ (k + 2)/2. γ = 0: FISTA.
     */
    public static double optimized(double squaredDistance, double gamma, int iterations) {
        Require.nonNegative("squaredDistance", squaredDistance, "it is a square");
        Require.atLeast("iterations", iterations, 1, "an agent acts on its first local solve at the earliest");
        if (!(gamma >= 0 && gamma <= 1)) {
            throw Complaints.refuse(
                    "gamma", "is " + gamma, "a number in [0, 1], for which the bound is proved", "take 0.8");
        }
        double theta = 1;
        for (int k = 1; k < iterations; k++) {
            theta = (1 + Math.sqrt(1 + 4 * theta * theta)) / 2;
        }
        return squaredDistance / (2 * (1 + gamma) * theta * theta);
    }

    /**
     * 0.6088 ‖z⁰ − z*‖²_H / (2 (K + ½)²) for the weights of AUTO (Theorem D, docs/acceleration.md) with quadratic
     * costs, for K ≤ 13 and then as long as no agent starts afresh.
     */
    public static double polynomial(double squaredDistance, int iterations) {
        Require.nonNegative("squaredDistance", squaredDistance, "it is a square");
        Require.atLeast("iterations", iterations, 1, "an agent acts on its first local solve at the earliest");
        return 0.6088 * squaredDistance / (2 * (iterations + 0.5) * (iterations + 0.5));
    }

    /** (1 − κ)^k. */
    private static double power(double kappa, double k) {
        return StrictMath.exp(k * StrictMath.log1p(-kappa));
    }

    private static void require(double startGap, double kappa, int iterations) {
        Require.nonNegative("startGap", startGap, "nothing lies below the optimum");
        Require.kappa(kappa);
        Require.atLeast("iterations", iterations, 1, "an agent acts on its first local solve at the earliest");
    }
}
