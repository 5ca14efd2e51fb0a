package io.acord.cost;

import io.acord.input.Complaints;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * A convex function of one variable, known by its values only: possibly with kinks, possibly +∞ (or NaN) outside an
 * interval. Immutable if the function is.
 *
 * <p>Values do not tell actions apart that cost the same to the last digit, so a minimiser is found to about half the
 * digits of a double where the function is smooth. Its cost is right to all of them.
 */
public final class ScalarConvex implements HittingCost {

    private final DoubleUnaryOperator f;
    private final double mu;
    private final double start;

    private ScalarConvex(DoubleUnaryOperator f, double mu, double start) {
        this.f = f;
        this.mu = mu;
        this.start = start;
    }

    /**
     * A function that is finite at {@code start}, from where the search begins if the first guess is outside the
     * domain.
     */
    public static ScalarConvex of(DoubleUnaryOperator f, double mu, double start) {
        Complaints complaints = new Complaints();
        Checks.needMu(complaints, mu);
        complaints.needFinite("start", start, "give a start inside the domain");
        complaints.throwIfAny();
        double value = f.applyAsDouble(start);
        if (!Double.isFinite(value)) {
            throw Complaints.refuse(
                    "start",
                    "is " + start + ", where the function is " + value,
                    "a point where the function is finite, because the search for the minimum begins there",
                    "give a start inside the domain");
        }
        return new ScalarConvex(f, mu, start);
    }

    double start() {
        return start;
    }

    @Override
    public int dimension() {
        return 1;
    }

    @Override
    public double mu() {
        return mu;
    }

    @Override
    public double at(double[] x) {
        double value = f.applyAsDouble(x[0]);
        return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
    }

    @Override
    public double argmin(QuadraticPull pull, double[] x) {
        Checks.dimensions(1, pull, x);
        return ScalarSearch.of(this, pull).from(List.of(x.clone(), new double[] {start}), x);
    }

    @Override
    public String toString() {
        return "ScalarConvex[f=" + f + ", mu=" + mu + "]";
    }
}
