package io.acord.constraint;

import io.acord.cost.QuadraticPull;
import io.acord.input.Complaints;
import java.util.Arrays;
import java.util.OptionalInt;

/** {x: ‖x − center‖ ≤ radius}. Immutable. */
public final class Ball extends SingleConstraint {

    private final double[] center;
    private final double radius;

    private Ball(double[] center, double radius) {
        this.center = center;
        this.radius = radius;
    }

    public static Ball of(double[] center, double radius) {
        Complaints complaints = new Complaints();
        if (center.length == 0) {
            complaints.add("center", "is empty", "a number a coordinate", "give the center of the ball");
        }
        for (int c = 0; c < center.length; c++) {
            complaints.needFinite("center[" + c + "]", center[c], "give the center of the ball");
        }
        complaints.needPositive(
                "radius", radius, "an agent needs room to act", "fix the action by a box with low = high instead");
        complaints.throwIfAny();
        return new Ball(center.clone(), radius);
    }

    /** A coordinate of the center. */
    public double center(int coordinate) {
        return center[coordinate];
    }

    public double radius() {
        return radius;
    }

    @Override
    public int dimension() {
        return center.length;
    }

    private double distance(double[] x) {
        double squared = 0;
        for (int c = 0; c < center.length; c++) {
            squared += (x[c] - center[c]) * (x[c] - center[c]);
        }
        return Math.sqrt(squared);
    }

    /** g = (‖x − center‖² − radius²)/2. */
    @Override
    double excess(double[] x) {
        double distance = distance(x);
        return (distance - radius) * (distance + radius) / 2;
    }

    @Override
    public void project(double[] x) {
        double distance = distance(x);
        for (int c = 0; distance > radius && c < x.length; c++) {
            x[c] = center[c] + (x[c] - center[c]) * (radius / distance);
        }
    }

    @Override
    public boolean contains(double[] x) {
        return excess(x) <= 0;
    }

    @Override
    double rounding(double[] x) {
        double size = radius;
        for (int c = 0; c < center.length; c++) {
            size += Math.abs(center[c]) + Math.abs(x[c]);
        }
        return radius * (center.length + 4) * Math.ulp(size);
    }

    @Override
    void addTo(QuadraticPull pull, double y) {
        pull.add(y, center);
    }

    @Override
    double firstMultiplier(double modulus, double[] x) {
        return modulus * (distance(x) / radius - 1);
    }

    @Override
    public OptionalInt numbers() {
        return OptionalInt.of(center.length + 1);
    }

    @Override
    public String toString() {
        return "Ball[center=" + Arrays.toString(center) + ", radius=" + radius + "]";
    }
}
