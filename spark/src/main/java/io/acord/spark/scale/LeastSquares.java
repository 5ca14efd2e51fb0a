package io.acord.spark.scale;

import java.util.List;

/** Σ_k p_k x_k = y as well as it goes, errors counted relative to y; no p_k below 0. */
final class LeastSquares {

    private LeastSquares() {}

    /** One equation. */
    @SuppressWarnings("ArrayRecordComponent") // made, used and forgotten in one method
    record Sample(double y, double... x) {}

    /** The parameters: coordinate by coordinate, each as good as it can be, until nothing moves. */
    static double[] fit(List<Sample> samples, int parameters) {
        double[] p = new double[parameters];
        for (int sweep = 0; sweep < 100_000; sweep++) {
            double moved = 0;
            for (int k = 0; k < parameters; k++) {
                double up = 0;
                double down = 0;
                for (Sample sample : samples) {
                    double x = sample.x()[k] / sample.y();
                    double rest = 1;
                    for (int other = 0; other < parameters; other++) {
                        rest -= other == k ? 0 : p[other] * sample.x()[other] / sample.y();
                    }
                    up += x * rest;
                    down += x * x;
                }
                double best = down == 0 ? 0 : Math.max(0, up / down);
                moved = Math.max(moved, Math.abs(best - p[k]) / Math.max(best, Double.MIN_NORMAL));
                p[k] = best;
            }
            if (moved < 1e-12) {
                break;
            }
        }
        return p;
    }

    /** The median of how far off the fit is, relative to y. */
    static double typicalError(List<Sample> samples, double[] p) {
        double[] errors = samples.stream()
                .mapToDouble(sample -> {
                    double fitted = 0;
                    for (int k = 0; k < p.length; k++) {
                        fitted += p[k] * sample.x()[k];
                    }
                    return Math.abs(fitted - sample.y()) / sample.y();
                })
                .sorted()
                .toArray();
        return errors[errors.length / 2];
    }
}
