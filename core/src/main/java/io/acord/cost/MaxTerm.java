package io.acord.cost;

import java.util.Comparator;
import java.util.stream.IntStream;

/** max over k of gₖᵀx + cₖ. Immutable. */
final class MaxTerm {

    private final int d;
    private final double[] slopes; // gₖ is row k
    private final double[] intercepts;

    MaxTerm(int dimension, double[] slopes, double[] intercepts) {
        this.d = dimension;
        this.slopes = slopes;
        this.intercepts = intercepts;
    }

    /** The same planes over a longer vector whose coordinates from {@code at} on they are about. */
    MaxTerm within(int length, int at) {
        double[] longer = new double[size() * length];
        for (int k = 0; k < size(); k++) {
            System.arraycopy(slopes, k * d, longer, k * length + at, d);
        }
        return new MaxTerm(length, longer, intercepts);
    }

    int size() {
        return intercepts.length;
    }

    double slope(int k, int c) {
        return slopes[k * d + c];
    }

    double intercept(int k) {
        return intercepts[k];
    }

    /** gₖᵀx + cₖ. */
    double plane(int k, double[] x) {
        double sum = intercepts[k];
        for (int c = 0; c < d; c++) {
            sum += slopes[k * d + c] * x[c];
        }
        return sum;
    }

    /** How far plane k lies below plane top, taken as one difference to keep digits where both are large. */
    double below(int k, int top, double[] x) {
        double sum = intercepts[top] - intercepts[k];
        for (int c = 0; c < d; c++) {
            sum += (slopes[top * d + c] - slopes[k * d + c]) * x[c];
        }
        return sum;
    }

    /** The size of the numbers that cancel in {@link #plane}. */
    double scale(int k, double[] x) {
        double sum = Math.abs(intercepts[k]);
        for (int c = 0; c < d; c++) {
            sum += Math.abs(slopes[k * d + c] * x[c]);
        }
        return sum;
    }

    /** The order of size of the planes where coordinates are of size {@code reach}. */
    double height(double reach) {
        double highest = 0;
        for (int k = 0; k < intercepts.length; k++) {
            double sum = Math.abs(intercepts[k]);
            for (int c = 0; c < d; c++) {
                sum += Math.abs(slopes[k * d + c]) * reach;
            }
            highest = Math.max(highest, sum);
        }
        return highest;
    }

    /** The first plane that attains the maximum. */
    int top(double[] x) {
        int top = 0;
        double best = plane(0, x);
        for (int k = 1; k < intercepts.length; k++) {
            double value = plane(k, x);
            if (value > best) {
                best = value;
                top = k;
            }
        }
        return top;
    }

    double at(double[] x) {
        return plane(top(x), x);
    }

    /** The same planes, each raised by another part of {@code most}; other seeds give other parts. */
    MaxTerm moved(double most, int seed) {
        double[] raised = intercepts.clone();
        for (int k = 0; k < raised.length; k++) {
            double turn = 0.6180339887498949 * (k + 1) + 0.4142135623730951 * seed; // never the same part twice
            raised[k] += most * (turn - Math.floor(turn));
        }
        return new MaxTerm(d, slopes, raised);
    }

    /** At d = 1: the same function by its kinks. */
    Pieces envelope() {
        int[] bySlope = IntStream.range(0, size())
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(k -> slopes[k]).thenComparingDouble(k -> intercepts[k]))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] upper = new int[size()]; // the lines that are somewhere on top, from left to right
        double[] from = new double[size()]; // where each of them takes over
        int n = 0;
        for (int line : bySlope) {
            double takesOver = Double.NEGATIVE_INFINITY;
            while (n > 0) {
                int last = upper[n - 1];
                takesOver = slopes[line] == slopes[last]
                        ? Double.NEGATIVE_INFINITY
                        : (intercepts[last] - intercepts[line]) / (slopes[line] - slopes[last]);
                if (takesOver > from[n - 1]) {
                    break;
                }
                n--;
            }
            if (takesOver == Double.POSITIVE_INFINITY) {
                continue; // so nearly parallel that it never gets on top
            }
            upper[n] = line;
            from[n] = n == 0 ? Double.NEGATIVE_INFINITY : takesOver;
            n++;
        }
        double[] kinks = new double[n - 1];
        double[] intercept = new double[n];
        for (int k = 0; k < n; k++) {
            intercept[k] = slopes[upper[k]];
            if (k > 0) {
                kinks[k - 1] = from[k];
            }
        }
        return Pieces.of(kinks, new double[n], intercept);
    }
}
