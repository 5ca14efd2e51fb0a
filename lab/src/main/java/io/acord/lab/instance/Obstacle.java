package io.acord.lab.instance;

/** A disc in the plane, a ball in space, in metres. Immutable. */
public final class Obstacle {

    private final double[] centre;
    private final double radius;

    public Obstacle(double[] centre, double radius) {
        this.centre = centre.clone();
        this.radius = radius;
    }

    public double centre(int c) {
        return centre[c];
    }

    public double radius() {
        return radius;
    }

    /** Metres from a point to the surface; negative within. */
    public double clearance(double[] flat, int at) {
        double squared = 0;
        for (int c = 0; c < centre.length; c++) {
            double off = flat[at + c] - centre[c];
            squared += off * off;
        }
        return Math.sqrt(squared) - radius;
    }
}
