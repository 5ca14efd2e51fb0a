package io.acord.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.ejml.simple.SimpleMatrix;
import org.junit.jupiter.api.Test;

class QuadraticTest {

    @Test
    void alphaIsThePapersCost() {
        Quadratic f = Quadratic.alpha(3, 1, -2);
        assertThat(f.at(new double[] {2, 0})).isEqualTo(3 * (1 + 4));
        assertThat(f.mu()).isEqualTo(6);
        assertThat(f.minimum()).isZero();
        assertThat(f.dimension()).isEqualTo(2);
    }

    @Test
    void theAccessorsSayWhatTheValueSays() {
        Random random = new Random(3);
        for (int d = 1; d <= 5; d++) {
            for (int k = 0; k < 30; k++) {
                Quadratic f = EveryCostTest.quadratic(random, d);
                double[] h = new double[d * d + 2];
                double[] b = new double[d + 1];
                f.addCurvatureTo(h, 2);
                f.addLinearTo(b, 1);
                double[] x = Pulls.vector(random, d, 2);
                double value = 0;
                for (int r = 0; r < d; r++) {
                    double linear = 0;
                    for (int c = 0; c < d; c++) {
                        assertThat(h[2 + r * d + c]).isEqualTo(f.curvature(r, c));
                        linear += f.curvature(r, c) * f.target(c);
                        value += 0.5 * (x[r] - f.target(r)) * f.curvature(r, c) * (x[c] - f.target(c));
                        assertThat(f.isDiagonal() && r != c && f.curvature(r, c) != 0)
                                .isFalse();
                    }
                    assertThat(b[1 + r]).isCloseTo(linear, offset(1e-13 * (1 + Math.abs(linear))));
                }
                assertThat(f.at(x)).isCloseTo(value, offset(1e-13 * (1 + value)));
            }
        }
    }

    @Test
    void inOneDimensionTheMinimiserIsTheWeightedMean() {
        QuadraticPull pull = new QuadraticPull(1);
        pull.add(0.3, new double[] {0.7});
        double[] x = {123};
        Quadratic.alpha(0.1, 1.1).argmin(pull, x);
        assertThat(x[0]).isEqualTo((2 * 0.1 * 1.1 + 0.3 * 0.7) / (2 * 0.1 + 0.3));
    }

    @Test
    void muIsNeverAboveTheSmallestEigenvalueAndHardlyBelow() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            int d = 2 + random.nextInt(5);
            double[] eigenvalues = new double[d];
            for (int c = 0; c < d; c++) {
                eigenvalues[c] = Math.pow(10, 12 * random.nextDouble() - 6);
            }
            double[] flat = Pulls.rotated(random, eigenvalues);
            double largest = new SimpleMatrix(d, d, true, flat).normF();
            double[][] q = new double[d][d];
            for (int k = 0; k < d * d; k++) {
                q[k / d][k % d] = flat[k];
            }
            double mu = Quadratic.matrix(q, new double[d]).mu();
            // q − mu I must be positive semidefinite: exactly, up to what rounding its entries did
            double smallest = smallestEigenvalue(flat, d);
            assertThat(mu).isLessThan(smallest).isGreaterThan(smallest - 100 * d * Math.ulp(1.0) * largest);
        }
    }

    /** With 50 digits, by bisection on the pivots of q − s I. */
    private static double smallestEigenvalue(double[] q, int d) {
        double low = 0;
        double high = q[0];
        for (int k = 0; k < 120; k++) {
            double middle = 0.5 * (low + high);
            if (isPositiveDefinite(q, d, middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static boolean isPositiveDefinite(double[] q, int d, double shift) {
        MathContext digits = new MathContext(50);
        BigDecimal[][] a = new BigDecimal[d][d];
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                a[r][c] = new BigDecimal(q[r * d + c]);
            }
            a[r][r] = a[r][r].subtract(new BigDecimal(shift));
        }
        for (int k = 0; k < d; k++) {
            if (a[k][k].signum() <= 0) {
                return false;
            }
            for (int r = k + 1; r < d; r++) {
                BigDecimal factor = a[r][k].divide(a[k][k], digits);
                for (int c = k; c < d; c++) {
                    a[r][c] = a[r][c].subtract(factor.multiply(a[k][c], digits), digits);
                }
            }
        }
        return true;
    }

    @Test
    void accidentalAsymmetryIsEvenedOut() {
        Quadratic f = Quadratic.matrix(new double[][] {{2, 1}, {1 + 1e-15, 2}}, 0, 0);
        assertThat(f.curvature(0, 1)).isEqualTo(f.curvature(1, 0));
    }

    @Test
    void theValueIsNeverNegative() {
        double[][] nearlySingular = {{1, 1 - 1e-13}, {1 - 1e-13, 1}};
        Quadratic f = Quadratic.matrix(nearlySingular, 0, 0);
        Random random = new Random(9);
        for (int k = 0; k < 1000; k++) {
            double x = random.nextGaussian();
            assertThat(f.at(new double[] {x, -x * (1 + 1e-15 * k)})).isNotNegative();
        }
    }

    @Test
    void theHotPathsAllocateNothing() {
        HittingCost[] scalar = {
            Quadratic.alpha(1, 2),
            AbsoluteDeviation.of(1, 2, 0.5),
            Huber.of(1, 0.5, 2, 0.5),
            Band.of(1, 2, 3, 0.5),
            MaxAffine.of(new double[] {1, -1, 3}, new double[3], 1, 0),
            Boxed.of(AbsoluteDeviation.of(1, 2, 0.5), 0, 1),
            Sum.of(AbsoluteDeviation.of(1, 2, 0.5), Huber.of(1, 0.5, 2, 0.5)),
        };
        QuadraticPull pull = new QuadraticPull(1);
        pull.add(3, new double[] {0.4});
        assertNothingAllocated(scalar, pull, new double[1]);
        HittingCost[] separable = {
            AbsoluteDeviation.of(1, new double[3], 0.5), Band.of(new double[3], new double[3], 1, 1)
        };
        QuadraticPull diagonal = new QuadraticPull(3);
        diagonal.add(3, new double[] {0.4, 1, 2});
        assertNothingAllocated(separable, diagonal, new double[3]);
    }

    private static void assertNothingAllocated(HittingCost[] costs, QuadraticPull pull, double[] x) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (HittingCost f : costs) {
            double sum = 0;
            long allocated = Long.MAX_VALUE;
            for (int attempt = 0; attempt < 3; attempt++) { // the first may still load classes
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int k = 0; k < 1000; k++) {
                    f.argmin(pull, x);
                    sum += f.at(x);
                }
                allocated = Math.min(allocated, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(sum).isFinite();
            assertThat(allocated).as(f.toString()).isLessThan(1000);
        }
    }
}
