package io.acord.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What every hitting cost promises. A subclass makes random costs whose numbers are of the order of 1 to 100.
 *
 * <p>Differences of f + pull are taken as f(y) − f(x) + (y − x)ᵀ(H(x + y)/2 − b), so that the parts of a strong pull
 * that cancel do not hide what is to be seen. What rounding can do to such a difference is {@link #rounding}:
 * {@value #ULPS} units in the last place of the sum of the sizes of all its terms, of which there are fewer than
 * {@value #ULPS}.
 */
public abstract class HittingCostContract {

    private static final int INSTANCES = 200;
    private static final double ULPS = 64;
    private static final double SIZE_INSIDE_F = 1000; // of numbers that may cancel inside f

    /** A random cost of dimension d. */
    protected abstract HittingCost cost(Random random, int d);

    /** The dimensions that there are such costs of. */
    protected int[] dimensions() {
        return new int[] {1, 2, 3, 5};
    }

    /** Whether argmin is direct, so that τ is 0. */
    protected boolean isDirect() {
        return true;
    }

    /** One random minimisation. */
    private interface Check {
        void on(HittingCost f, QuadraticPull pull, double[] x, double tau, Random random);
    }

    private void forManyInstances(Check check) {
        for (int d : dimensions()) {
            for (int seed = 0; seed < INSTANCES; seed++) {
                Random random = new Random(1000L * d + seed);
                HittingCost f = cost(random, d);
                QuadraticPull pull = Pulls.random(random, d);
                double[] x = Pulls.vector(random, d, Math.pow(10, 4 * random.nextDouble() - 2));
                double tau = f.argmin(pull, x);
                try {
                    check.on(f, pull, x, tau, random);
                } catch (AssertionError e) {
                    throw new AssertionError("d = " + d + ", seed " + seed + ", " + f + ": " + e.getMessage(), e);
                }
            }
        }
    }

    /** f + pull at y less the same at x. */
    private static double difference(HittingCost f, QuadraticPull pull, double[] x, double[] y) {
        int d = x.length;
        double sum = f.at(y) - f.at(x);
        for (int r = 0; r < d; r++) {
            double slope = -pull.linear()[r];
            for (int c = 0; c < d; c++) {
                slope += pull.curvature()[r * d + c] * (0.5 * x[c] + 0.5 * y[c]);
            }
            sum += (y[r] - x[r]) * slope;
        }
        return sum;
    }

    private static double rounding(HittingCost f, QuadraticPull pull, double[] x, double[] y) {
        int d = x.length;
        double size = SIZE_INSIDE_F + Math.abs(f.at(x)) + Math.abs(f.at(y));
        for (int r = 0; r < d; r++) {
            double slope = Math.abs(pull.linear()[r]);
            for (int c = 0; c < d; c++) {
                slope += Math.abs(pull.curvature()[r * d + c]) * (Math.abs(x[c]) + Math.abs(y[c]));
            }
            size += Math.abs(y[r] - x[r]) * slope;
        }
        return ULPS * Math.ulp(1.0) * size;
    }

    private static double squareDistance(double[] x, double[] y) {
        double sum = 0;
        for (int c = 0; c < x.length; c++) {
            sum += (x[c] - y[c]) * (x[c] - y[c]);
        }
        return sum;
    }

    @Test
    void noNeighbourIsBetterThanTheMinimiserAndStrongConvexityKeepsThemApart() {
        forManyInstances((f, pull, x, tau, random) -> {
            int d = x.length;
            double reach = 1 + Math.sqrt(Pulls.dot(x, x));
            for (double scale = 10 * reach; scale > 1e-10 * reach; scale /= 10) {
                double away = scale;
                for (int k = 0; k < 4 + 2 * d; k++) {
                    double[] y = x.clone();
                    if (k < 2 * d) {
                        y[k / 2] += k % 2 == 0 ? scale : -scale;
                    } else {
                        double[] direction = Pulls.vector(random, d, scale);
                        for (int c = 0; c < d; c++) {
                            y[c] += direction[c];
                        }
                    }
                    if (Double.isInfinite(f.at(y))) {
                        continue;
                    }
                    // F(y) − min F ≥ μ/2 ‖y − x*‖², where x* is within √(2τ/μ) of x
                    double distance = Math.max(0, Math.sqrt(squareDistance(x, y)) - Math.sqrt(2 * tau / f.mu()));
                    double least = 0.5 * f.mu() * distance * distance - tau;
                    assertThat(difference(f, pull, x, y))
                            .as(() -> "at distance " + away + ", tau " + tau + ", x " + Arrays.toString(x))
                            .isGreaterThanOrEqualTo(least * (least > 0 ? 1 - 1e-9 : 1) - rounding(f, pull, x, y));
                }
            }
        });
    }

    @Test
    void theFirstGuessDoesNotMatter() {
        forManyInstances((f, pull, x, tau, random) -> {
            double[][] guesses = {new double[x.length], Pulls.vector(random, x.length, 1000), x.clone()};
            for (double[] y : guesses) {
                double other = f.argmin(pull, y);
                double allowed = tau + other + rounding(f, pull, x, y);
                assertThat(Math.abs(difference(f, pull, x, y))).isLessThanOrEqualTo(allowed);
                assertThat(0.5 * f.mu() * squareDistance(x, y)).isLessThanOrEqualTo(4 * allowed);
            }
        });
    }

    @Test
    void theMinimiserLiesInTheDomain() {
        forManyInstances((f, pull, x, tau, random) -> assertThat(f.at(x)).isFinite());
    }

    @Test
    void theCostIsAsConvexAsItSays() {
        forManyInstances((f, pull, x, tau, random) -> assertThat(
                        StrongConvexityCheck.of(f, random.nextLong(), 20, x, 1 + Math.sqrt(Pulls.dot(x, x))))
                .isEmpty());
    }

    @Test
    void theCostIsWhatItSays() {
        forManyInstances((f, pull, x, tau, random) -> {
            assertThat(HittingCostCheck.ofAnswer(f, pull, x, tau)).isEmpty();
            assertThat(HittingCostCheck.of(f, random.nextLong(), 20, x, 1 + Math.sqrt(Pulls.dot(x, x))))
                    .isEmpty();
        });
    }

    @Test
    void tauIsZeroForDirectSolvesAndSmallForOthers() {
        forManyInstances((f, pull, x, tau, random) -> {
            if (isDirect()) {
                assertThat(tau).isZero();
            } else {
                assertThat(tau).isBetween(0.0, 1e-9 * (1 + Math.abs(f.at(x)) + Math.abs(pull.at(x))));
            }
        });
    }

    @Test
    void theMinimumIsTheLowestValue() {
        forManyInstances((f, pull, x, tau, random) -> {
            double[] lowest = new double[x.length];
            double ownTau = f.argmin(new QuadraticPull(x.length), lowest);
            double slack = 1e-12 * (SIZE_INSIDE_F + Math.abs(f.at(x)));
            assertThat(f.minimum()).isLessThanOrEqualTo(f.at(x) + ownTau + slack);
            assertThat(f.minimum()).isCloseTo(f.at(lowest), org.assertj.core.data.Offset.offset(ownTau + slack));
        });
    }

    @Test
    void argminAndValueLeaveWhatTheyAreGivenAlone() {
        forManyInstances((f, pull, x, tau, random) -> {
            double[] h = pull.curvature().clone();
            double[] b = pull.linear().clone();
            double[] y = x.clone();
            f.at(y);
            assertThat(y).isEqualTo(x);
            f.argmin(pull, y);
            assertThat(pull.curvature()).isEqualTo(h);
            assertThat(pull.linear()).isEqualTo(b);
        });
    }
}
