package io.acord.acord;

import io.acord.theory.IterationRule;

/**
 * The weight with which an agent goes on in the direction it came from: y^k = x^k + weight · (x^k − x^{k−1}). Mutable,
 * for the length of one round.
 */
public final class Momentum {

    private final double constant; // NaN: FISTA weights
    private double t = 1;

    private Momentum(double constant) {
        this.constant = constant;
    }

    /** For variants without momentum. */
    public static Momentum none() {
        return new Momentum(0);
    }

    /**
     * The momentum of a variant, at the start of a round.
     *
     * @param kappa a lower bound on 1 − ρ common to the component; read by ACCELERATED_CERTIFIED only
     */
    public static Momentum of(Variant variant, double kappa) {
        return switch (variant) {
            case PLAIN, JACOBI, OPTIMIZED, POLYNOMIAL -> none(); // the last two: every agent has weights of its own
            case ACCELERATED -> new Momentum(Double.NaN);
            case ACCELERATED_CERTIFIED -> new Momentum(IterationRule.theta(kappa));
        };
    }

    /**
     * The weight after iteration k, asked for k = 1, 2, … in turn; FISTA: (t_k − 1)/t_{k+1}, t_{k+1} = (1 + √(1 + 4
     * t_k²))/2.
     */
    public double next() {
        if (!Double.isNaN(constant)) {
            return constant;
        }
        double after = (1 + Math.sqrt(1 + 4 * t * t)) / 2;
        double weight = (t - 1) / after;
        t = after;
        return weight;
    }
}
