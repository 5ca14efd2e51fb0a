package io.acord.lab.sweep;

import io.acord.lab.run.Statistics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Student's t-test of paired differences, two-sided: how likely differences at least as far from 0 are on average, if
 * there was none. Pairs are repeats of the same seed, which have the same costs and graphs.
 *
 * @param difference mean with its 95 % interval
 * @param p 1 where all differences are 0, NaN with fewer than two pairs
 */
public record PairedTest(Statistics difference, double p) {

    /** Of differences, one for each pair. */
    public static PairedTest of(List<Double> differences) {
        Statistics mean = Statistics.of(differences);
        int n = differences.size();
        if (n < 2) {
            return new PairedTest(mean, Double.NaN);
        }
        double squares = 0;
        for (double difference : differences) {
            squares += (difference - mean.mean()) * (difference - mean.mean());
        }
        double error = Math.sqrt(squares / (n - 1) / n);
        if (error == 0) {
            return new PairedTest(mean, mean.mean() == 0 ? 1 : 0);
        }
        return new PairedTest(mean, twoSided(mean.mean() / error, n - 1));
    }

    /** P(|T| ≥ |t|) of Student's distribution: I_{ν/(ν+t²)}(ν/2, 1/2). */
    static double twoSided(double t, double degreesOfFreedom) {
        return incompleteBeta(degreesOfFreedom / 2, 0.5, degreesOfFreedom / (degreesOfFreedom + t * t));
    }

    /**
     * Holm's correction for many tests at once: with these numbers, the chance of calling any difference real that is
     * not stays below the level.
     *
     * @param p NaN for what was not tested
     */
    public static List<Double> holm(List<Double> p) {
        List<Integer> order = IntStream.range(0, p.size())
                .filter(k -> !Double.isNaN(p.get(k)))
                .boxed()
                .sorted(Comparator.comparingDouble(p::get))
                .toList();
        List<Double> corrected = new ArrayList<>(p);
        double largest = 0;
        for (int k = 0; k < order.size(); k++) {
            largest = Math.max(largest, Math.min(1, p.get(order.get(k)) * (order.size() - k)));
            corrected.set(order.get(k), largest);
        }
        return corrected;
    }

    /** I_x(a, b), by its continued fraction on the side where that is quick. */
    static double incompleteBeta(double a, double b, double x) {
        if (x <= 0 || x >= 1) {
            return x <= 0 ? 0 : 1;
        }
        double front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
        return x < (a + 1) / (a + b + 2)
                ? front * continuedFraction(a, b, x) / a
                : 1 - front * continuedFraction(b, a, 1 - x) / b;
    }

    /** By Lentz's method: numerators alternate between two forms. */
    private static double continuedFraction(double a, double b, double x) {
        double tiny = 1e-300;
        double c = 1;
        double d = 1 / nonZero(1 - (a + b) * x / (a + 1), tiny);
        double value = d;
        for (int m = 1; m <= 300; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / nonZero(1 + even * d, tiny);
            c = nonZero(1 + even / c, tiny);
            value *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / nonZero(1 + odd * d, tiny);
            c = nonZero(1 + odd / c, tiny);
            value *= d * c;
            if (Math.abs(d * c - 1) < 1e-15) {
                break;
            }
        }
        return value;
    }

    private static double nonZero(double value, double tiny) {
        return Math.abs(value) < tiny ? tiny : value;
    }

    /** ln Γ(x) for x > 0: Stirling's series from 10 on, and below by Γ(x) = Γ(x + 1)/x. */
    static double logGamma(double x) {
        double shift = 0;
        double y = x;
        while (y < 10) {
            shift -= Math.log(y);
            y++;
        }
        double inverse = 1 / (y * y);
        double series = (1.0 / 12 - inverse * (1.0 / 360 - inverse * (1.0 / 1260 - inverse * (1.0 / 1680)))) / y;
        return shift + (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series;
    }
}
