package io.acord.lab.instance;

/** A disc in the plane, a ball in space, in metres. Immutable. */
public final class Obstacle {

    private final double[] center;
    private final double radius;

    public Obstacle(double[] center, double radius) {
        this.center = center.clone();
        this.radius = radius;
    }

    public double center(int c) {
        return center[c];
    }

    public double radius() {
        return radius;
    }

    /** Metres from a point to the surface; negative within. */
    public double clearance(double[] flat, int at) {
        double squared = 0;
        for (int c = 0; c < center.length; c++) {
            double off = flat[at + c] - center[c];
            squared += off * off;
        }
        return Math.sqrt(squared) - radius;
    }
}
