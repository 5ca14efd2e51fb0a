package io.acord.theory;

import io.acord.input.Complaints;

/**
 * How many iterations K bring a round within its budget ε of the optimum (5.5), given how far its start is, E₀ = g(z⁰)
 * − F*.
 *
 * <p>E₀ may be any upper bound, κ any lower bound of 1 − ρ; both must be the same for all agents of a component, and K
 * is computed with {@link StrictMath}, because they have to arrive at the same K on whatever machine (E32).
 */
public final class SufficientIterations {

    /** Below this a double cannot tell ρ from 1 (E18). */
    private static final double LEAST_KAPPA = 1e-15;

    private SufficientIterations() {}

    /** K = ⌈ln(E₀/ε) / ln(1/ρ)⌉, at least 1: from ρ^K E₀ ≤ ε. */
    public static int plainByGap(double startGap, double budget, double kappa) {
        return isOneEnough(startGap, budget, kappa) ? 1 : roundedUp(ln(startGap, budget) / decay(kappa));
    }

    /** K = ⌈1/2 + ln(E₀/(κε)) / (2 ln(1/ρ))⌉, at least 1: from ρ^{2K−1}/κ E₀ ≤ ε. */
    public static int plainByDistance(double startGap, double budget, double kappa) {
        if (isOneEnough(startGap, budget, kappa)) {
            return 1;
        }
        return roundedUp(0.5 + (ln(startGap, budget) - StrictMath.log(kappa)) / (2 * decay(kappa)));
    }

    /** K of ACORD: the smaller of the two, as both are proven. */
    public static int plain(double startGap, double budget, double kappa) {
        return Math.min(plainByGap(startGap, budget, kappa), plainByDistance(startGap, budget, kappa));
    }

    /**
     * K = ⌈ln(2E₀/ε) / −ln(1 − √κ)⌉, at least 1, of ACORD-N with {@link #theta}: from 2 (1 − √κ)^K E₀ ≤ ε (Theorem B).
     */
    public static int accelerated(double startGap, double budget, double kappa) {
        if (isOneEnough(startGap, budget, kappa)) {
            return 1;
        }
        return roundedUp((ln(startGap, budget) + StrictMath.log(2)) / decay(Math.sqrt(kappa)));
    }

    /** θ = (1 − √κ)/(1 + √κ), the momentum of ACORD-N. */
    public static double theta(double kappa) {
        Require.kappa(kappa);
        double root = Math.sqrt(kappa);
        return (1 - root) / (1 + root);
    }

    /** A start within budget stays there, and κ = 1 (no edges, or β = 0) is exact after one local solve. */
    private static boolean isOneEnough(double startGap, double budget, double kappa) {
        Require.nonNegative("startGap", startGap, "nothing lies below the optimum");
        Require.positive("budget", budget, "no finite number of iterations is exact");
        Require.kappa(kappa);
        if (startGap <= budget || kappa == 1) {
            return true;
        }
        if (kappa <= LEAST_KAPPA) {
            throw Complaints.refuse(
                    "kappa",
                    "is " + kappa,
                    "above " + LEAST_KAPPA + ", because below it rho is 1 to a double",
                    "lower beta, or raise mu");
        }
        return false;
    }

    private static double ln(double startGap, double budget) {
        return StrictMath.log(startGap) - StrictMath.log(budget);
    }

    /** ln(1/(1 − κ)). */
    static double decay(double kappa) {
        return -StrictMath.log1p(-kappa);
    }

    /** max(1, ⌈k⌉). */
    static int roundedUp(double k) {
        double iterations = Math.max(1, Math.ceil(k));
        if (!(iterations <= Integer.MAX_VALUE)) {
            throw Complaints.refuse(
                    "K",
                    "would be " + iterations,
                    "at most " + Integer.MAX_VALUE + " iterations",
                    "allow a larger budget, lower beta, or use the accelerated rule");
        }
        return (int) iterations;
    }
}
