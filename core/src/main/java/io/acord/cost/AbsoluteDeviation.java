package io.acord.cost;

import io.acord.input.Complaints;
import java.util.Arrays;
import java.util.OptionalInt;

/** weight ‖x − v‖₁ + mu/2 ‖x − v‖²: every unit of deviation costs the same, up to a small curvature. Immutable. */
public final class AbsoluteDeviation extends Structured {

    private final double weight;
    private final double[] v;
    private final double mu;
    private final Composite composite;

    private AbsoluteDeviation(double weight, double[] v, double mu) {
        this.weight = weight;
        this.v = v;
        this.mu = mu;
        Pieces[] pieces = new Pieces[v.length];
        Arrays.setAll(pieces, c -> Pieces.absolute(weight, v[c]));
        this.composite = Composite.isotropic(mu, v).plus(Composite.separable(pieces));
    }

    /** One dimension. */
    public static AbsoluteDeviation of(double weight, double v, double mu) {
        return of(weight, new double[] {v}, mu);
    }

    /** As many dimensions as v has coordinates. */
    public static AbsoluteDeviation of(double weight, double[] v, double mu) {
        Complaints complaints = new Complaints();
        Checks.needWeight(complaints, weight);
        Checks.needVector(complaints, "v", v);
        Checks.needMu(complaints, mu);
        Checks.needProducts(complaints, "v", mu, v);
        complaints.throwIfAny();
        return new AbsoluteDeviation(weight, v.clone(), mu);
    }

    /** What a unit of deviation costs. */
    public double weight() {
        return weight;
    }

    /** v of a coordinate. */
    public double target(int coordinate) {
        return v[coordinate];
    }

    @Override
    public double at(double[] x) {
        double sum = 0;
        for (int c = 0; c < v.length; c++) {
            double off = Math.abs(x[c] - v[c]);
            sum += off * (weight + 0.5 * mu * off);
        }
        return sum;
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
        return OptionalInt.of(v.length + 2);
    }

    @Override
    public String toString() {
        return "AbsoluteDeviation[weight=" + weight + ", v=" + Arrays.toString(v) + ", mu=" + mu + "]";
    }
}
