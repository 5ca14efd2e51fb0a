package io.acord.cost;

/**
 * A hitting cost with a Lipschitz gradient, for methods that descend along it. ACORD asks for none: costs with kinks or
 * boxes are no {@code Differentiable}.
 */
public interface Differentiable extends HittingCost {

    /** Writes ∇f(x). */
    void gradient(double[] x, double[] into);

    /** An L for which ‖∇f(x) − ∇f(y)‖ ≤ L ‖x − y‖. */
    double smoothness();
}
