package io.acord.cost;

/**
 * A twice differentiable convex function, to be made a cost by {@link Smooth}. It may be called by several threads at
 * once, and may be +∞ or NaN outside a convex domain.
 */
public interface SmoothFunction {

    double at(double[] x);

    /** Writes the gradient at x; called only where the function is finite. */
    void gradient(double[] x, double[] into);

    /** Writes the Hessian at x row by row; called only where the function is finite. */
    void hessian(double[] x, double[] rowByRowInto);
}
