package io.acord.applications.drones;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * A point that moves: straight from one given place to the next, at rest before the first and after the last.
 * Immutable.
 */
final class Track {

    private final double[] times; // ascending, seconds
    private final double[][] points; // [time][coordinate]

    Track(double[] times, double[][] points) {
        this.times = times;
        this.points = points;
    }

    /** One coordinate of the place where it starts. */
    double first(int c) {
        return points[0][c];
    }

    /** When it changes its course. */
    DoubleStream turns() {
        return Arrays.stream(times);
    }

    double end() {
        return times[times.length - 1];
    }

    /** One coordinate of the place at a time. */
    double at(double time, int c) {
        int found = Arrays.binarySearch(times, time);
        if (found >= 0) {
            return points[found][c];
        }
        int next = -found - 1;
        if (next == 0) {
            return points[0][c];
        }
        if (next == times.length) {
            return points[next - 1][c];
        }
        double share = (time - times[next - 1]) / (times[next] - times[next - 1]);
        return points[next - 1][c] + share * (points[next][c] - points[next - 1][c]);
    }

    /** Metres from the first place to the last, along the way. */
    double length() {
        double length = 0;
        for (int k = 1; k < times.length; k++) {
            double squared = 0;
            for (int c = 0; c < points[k].length; c++) {
                squared += Math.pow(points[k][c] - points[k - 1][c], 2);
            }
            length += Math.sqrt(squared);
        }
        return length;
    }
}
