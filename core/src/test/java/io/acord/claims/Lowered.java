package io.acord.claims;

import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;

/** A cost less a constant. */
record Lowered(HittingCost cost, double by) implements HittingCost {

    @Override
    public int dimension() {
        return cost.dimension();
    }

    @Override
    public double at(double[] x) {
        return cost.at(x) - by;
    }

    @Override
    public double mu() {
        return cost.mu();
    }

    @Override
    public double argmin(QuadraticPull pull, double[] x) {
        return cost.argmin(pull, x);
    }

    @Override
    public double minimum() {
        return cost.minimum() - by;
    }
}
