package io.acord.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Functions that users bring along, well behaved or not. */
class UsersFunctionsTest {

    private static final double INF = Double.POSITIVE_INFINITY;

    private static double value(HittingCost f, QuadraticPull pull, double... x) {
        return f.at(x) + pull.at(x);
    }

    @Test
    void newtonsMethodStaysInsideTheDomain() {
        HittingCost f = Smooth.of(new Barrier(new double[2], 1e-3), 1e-3, new double[] {1, 1});
        QuadraticPull pull = new QuadraticPull(2);
        pull.add(1e-6, new double[] {2, 1, 1, 2}, new double[] {-1e3, 1e3});
        double[] x = {-5, 1e9}; // outside, so the start is used
        double tau = f.argmin(pull, x);
        assertThat(tau).isLessThan(1e-12);
        double[] gradient = new double[2];
        new Barrier(new double[2], 1e-3).gradient(x, gradient);
        for (int r = 0; r < 2; r++) {
            double slope = gradient[r] + pull.curvature()[2 * r] * x[0] + pull.curvature()[2 * r + 1] * x[1];
            assertThat(slope - pull.linear()[r]).isCloseTo(0, offset(1e-13));
        }
    }

    @Test
    void aSmoothMinimiserIsExactToTheLastDigits() {
        // min 1/x + x²/2 over x > 0 is at 1
        HittingCost f = Smooth.of(
                new SmoothFunction() {
                    @Override
                    public double at(double[] x) {
                        return x[0] > 0 ? 1 / x[0] + 0.5 * x[0] * x[0] : INF;
                    }

                    @Override
                    public void gradient(double[] x, double[] into) {
                        into[0] = x[0] - 1 / (x[0] * x[0]);
                    }

                    @Override
                    public void hessian(double[] x, double[] rowByRowInto) {
                        rowByRowInto[0] = 1 + 2 / (x[0] * x[0] * x[0]);
                    }
                },
                1,
                new double[] {20});
        double[] x = {-3};
        assertThat(f.argmin(new QuadraticPull(1), x)).isLessThan(1e-30);
        assertThat(x[0]).isCloseTo(1, offset(2e-16));
    }

    /** The gradient is right and the Hessian is not: progress is slow or none, and τ must say so. */
    @Test
    void tauBoundsTheGapAlsoWhenTheHessianIsWrong() {
        for (double wrong : new double[] {0, 0.5, 3, 1e3, 1e6, -1}) {
            for (int seed = 0; seed < 20; seed++) {
                Random random = new Random(seed);
                int d = 1 + random.nextInt(4);
                double[][] a = new double[d + 2][];
                for (int k = 0; k < a.length; k++) {
                    a[k] = Pulls.vector(random, d, 2);
                }
                LogSumExp right = new LogSumExp(a, 0.1);
                SmoothFunction spoilt = new SmoothFunction() {
                    @Override
                    public double at(double[] x) {
                        return right.at(x);
                    }

                    @Override
                    public void gradient(double[] x, double[] into) {
                        right.gradient(x, into);
                    }

                    @Override
                    public void hessian(double[] x, double[] rowByRowInto) {
                        right.hessian(x, rowByRowInto);
                        for (int k = 0; k < rowByRowInto.length; k++) {
                            rowByRowInto[k] *= wrong;
                        }
                    }
                };
                HittingCost kinks = EveryCostTest.absolute(random, d);
                HittingCost planes = EveryCostTest.maxAffine(random, d);
                QuadraticPull pull = Pulls.random(random, d);
                HittingCost good = Sum.of(Smooth.of(right, 0.1, d), kinks, planes);
                HittingCost bad = Sum.of(Smooth.of(spoilt, 0.1, d), kinks, planes);
                double[] best = new double[d];
                good.argmin(pull, best);
                double[] x = Pulls.vector(random, d, 10);
                double tau = bad.argmin(pull, x);
                double gap = value(good, pull, x) - value(good, pull, best);
                double size = Math.abs(value(good, pull, x)) + 100 + Math.abs(Pulls.dot(pull.linear(), x));
                assertThat(gap).as("times %s, seed %d", wrong, seed).isLessThanOrEqualTo(tau + 1e-13 * size);
            }
        }
    }

    @Test
    void aHessianOfNothingIsReplacedBySomethingSteeper() {
        SmoothFunction f = new SmoothFunction() {
            @Override
            public double at(double[] x) {
                return Math.cosh(x[0] - 1) + Math.cosh(x[1] + x[0]) + 0.5 * Pulls.dot(x, x);
            }

            @Override
            public void gradient(double[] x, double[] into) {
                into[0] = Math.sinh(x[0] - 1) + Math.sinh(x[1] + x[0]) + x[0];
                into[1] = Math.sinh(x[1] + x[0]) + x[1];
            }

            @Override
            public void hessian(double[] x, double[] rowByRowInto) {
                java.util.Arrays.fill(rowByRowInto, 0);
            }
        };
        double[] x = {5, -9};
        double tau = Smooth.of(f, 1, 2).argmin(new QuadraticPull(2), x);
        double[] gradient = new double[2];
        f.gradient(x, gradient);
        assertThat(tau).isLessThan(1e-12).isGreaterThanOrEqualTo(0.4 * Pulls.dot(gradient, gradient));
    }

    @Test
    void theGapOfASearchThatWasCutShortIsProven() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int d = 1 + random.nextInt(4);
            HittingCost f = EveryCostTest.boxed(
                    random, Sum.of(EveryCostTest.maxAffine(random, d), EveryCostTest.absolute(random, d)));
            QuadraticPull pull = Pulls.random(random, d);
            Composite parts = Composite.of(f);
            double[] h = pull.curvature().clone();
            double[] b = pull.linear().clone();
            parts.addQuadraticTo(h, b);
            FaceSearch search = new FaceSearch(parts, h, b);
            double[] best = new double[d];
            search.run(best);
            double[] x = best.clone();
            for (int c = 0; c < d; c++) {
                x[c] += 0.1 * random.nextGaussian();
            }
            parts.clip(x);
            double size = Math.abs(value(f, pull, x)) + 100 + Math.abs(Pulls.dot(pull.linear(), x));
            assertThat(value(f, pull, x) - value(f, pull, best))
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(search.gap(x) + 1e-13 * size);
        }
    }

    @Test
    void valuesAloneFindAKinkToTheLastDigit() {
        double v = Math.PI;
        HittingCost f = ScalarConvex.of(x -> Math.abs(x - v) + 0.05 * x * x, 0.1, 0);
        double[] x = {-1e3};
        double tau = f.argmin(new QuadraticPull(1), x);
        assertThat(x[0]).isCloseTo(v, offset(8 * Math.ulp(v)));
        assertThat(tau).isLessThan(1e-14);
    }

    @Test
    void valuesAloneFindTheEndOfTheDomain() {
        HittingCost f = ScalarConvex.of(x -> x < 1 ? INF : x + 0.5 * x * x, 1, 5);
        double[] x = {0};
        double tau = f.argmin(new QuadraticPull(1), x);
        assertThat(x[0]).isBetween(1.0, 1 + 1e-14);
        assertThat(tau).isLessThan(1e-13);
    }

    @Test
    void aSearchByValuesTakesFewOfThem() {
        AtomicInteger count = new AtomicInteger();
        HittingCost smooth = ScalarConvex.of(
                x -> {
                    count.incrementAndGet();
                    return Math.cosh(x - 2) + 0.5 * x * x;
                },
                1,
                0);
        count.set(0);
        double[] x = {0};
        assertThat(smooth.argmin(new QuadraticPull(1), x)).isLessThan(1e-14);
        assertThat(count.get()).isLessThan(60);
    }

    @Test
    void kinksThatAreKnownAreHitExactlyBesideValuesThatAreNot() {
        HittingCost f = Sum.of(ScalarConvex.of(x -> Math.cosh(x), 1, 0), AbsoluteDeviation.of(50, 0.3, 0.1));
        double[] x = {-7};
        double tau = f.argmin(new QuadraticPull(1), x);
        assertThat(x[0]).isEqualTo(0.3);
        assertThat(tau).isLessThan(1e-12);
    }

    @Test
    void aBoxedFunctionOfValuesEndsExactlyOnTheBox() {
        HittingCost f = Boxed.of(ScalarConvex.of(x -> x > 0 ? x - Math.log(x) + x * x : INF, 2, 1), 2, 3);
        double[] x = {0};
        f.argmin(new QuadraticPull(1), x);
        assertThat(x[0]).isEqualTo(2);
    }

    @Test
    void domainsThatMeetInAnIntervalAreFound() {
        HittingCost above = ScalarConvex.of(x -> x >= 1 ? (x - 20) * (x - 20) : INF, 2, 2);
        HittingCost below = ScalarConvex.of(x -> x <= 4 ? (x + 5) * (x + 5) : INF, 2, 3);
        HittingCost f = Sum.of(above, below);
        double[] x = {100};
        assertThat(f.argmin(new QuadraticPull(1), x)).isLessThan(1e-9);
        assertThat(x[0]).isCloseTo(4, offset(1e-12));
    }

    @Test
    void aDomainThatEndsAtZeroIsSolvedLikeAnyOther() {
        for (double end : new double[] {0, 1e-9, 0.3}) {
            HittingCost cost = ScalarConvex.of(x -> x < end ? Double.POSITIVE_INFINITY : 3 * x + x * x, 2, 1);
            QuadraticPull pull = new QuadraticPull(1);
            pull.add(1, new double[] {-1});
            double[] x = {1};
            double tau = cost.argmin(pull, x);
            assertThat(x[0]).isBetween(end, end + 1e-15 + 1e-7 * end);
            assertThat(tau).isLessThan(1e-9);
        }
    }
}
