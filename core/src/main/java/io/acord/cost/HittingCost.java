package io.acord.cost;

import java.util.OptionalInt;

/**
 * An agent's hitting cost f for one round: μ-strongly convex, possibly non-smooth, possibly +∞ outside a convex set.
 *
 * <p>Implementations are immutable and safe for use by several threads. The bound on the cost of a run (Theorem A)
 * assumes f ≥ 0.
 */
public interface HittingCost {

    /** d, the number of coordinates of an action. */
    int dimension();

    /** f(x); +∞ outside the domain of f. */
    double at(double[] x);

    /** A μ for which f is μ-strongly convex. An agent's λ₁ uses one that holds in every round. */
    double mu();

    /**
     * Writes argmin f(x) + pull(x) into {@code x}, which holds a first guess on entry. The pull may be zero.
     *
     * @return τ, a bound on how far f + pull at the result may lie above its minimum, rounding aside: 0 for a direct
     *     solve. The certificate of a round takes it into account.
     */
    double argmin(QuadraticPull pull, double[] x);

    /** A lower bound on min f, as close as {@link #argmin} with a pull of zero can tell. */
    default double minimum() {
        double[] x = new double[dimension()];
        double left = argmin(new QuadraticPull(dimension()), x);
        return at(x) - left;
    }

    /**
     * How many numbers describe f to somebody else, for policies that ship cost functions; empty if no finite number
     * does. ACORD never ships any.
     */
    default OptionalInt numbers() {
        return OptionalInt.empty();
    }

    /**
     * A hitting cost with a Lipschitz gradient, for methods that descend along it. ACORD asks for none: costs with
     * kinks or boxes are no {@code Differentiable}.
     */
    interface Differentiable extends HittingCost {

        /** Writes ∇f(x). */
        void gradient(double[] x, double[] into);

        /** An L for which ‖∇f(x) − ∇f(y)‖ ≤ L ‖x − y‖. */
        double smoothness();
    }
}
