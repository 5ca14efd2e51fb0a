package io.acord.lab.report;

import java.util.List;

/**
 * A mean over repeats with its 95 % interval by Student's t. One repeat has no interval: low and high are NaN.
 *
 * @param n repeats
 */
record MeanInterval(double mean, double low, double high, int n) {

    private static final double[] T975 = {
        12.706204736, 4.302652730, 3.182446305, 2.776445105, 2.570581836, 2.446911851, 2.364624252, 2.306004135,
        2.262157163, 2.228138852, 2.200985160, 2.178812830, 2.160368656, 2.144786688, 2.131449546, 2.119905299,
        2.109815578, 2.100922040, 2.093024054, 2.085963447, 2.079613845, 2.073873068, 2.068657610, 2.063898562,
        2.059538553, 2.055529439, 2.051830516, 2.048407142, 2.045229642, 2.042272456
    };

    static MeanInterval of(double[] values) {
        int n = values.length;
        double sum = 0;
        for (double value : values) {
            sum += value / n; // divided first: a sum may overflow where the mean does not
        }
        double mean = n == 0 ? Double.NaN : sum;
        if (n < 2) {
            return new MeanInterval(mean, Double.NaN, Double.NaN, n);
        }
        double scale = 0;
        for (double value : values) {
            scale = Math.max(scale, Math.abs(value - mean));
        }
        if (scale == 0) {
            return new MeanInterval(mean, mean, mean, n);
        }
        double squares = 0;
        for (double value : values) {
            double deviation = (value - mean) / scale;
            squares += deviation * deviation;
        }
        double half = t975(n - 1) * scale * Math.sqrt(squares / (n - 1) / n);
        return Double.isFinite(half)
                ? new MeanInterval(mean, mean - half, mean + half, n)
                : new MeanInterval(mean, Double.NaN, Double.NaN, n);
    }

    static MeanInterval of(List<Double> values) {
        return of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    boolean hasInterval() {
        return Double.isFinite(low) && Double.isFinite(high);
    }

    /** The 97.5 % quantile of Student's t; beyond the table by its expansion around the normal quantile. */
    static double t975(int degreesOfFreedom) {
        if (degreesOfFreedom <= T975.length) {
            return T975[degreesOfFreedom - 1];
        }
        double z = 1.959963984540054;
        double v = degreesOfFreedom;
        double z3 = z * z * z;
        double z5 = z3 * z * z;
        double z7 = z5 * z * z;
        return z
                + (z3 + z) / (4 * v)
                + (5 * z5 + 16 * z3 + 3 * z) / (96 * v * v)
                + (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * v * v * v);
    }
}
