package io.acord.cost;

import io.acord.input.Complaints;
import java.util.Arrays;

/**
 * A smooth function of the user's, minimised by Newton's method. Immutable if the function is.
 *
 * <p>μ is taken at its word: τ and the guarantees of a run are wrong if it is overstated. {@link StrongConvexityCheck}
 * exposes that.
 */
public final class Smooth extends Structured {

    private final SmoothFunction f;
    private final double[] start;
    private final Composite composite;

    private Smooth(SmoothFunction f, double mu, double[] start) {
        this.f = f;
        this.start = start;
        this.composite = Composite.smooth(this, start.length, mu);
    }

    /** A function that is finite at 0. */
    public static Smooth of(SmoothFunction f, double mu, int dimension) {
        return of(f, mu, new double[Math.max(0, dimension)]);
    }

    /**
     * A function that is finite at {@code start}, from where the search begins if the first guess is outside the
     * domain.
     */
    public static Smooth of(SmoothFunction f, double mu, double[] start) {
        Complaints complaints = new Complaints();
        Checks.needMu(complaints, mu);
        Checks.needVector(complaints, "start", start);
        complaints.throwIfAny();
        Smooth cost = new Smooth(f, mu, start.clone());
        if (!Double.isFinite(cost.at(start))) {
            throw Complaints.refuse(
                    "start",
                    "is " + Arrays.toString(start) + ", where the function is " + f.at(start.clone()),
                    "a point where the function is finite, because the search for the minimum begins there",
                    "give a start inside the domain");
        }
        return cost;
    }

    @Override
    public double at(double[] x) {
        double value = f.at(x);
        return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
    }

    SmoothFunction function() {
        return f;
    }

    double[] start() {
        return start.clone();
    }

    @Override
    Composite composite() {
        return composite;
    }

    @Override
    public String toString() {
        return "Smooth[f=" + f + ", mu=" + mu() + "]";
    }
}
