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

    /** The same function of a longer vector whose coordinates from {@code at} on it is about. */
    Smooth within(int length, int at) {
        double[] longStart = new double[length];
        System.arraycopy(start, 0, longStart, at, start.length);
        return new Smooth(new Part(f, start.length, at), mu(), longStart);
    }

    /** A function of some coordinates. */
    private record Part(SmoothFunction f, int d, int at) implements SmoothFunction {
        @Override
        public double at(double[] x) {
            return f.at(Arrays.copyOfRange(x, at, at + d));
        }

        @Override
        public void gradient(double[] x, double[] into) {
            double[] own = new double[d];
            f.gradient(Arrays.copyOfRange(x, at, at + d), own);
            Arrays.fill(into, 0);
            System.arraycopy(own, 0, into, at, d);
        }

        @Override
        public void hessian(double[] x, double[] rowByRowInto) {
            double[] own = new double[d * d];
            f.hessian(Arrays.copyOfRange(x, at, at + d), own);
            Arrays.fill(rowByRowInto, 0);
            for (int r = 0; r < d; r++) {
                System.arraycopy(own, r * d, rowByRowInto, (at + r) * x.length + at, d);
            }
        }
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
