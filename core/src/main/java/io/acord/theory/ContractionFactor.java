package io.acord.theory;

/**
 * κ = 1 − ρ of an iteration that shrinks the distance to its fixed point by ρ, as far as an iteration over the graph
 * could establish it.
 *
 * <p>The estimate is a Rayleigh quotient, so the truth lies between the two numbers whatever happened.
 */
public sealed interface ContractionFactor {

    /** The estimate of 1 − ρ: never below the truth. */
    double kappa();

    /** What 1 − ρ is at least, proven: the number for anything certified. */
    double kappaAtLeast();

    /** The estimate of ρ: never above the truth. */
    default double rho() {
        return 1 - kappa();
    }

    /** What ρ is at most, proven. */
    default double rhoAtMost() {
        return 1 - kappaAtLeast();
    }

    /** Nothing to contract: the first iteration is exact. */
    static ContractionFactor exact() {
        return new Converged(1, 1, 0);
    }

    /** The slower of two parts that contract side by side. */
    default ContractionFactor orSlower(ContractionFactor other) {
        double kappa = Math.min(kappa(), other.kappa());
        double atLeast = Math.min(kappaAtLeast(), other.kappaAtLeast());
        if (this instanceof Converged one && other instanceof Converged two) {
            return new Converged(kappa, atLeast, Math.max(one.iterations(), two.iterations()));
        }
        String why = this instanceof Bracketed stopped ? stopped.whyStopped() : ((Bracketed) other).whyStopped();
        return new Bracketed(kappa, atLeast, why);
    }

    /** The estimate is an eigenvalue to about ten digits. */
    record Converged(double kappa, double kappaAtLeast, int iterations) implements ContractionFactor {}

    /** Stopped early: 1 − ρ lies in [kappaAtLeast, kappa]. */
    record Bracketed(double kappa, double kappaAtLeast, String whyStopped) implements ContractionFactor {}
}
