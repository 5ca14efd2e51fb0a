package io.acord.cost;

import io.acord.input.Complaints;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Σ weight · huber(x_c − v_c) + mu/2 ‖x − v‖², where huber(u) is u²/2 up to |u| = threshold and threshold (|u| −
 * threshold/2) beyond: a target that does not mind outliers. Immutable.
 */
public final class Huber extends Structured implements HittingCost.Differentiable {

    private final double weight;
    private final double threshold;
    private final double[] v;
    private final double mu;
    private final Composite composite;

    private Huber(double weight, double threshold, double[] v, double mu) {
        this.weight = weight;
        this.threshold = threshold;
        this.v = v;
        this.mu = mu;
        Pieces[] pieces = new Pieces[v.length];
        Arrays.setAll(pieces, c -> Pieces.huber(weight, threshold, v[c]));
        this.composite = Composite.isotropic(mu, v).plus(Composite.separable(pieces));
    }

    /** One dimension. */
    public static Huber of(double weight, double threshold, double v, double mu) {
        return of(weight, threshold, new double[] {v}, mu);
    }

    /** As many dimensions as v has coordinates. */
    public static Huber of(double weight, double threshold, double[] v, double mu) {
        Complaints complaints = new Complaints();
        Checks.needWeight(complaints, weight);
        complaints.needPositive(
                "threshold",
                threshold,
                "nothing is left of the Huber term at 0",
                "give the deviation at which the cost goes from quadratic to linear");
        Checks.needVector(complaints, "v", v);
        Checks.needMu(complaints, mu);
        Checks.needProducts(complaints, "v", mu, v);
        Checks.needProducts(complaints, "v", weight, v);
        Checks.needProduct(complaints, "threshold", weight, threshold);
        complaints.throwIfAny();
        return new Huber(weight, threshold, v.clone(), mu);
    }

    /** Of the Huber term. */
    public double weight() {
        return weight;
    }

    /** v of a coordinate. */
    public double target(int coordinate) {
        return v[coordinate];
    }

    /** The deviation at which the cost goes from quadratic to linear. */
    public double threshold() {
        return threshold;
    }

    @Override
    public double at(double[] x) {
        double sum = 0;
        for (int c = 0; c < v.length; c++) {
            double off = Math.abs(x[c] - v[c]);
            double huber = off <= threshold ? 0.5 * off * off : threshold * (off - 0.5 * threshold);
            sum += weight * huber + 0.5 * mu * off * off;
        }
        return sum;
    }

    @Override
    public void gradient(double[] x, double[] into) {
        for (int c = 0; c < v.length; c++) {
            double off = x[c] - v[c];
            into[c] = weight * Math.max(-threshold, Math.min(threshold, off)) + mu * off;
        }
    }

    @Override
    public double smoothness() {
        return weight + mu;
    }

    @Override
    public double minimum() {
        return 0;
    }

    @Override
    Composite composite() {
        return composite;
    }

    @Override
    public OptionalInt numbers() {
        return OptionalInt.of(v.length + 3);
    }

    @Override
    public String toString() {
        return "Huber[weight=" + weight + ", threshold=" + threshold + ", v=" + Arrays.toString(v) + ", mu=" + mu + "]";
    }
}
