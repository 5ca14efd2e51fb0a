package io.acord.recipe;

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

    /** The same weight after every iteration. */
    static Momentum constant(double weight) {
        return new Momentum(weight);
    }

    /** FISTA's. */
    static Momentum fista() {
        return new Momentum(Double.NaN);
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
