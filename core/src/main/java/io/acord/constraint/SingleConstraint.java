package io.acord.constraint;

import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;

/**
 * A set {g ≤ 0}, or {g = 0} for a linear g, whose y·g is a quadratic: with a multiplier y the constraint becomes part
 * of the pull, and one number has to be found instead of a point.
 */
abstract class SingleConstraint implements ConvexSet {

    /** g(x). */
    abstract double excess(double[] x);

    /** A bound on what rounding, of g and of the coordinates themselves, can do to g(x). */
    abstract double rounding(double[] x);

    /** Adds y·g, constants dropped. */
    abstract void addTo(QuadraticPull pull, double y);

    /**
     * A multiplier of the right order, where the free minimiser x has an excess.
     *
     * @param modulus a strong convexity of what is minimised
     */
    abstract double firstMultiplier(double modulus, double[] x);

    /** Whether g has to be 0. */
    boolean isEquality() {
        return false;
    }

    /** What is minimised together with the multiplier: the cost, or what the rest of the set makes of it. */
    HittingCost within(HittingCost cost) {
        return cost;
    }
}
