package io.acord.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Units, signs of zero and coincidences that must not matter. */
class ScalesTest {

    /** Powers of two change no digit, so a solver without absolute tolerances returns the same digits in any unit. */
    @ParameterizedTest(name = "actions by 2^{0}, costs by 2^{1}")
    @CsvSource({"80, 0", "-80, 0", "0, 80", "0, -80", "100, -100", "-60, 120"})
    void anotherUnitGivesTheSameDigits(int actions, int costs) {
        double a = Math.scalb(1.0, actions);
        double s = Math.scalb(1.0, costs);
        for (int d : new int[] {1, 2, 3, 5}) {
            for (int seed = 0; seed < 60; seed++) {
                double[] x = minimiser(seed, d, 1, 1);
                double[] scaled = minimiser(seed, d, a, s);
                for (int c = 0; c < d; c++) {
                    assertThat(scaled[c]).as("d = %d, seed %d", d, seed).isEqualTo(a * x[c]);
                }
            }
        }
    }

    private static double[] minimiser(int seed, int d, double a, double s) {
        Random random = new Random(seed);
        double[][] slopes = new double[d + 3][];
        for (int k = 0; k < slopes.length; k++) {
            slopes[k] = times(s / a, seed % 3 == 0 ? rounded(random, d) : Pulls.vector(random, d, 5));
        }
        double[] target = seed % 2 == 0 ? rounded(random, d) : Pulls.vector(random, d, 3);
        double[] low = times(a, Pulls.vector(random, d, 1));
        double[] high = low.clone();
        for (int c = 0; c < d; c++) {
            high[c] += a * random.nextInt(3);
        }
        double mu = s / a / a;
        HittingCost f = Boxed.of(
                Sum.of(
                        Quadratic.alpha(2 * mu, times(a, Pulls.vector(random, d, 1))),
                        AbsoluteDeviation.of(2 * s / a, times(a, target), mu),
                        Huber.of(3 * mu, a, times(a, target), mu),
                        Band.of(low, high, 5 * mu, mu),
                        MaxAffine.of(slopes, times(s, rounded(random, d + 3)), mu, new double[d])),
                times(a, new double[] {-2, -2, -2, -2, -2}, d),
                times(a, new double[] {1, 2, 1, 2, 1}, d));
        QuadraticPull one = Pulls.random(random, d);
        QuadraticPull pull = new QuadraticPull(d);
        for (int k = 0; k < d * d; k++) {
            pull.curvature()[k] = one.curvature()[k] * mu;
        }
        for (int c = 0; c < d; c++) {
            pull.linear()[c] = one.linear()[c] * mu * a;
        }
        double[] x = new double[d];
        assertThat(f.argmin(pull, x)).isZero();
        return x;
    }

    private static double[] rounded(Random random, int n) {
        double[] v = new double[n];
        for (int k = 0; k < n; k++) {
            v[k] = random.nextInt(3) - 1;
        }
        return v;
    }

    private static double[] times(double factor, double[] v) {
        return times(factor, v, v.length);
    }

    private static double[] times(double factor, double[] v, int n) {
        double[] w = new double[n];
        for (int k = 0; k < n; k++) {
            w[k] = factor * v[k];
        }
        return w;
    }

    @Test
    void minusZeroIsZero() {
        double[] x = {-0.0};
        AbsoluteDeviation.of(1, -0.0, 1).argmin(new QuadraticPull(1), x);
        assertThat(x).containsExactly(0.0);
        Boxed.of(AbsoluteDeviation.of(1, 0.0, 1), -0.0, 0.0).argmin(new QuadraticPull(1), x);
        assertThat(x).containsExactly(0.0);
        assertThat(Boxed.of(Quadratic.alpha(1, 3), 0.0, -0.0).at(new double[] {-0.0}))
                .isEqualTo(9);
    }

    @Test
    void aKinkAtTheTargetOfThePullIsTheMinimiser() {
        QuadraticPull pull = new QuadraticPull(2);
        pull.add(7, new double[] {0.1, -0.7});
        pull.add(1, new double[] {2, 1, 1, 2}, new double[] {0.1, -0.7});
        double[] x = new double[2];
        AbsoluteDeviation.of(1, new double[] {0.1, -0.7}, 0.3).argmin(pull, x);
        assertThat(x).containsExactly(0.1, -0.7);
    }

    @Test
    void aBoxOfASinglePointLeavesNoChoice() {
        double[] point = {1.5, -2};
        HittingCost[] costs = {
            Quadratic.matrix(new double[][] {{2, 1}, {1, 2}}, 0, 0),
            AbsoluteDeviation.of(1, new double[2], 1),
            MaxAffine.of(new double[][] {{1, 2}, {3, -4}}, new double[2], 1, new double[2]),
            Smooth.of(new LogSumExp(new double[][] {{1, 2}, {3, -4}}, 1), 1, 2),
        };
        QuadraticPull pull = new QuadraticPull(2);
        pull.add(1, new double[] {2, 1, 1, 2}, new double[] {9, 9});
        for (HittingCost cost : costs) {
            double[] x = new double[2];
            assertThat(Boxed.of(cost, point, point).argmin(pull, x)).isZero();
            assertThat(x).containsExactly(1.5, -2);
        }
    }

    @Test
    void aTargetFarAwayIsMetToTheLastDigits() {
        double v = 1e12 + 0.25;
        double[] x = {0};
        Huber.of(3, 1e-3, v, 0.5).argmin(new QuadraticPull(1), x);
        assertThat(x[0]).isCloseTo(v, offset(2 * Math.ulp(v)));
        Band.of(v, v, 3, 0.5).argmin(new QuadraticPull(1), x);
        assertThat(x[0]).isCloseTo(v, offset(2 * Math.ulp(v)));
    }

    @Test
    void spikesOfThePaperAreNoProblem() {
        double[] x = {0};
        QuadraticPull pull = new QuadraticPull(1);
        pull.add(100, new double[] {1});
        Quadratic.alpha(0x1p900, 1).argmin(pull, x);
        assertThat(x[0]).isEqualTo(1);
    }

    @Test
    void aFirstGuessMayBeAnything() {
        QuadraticPull pull = new QuadraticPull(2);
        pull.add(1, new double[] {2, 1, 1, 2}, new double[] {1, 2});
        HittingCost f = Sum.of(
                AbsoluteDeviation.of(1, new double[] {1, 0}, 1),
                Smooth.of(new LogSumExp(new double[][] {{1, 2}, {3, -4}}, 1), 1, 2));
        double[] x = new double[2];
        f.argmin(pull, x);
        double[] y = {Double.NaN, Double.NEGATIVE_INFINITY};
        f.argmin(pull, y);
        assertThat(y[0]).isCloseTo(x[0], offset(1e-12));
        assertThat(y[1]).isCloseTo(x[1], offset(1e-12));
    }
}
