package io.acord.lab.run;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Mean of some repeats with its 95 % confidence interval, by Student's t; of a single repeat the interval is the point
 * itself.
 */
public record Statistics(double mean, double low95, double high95) {

    /** t_{0.975} for 1, 2, … degrees of freedom. */
    private static final double[] STUDENT = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    public static Statistics of(List<Double> values) {
        int n = values.size();
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = sum / n;
        if (n < 2) {
            return new Statistics(mean, mean, mean);
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        double half = student(n - 1) * Math.sqrt(squares / (n - 1) / n);
        return new Statistics(mean, mean - half, mean + half);
    }

    /** The mean and its interval in another unit, or from another point on; {@code change} is increasing. */
    public Statistics map(DoubleUnaryOperator change) {
        return new Statistics(change.applyAsDouble(mean), change.applyAsDouble(low95), change.applyAsDouble(high95));
    }

    /** t_{0.975}: the table, then its expansion around the normal quantile, good to three digits. */
    static double student(int degreesOfFreedom) {
        if (degreesOfFreedom <= STUDENT.length) {
            return STUDENT[degreesOfFreedom - 1];
        }
        double z = 1.959964;
        double v = degreesOfFreedom;
        return z + (z * z * z + z) / (4 * v) + (5 * Math.pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * v * v);
    }
}
