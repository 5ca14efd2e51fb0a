package io.acord.applications.drones;

import java.util.Arrays;
import java.util.Comparator;

/** Pairs of points that are near each other. */
final class NearPairs {

    /** What is done with a pair, i &lt; j. */
    interface Pair {
        void at(int i, int j, double distance);
    }

    private NearPairs() {}

    /**
     * Calls for every pair that is at most so far apart, in no particular order.
     *
     * @param flat d numbers a point
     */
    static void pairs(double[] flat, int d, double within, Pair pair) {
        Integer[] order = byFirst(flat, d);
        for (int a = 0; a < order.length; a++) {
            for (int b = a + 1; b < order.length && flat[order[b] * d] - flat[order[a] * d] <= within; b++) {
                double distance = distance(flat, d, order[a], order[b]);
                if (distance <= within) {
                    pair.at(Math.min(order[a], order[b]), Math.max(order[a], order[b]), distance);
                }
            }
        }
    }

    /** The smallest distance of two points; infinite if there are no two. */
    static double smallest(double[] flat, int d) {
        Integer[] order = byFirst(flat, d);
        double smallest = Double.POSITIVE_INFINITY;
        for (int a = 0; a < order.length; a++) {
            for (int b = a + 1; b < order.length && flat[order[b] * d] - flat[order[a] * d] < smallest; b++) {
                smallest = Math.min(smallest, distance(flat, d, order[a], order[b]));
            }
        }
        return smallest;
    }

    /** Sorted by the first coordinate, so that whoever looks for near ones may stop early. */
    private static Integer[] byFirst(double[] flat, int d) {
        Integer[] order = new Integer[flat.length / d];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> flat[i * d]));
        return order;
    }

    /** When two points that move straight from one place to another are nearest: 0 before, 1 after. */
    static double nearestMoment(double[] before, double[] after, int d, int i, int j) {
        double along = 0;
        double squared = 0;
        for (int c = 0; c < d; c++) {
            double from = before[i * d + c] - before[j * d + c];
            double change = after[i * d + c] - after[j * d + c] - from;
            along += from * change;
            squared += change * change;
        }
        return squared > 0 ? Math.min(1, Math.max(0, -along / squared)) : 0;
    }

    /** How far apart they are then. */
    static double distanceAt(double[] before, double[] after, int d, int i, int j, double share) {
        double squared = 0;
        for (int c = 0; c < d; c++) {
            double from = before[i * d + c] - before[j * d + c];
            double to = after[i * d + c] - after[j * d + c];
            double off = from + share * (to - from);
            squared += off * off;
        }
        return Math.sqrt(squared);
    }

    static double distance(double[] flat, int d, int i, int j) {
        double squared = 0;
        for (int c = 0; c < d; c++) {
            double off = flat[i * d + c] - flat[j * d + c];
            squared += off * off;
        }
        return Math.sqrt(squared);
    }
}
