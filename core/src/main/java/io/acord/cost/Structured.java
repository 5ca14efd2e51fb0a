package io.acord.cost;

/** A cost that knows what it is made of, so that boxes and sums of it are minimised as exactly as itself. */
abstract class Structured implements HittingCost {

    /** What this cost is made of. */
    abstract Composite composite();

    @Override
    public int dimension() {
        return composite().dimension();
    }

    @Override
    public double mu() {
        return composite().mu();
    }

    @Override
    public double argmin(QuadraticPull pull, double[] x) {
        return composite().argmin(this, pull, x);
    }
}
