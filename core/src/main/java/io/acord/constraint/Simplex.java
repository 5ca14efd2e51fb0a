package io.acord.constraint;

import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;
import io.acord.input.Complaints;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * {x: x ≥ 0 in every coordinate, and they add up to {@code total}}: something that is shared out among uses. Immutable.
 *
 * <p>In more than one dimension the cost must be one that can be boxed.
 */
public final class Simplex extends SingleConstraint {

    private final int dimension;
    private final double total;

    private Simplex(int dimension, double total) {
        this.dimension = dimension;
        this.total = total;
    }

    public static Simplex of(int dimension, double total) {
        Complaints complaints = new Complaints();
        if (dimension < 1) {
            complaints.add("dimension", "is " + dimension, "at least 1", "give the number of coordinates");
        }
        complaints.needPositive("total", total, "it is what is shared out", "give what the coordinates add up to");
        complaints.throwIfAny();
        return new Simplex(dimension, total);
    }

    /** What the coordinates add up to. */
    public double total() {
        return total;
    }

    @Override
    public int dimension() {
        return dimension;
    }

    @Override
    double excess(double[] x) {
        double sum = 0;
        for (double part : x) {
            sum += part;
        }
        return sum - total;
    }

    /** Takes the same off every coordinate and cuts at 0: off those that stay above it, their excess in equal parts. */
    @Override
    public void project(double[] x) {
        double[] descending = x.clone();
        Arrays.sort(descending);
        double sum = 0;
        double off = 0;
        for (int k = 1; k <= dimension; k++) {
            double next = descending[dimension - k];
            double candidate = (sum + next - total) / k;
            if (next <= candidate) {
                break;
            }
            sum += next;
            off = candidate;
        }
        for (int c = 0; c < dimension; c++) {
            x[c] = Math.max(0, x[c] - off);
        }
    }

    @Override
    public boolean contains(double[] x) {
        for (double part : x) {
            if (part < 0) {
                return false;
            }
        }
        return Math.abs(excess(x)) <= rounding(x);
    }

    @Override
    double rounding(double[] x) {
        double size = total;
        for (double part : x) {
            size += part;
        }
        return (x.length + 1) * Math.ulp(size);
    }

    @Override
    boolean isEquality() {
        return true;
    }

    @Override
    HittingCost within(HittingCost cost) {
        double[] most = new double[dimension];
        Arrays.fill(most, Double.POSITIVE_INFINITY);
        return Boxed.of(cost, new double[dimension], most);
    }

    @Override
    void addTo(QuadraticPull pull, double y) {
        for (int c = 0; c < dimension; c++) {
            pull.linear()[c] -= y;
        }
    }

    @Override
    double firstMultiplier(double modulus, double[] x) {
        return modulus * excess(x) / dimension;
    }

    @Override
    public OptionalInt numbers() {
        return OptionalInt.of(1);
    }

    @Override
    public String toString() {
        return "Simplex[dimension=" + dimension + ", total=" + total + "]";
    }
}
