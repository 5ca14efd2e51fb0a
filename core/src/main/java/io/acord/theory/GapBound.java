package io.acord.theory;

/**
 * How far above its optimum a round is at most after K iterations, F(x^K) − F*, given how far its start was, E₀ = g(z⁰) − F*.
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

    /** (1 − √κ)^K (E₀ + κ/2 ‖z⁰ − z*‖²_H) for ACORD-N (Theorem B), ‖z‖²_H = Σ_e 4β ‖z_e‖²_{W_e}; never above the other. */
    public static double accelerated(double startGap, double squaredDistance, double kappa, int iterations) {
        require(startGap, kappa, iterations);
        Require.nonNegative("squaredDistance", squaredDistance, "it is a square");
        return power(Math.sqrt(kappa), iterations) * (startGap + kappa / 2 * squaredDistance);
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
