package io.acord.cost;

import io.acord.input.Complaints;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * weight/2 dist(x, [low, high])² + mu/2 ‖x − (low + high)/2‖²: nearly free inside the band, quadratic outside.
 * Immutable.
 */
public final class Band extends Structured implements HittingCost.Differentiable {

    private final double[] low;
    private final double[] high;
    private final double weight;
    private final double mu;
    private final double[] middle;
    private final Composite composite;

    private Band(double[] low, double[] high, double weight, double mu) {
        this.low = low;
        this.high = high;
        this.weight = weight;
        this.mu = mu;
        this.middle = new double[low.length];
        Pieces[] pieces = new Pieces[low.length];
        for (int c = 0; c < low.length; c++) {
            middle[c] = 0.5 * low[c] + 0.5 * high[c];
            pieces[c] = Pieces.band(low[c], high[c], weight);
        }
        this.composite = Composite.isotropic(mu, middle).plus(Composite.separable(pieces));
    }

    /** One dimension. */
    public static Band of(double low, double high, double weight, double mu) {
        return of(new double[] {low}, new double[] {high}, weight, mu);
    }

    /** As many dimensions as low and high have coordinates. */
    public static Band of(double[] low, double[] high, double weight, double mu) {
        Complaints complaints = new Complaints();
        Checks.needVector(complaints, "low", low);
        Checks.needVector(complaints, "high", high);
        Checks.needOrder(complaints, low, high);
        Checks.needWeight(complaints, weight);
        Checks.needMu(complaints, mu);
        Checks.needProducts(complaints, "low", weight + mu, low);
        Checks.needProducts(complaints, "high", weight + mu, high);
        complaints.throwIfAny();
        return new Band(low.clone(), high.clone(), weight, mu);
    }

    /** The lower end of a coordinate's band. */
    public double low(int coordinate) {
        return low[coordinate];
    }

    /** The upper end of a coordinate's band. */
    public double high(int coordinate) {
        return high[coordinate];
    }

    /** Of the distance from the band. */
    public double weight() {
        return weight;
    }

    @Override
    public double at(double[] x) {
        double sum = 0;
        for (int c = 0; c < low.length; c++) {
            double outside = Math.max(0, Math.max(low[c] - x[c], x[c] - high[c]));
            double off = x[c] - middle[c];
            sum += 0.5 * weight * outside * outside + 0.5 * mu * off * off;
        }
        return sum;
    }

    @Override
    public void gradient(double[] x, double[] into) {
        for (int c = 0; c < low.length; c++) {
            double outside = x[c] - Math.max(low[c], Math.min(high[c], x[c]));
            into[c] = weight * outside + mu * (x[c] - middle[c]);
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
        return OptionalInt.of(2 * low.length + 2);
    }

    @Override
    public String toString() {
        return "Band[low=" + Arrays.toString(low) + ", high=" + Arrays.toString(high) + ", weight=" + weight + ", mu="
                + mu + "]";
    }
}
