package io.acord.lab.optimum;

/** All numbers from low to high. */
public record Interval(double low, double high) {

    public static Interval of(double point) {
        return new Interval(point, point);
    }

    public boolean isPoint() {
        return low == high;
    }
}
