package io.acord.constraint;

import io.acord.cost.QuadraticPull;
import io.acord.input.Complaints;
import java.util.Arrays;
import java.util.OptionalInt;

/** {x: normal · x ≤ most}. Immutable. */
public final class HalfSpace extends SingleConstraint {

    private final double[] normal; // as given
    private final double most;
    private final double[] unit;
    private final double reach; // unit · x ≤ reach

    private HalfSpace(double[] normal, double most, double length) {
        this.normal = normal;
        this.most = most;
        this.unit = normal.clone();
        for (int c = 0; c < unit.length; c++) {
            unit[c] /= length;
        }
        this.reach = most / length;
    }

    public static HalfSpace of(double[] normal, double most) {
        Complaints complaints = new Complaints();
        double length = 0;
        for (int c = 0; c < normal.length; c++) {
            complaints.needFinite("normal[" + c + "]", normal[c], "give a number a coordinate");
            length += normal[c] * normal[c];
        }
        complaints.needFinite("most", most, "give the most that normal · x may be");
        complaints.throwIfAny();
        length = Math.sqrt(length);
        if (!(length > 0) || !Double.isFinite(length) || !Double.isFinite(most / length)) {
            throw Complaints.refuse(
                    "normal",
                    "has length " + length,
                    "a direction, because the half-space ends where normal · x reaches most",
                    "give at least one coordinate that is not 0, and numbers that can be divided by each other");
        }
        return new HalfSpace(normal.clone(), most, length);
    }

    /** A coordinate of the normal, as it was given. */
    public double normal(int coordinate) {
        return normal[coordinate];
    }

    /** The most that normal · x may be. */
    public double most() {
        return most;
    }

    @Override
    public int dimension() {
        return unit.length;
    }

    @Override
    double excess(double[] x) {
        double sum = 0;
        for (int c = 0; c < unit.length; c++) {
            sum += unit[c] * x[c];
        }
        return sum - reach;
    }

    @Override
    public void project(double[] x) {
        double excess = excess(x);
        for (int c = 0; excess > 0 && c < x.length; c++) {
            x[c] -= excess * unit[c];
        }
    }

    @Override
    public boolean contains(double[] x) {
        return excess(x) <= 0;
    }

    @Override
    double rounding(double[] x) {
        double size = Math.abs(reach);
        for (double number : x) {
            size += Math.abs(number);
        }
        return (unit.length + 2) * Math.ulp(size);
    }

    @Override
    void addTo(QuadraticPull pull, double y) {
        for (int c = 0; c < unit.length; c++) {
            pull.linear()[c] -= y * unit[c];
        }
    }

    @Override
    double firstMultiplier(double modulus, double[] x) {
        return modulus * excess(x);
    }

    @Override
    public OptionalInt numbers() {
        return OptionalInt.of(normal.length + 1);
    }

    @Override
    public String toString() {
        return "HalfSpace[normal=" + Arrays.toString(normal) + ", most=" + most + "]";
    }
}
