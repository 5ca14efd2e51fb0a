package io.acord.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** At a minimiser x of f + pull, b − Hx is a subgradient of f: checked against subgradients written down by hand. */
class FirstOrderTest {

    /** The interval ∂f_c(x_c) of a separable cost. */
    private interface Subdifferential {
        double[] at(int c, double x);
    }

    private static void assertStationary(HittingCost f, QuadraticPull pull, Subdifferential subdifferential, int seed) {
        int d = f.dimension();
        double[] x = new double[d];
        assertThat(f.argmin(pull, x)).isZero();
        for (int r = 0; r < d; r++) {
            double rest = pull.linear()[r];
            double size = Math.abs(rest) + 100;
            for (int c = 0; c < d; c++) {
                rest -= pull.curvature()[r * d + c] * x[c];
                size += Math.abs(pull.curvature()[r * d + c] * x[c]);
            }
            double[] interval = subdifferential.at(r, x[r]);
            assertThat(rest)
                    .as("seed %d, x %s", seed, Arrays.toString(x))
                    .isBetween(interval[0] - 1e-13 * size, interval[1] + 1e-13 * size);
        }
    }

    @Test
    void anAbsoluteDeviationHasAKinkAtItsTarget() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int d = 1 + random.nextInt(5);
            double[] v = Pulls.vector(random, d, 3);
            double weight = 10 * random.nextDouble();
            assertStationary(
                    AbsoluteDeviation.of(weight, v, 0.2),
                    Pulls.random(random, d),
                    (c, x) -> interval(
                            0.2 * (x - v[c]) + (x > v[c] ? weight : -weight),
                            0.2 * (x - v[c]) + (x < v[c] ? -weight : weight)),
                    seed);
        }
    }

    @Test
    void aHuberHasNoKinks() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int d = 1 + random.nextInt(5);
            double[] v = Pulls.vector(random, d, 3);
            double threshold = random.nextDouble() + 0.01;
            assertStationary(
                    Huber.of(4, threshold, v, 0.2),
                    Pulls.random(random, d),
                    (c, x) -> {
                        double off = x - v[c];
                        double slope = 0.2 * off + 4 * Math.max(-threshold, Math.min(threshold, off));
                        return interval(slope, slope);
                    },
                    seed);
        }
    }

    @Test
    void aBoxedBandPushesAgainstTheEndsOfTheBox() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int d = 1 + random.nextInt(5);
            double[] low = Pulls.vector(random, d, 3);
            double[] high = low.clone();
            double[] from = Pulls.vector(random, d, 3);
            double[] to = from.clone();
            for (int c = 0; c < d; c++) {
                high[c] += random.nextInt(3);
                to[c] += random.nextInt(3);
            }
            assertStationary(
                    Boxed.of(Band.of(low, high, 7, 0.3), from, to),
                    Pulls.random(random, d),
                    (c, x) -> {
                        double slope = 0.3 * (x - 0.5 * (low[c] + high[c]))
                                + 7 * (x < low[c] ? x - low[c] : x > high[c] ? x - high[c] : 0);
                        return interval(
                                x == from[c] ? Double.NEGATIVE_INFINITY : slope,
                                x == to[c] ? Double.POSITIVE_INFINITY : slope);
                    },
                    seed);
        }
    }

    private static double[] interval(double low, double high) {
        return new double[] {low, high};
    }
}
