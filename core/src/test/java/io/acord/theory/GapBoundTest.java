package io.acord.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.input.BadInputException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.ejml.simple.SimpleMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GapBoundTest {

    private static final int[] ITERATIONS = {1, 2, 3, 5, 10, 30};

    static LongStream seeds() {
        return Instance.seeds();
    }

    /** 5.2, with the true ρ. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void acordComesAsCloseAsThePlainBoundSays(long seed) {
        Instance instance = Instance.random(seed);
        Round round = Round.random(instance);
        SimpleMatrix x = start(instance);
        double startGap = round.startGap(x);
        double kappa = instance.contraction().rho().kappa();
        int done = 0;
        for (int iterations : ITERATIONS) {
            for (; done < iterations; done++) {
                x = round.step(x);
            }
            assertThat(round.gap(x))
                    .isLessThanOrEqualTo(GapBound.plain(startGap, kappa, iterations) * (1 + 1e-7) + noise(round));
        }
    }

    /** Theorem B, with κ_E. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void acordNComesAsCloseAsTheAcceleratedBoundsSay(long seed) {
        Instance instance = Instance.random(seed);
        Round round = Round.random(instance);
        SimpleMatrix previous = start(instance);
        double startGap = round.startGap(previous);
        double distance = round.squaredEdgeDistance(previous, round.optimum());
        double kappa = instance.contraction().edgeKappa();
        double theta = SufficientIterations.theta(kappa);
        SimpleMatrix y = previous;
        int done = 0;
        for (int iterations : ITERATIONS) {
            for (; done < iterations; done++) {
                SimpleMatrix x = round.step(y);
                y = x.plus(x.minus(previous).scale(theta));
                previous = x;
            }
            double sharp = GapBound.accelerated(startGap, distance, kappa, iterations);
            double coarse = GapBound.accelerated(startGap, kappa, iterations);
            assertThat(round.gap(previous)).isLessThanOrEqualTo(sharp * (1 + 1e-7) + noise(round));
            assertThat(sharp).isLessThanOrEqualTo(coarse * (1 + 1e-7) + noise(round));
        }
    }

    /** What rounding leaves of a gap of 0. */
    private static double noise(Round round) {
        return 1e-12 * (1 + round.at(round.optimum()));
    }

    private static SimpleMatrix start(Instance instance) {
        return Round.column(
                instance.coupling().agents() * instance.coupling().dimension(),
                5,
                new SplittableRandom(instance.seed()));
    }

    @Test
    void thePlainBoundIsTheSmallerOfTwo() {
        assertThat(GapBound.plain(3, 0.1, 2)).isCloseTo(3 * 0.81, within(1e-14));
        assertThat(GapBound.plain(3, 0.1, 100)).isCloseTo(3 * Math.pow(0.9, 199) / 0.1, within(1e-20));
        assertThat(GapBound.accelerated(3, 0.25, 4)).isCloseTo(6 / 16.0, within(1e-15));
        assertThat(GapBound.accelerated(3, 8, 0.25, 4)).isCloseTo(4 / 16.0, within(1e-15));
    }

    @Test
    void withNothingToContractOneIterationIsExact() {
        assertThat(GapBound.plain(3, 1, 1)).isZero();
        assertThat(GapBound.accelerated(3, 1, 1)).isZero();
    }

    @Test
    void badArgumentsAreRefused() {
        assertThatThrownBy(() -> GapBound.plain(-1, 0.5, 1)).isInstanceOf(BadInputException.class);
        assertThatThrownBy(() -> GapBound.plain(1, 0, 1)).hasMessageContaining("kappa is 0.0");
        assertThatThrownBy(() -> GapBound.plain(1, 0.5, 0)).hasMessageContaining("iterations is 0");
        assertThatThrownBy(() -> GapBound.accelerated(1, Double.NaN, 0.5, 1)).hasMessageContaining("squaredDistance");
    }

    @Test
    void theBoundOfOptimizedWeightsIsOneOverTheSquareOfTheta() {
        assertThat(GapBound.optimized(4, 0, 1)).isEqualTo(2);
        assertThat(GapBound.optimized(4, 1, 1)).isEqualTo(1);
        double golden = (1 + Math.sqrt(5)) / 2;
        assertThat(GapBound.optimized(4, 1, 2)).isCloseTo(1 / (golden * golden), within(1e-15));
        assertThatThrownBy(() -> GapBound.optimized(4, 1.01, 2)).hasMessageContaining("gamma is 1.01");
        assertThatThrownBy(() -> GapBound.optimized(4, Double.NaN, 2)).hasMessageContaining("gamma is NaN");
        assertThatThrownBy(() -> GapBound.optimized(-1, 1, 2)).hasMessageContaining("squaredDistance");
        assertThatThrownBy(() -> GapBound.optimized(1, 1, 0)).hasMessageContaining("iterations");
    }

    @Test
    void theBoundOfPolynomialWeightsIsTheLargestValueOfThePolynomial() {
        int points = 20_000;
        double[] y = new double[points + 1]; // p_{K−1} at λ = sin²(π/2 · i/points)
        double[] step = new double[points + 1];
        Arrays.fill(y, 1);
        double closest = 0;
        for (int k = 1; k <= 400; k++) {
            double largest = 0;
            double inertia = (k - 1.0) * (k + 1) * (2 * k - 3) / (k * (k + 2.0) * (2 * k + 5));
            double pull = 4 * (k + 1.0) * (2 * k + 1) / ((k + 2.0) * (2 * k + 5));
            for (int i = 0; i <= points; i++) {
                double sine = Math.sin(Math.PI / 2 * i / points);
                double lambda = sine * sine;
                largest = Math.max(largest, lambda * (1 - lambda) * y[i] * y[i]);
                step[i] = inertia * step[i] - pull * lambda * y[i];
                y[i] += step[i];
            }
            double bound = GapBound.polynomial(2, k);
            assertThat(largest).as("K = " + k).isLessThanOrEqualTo(bound);
            closest = Math.max(closest, largest / bound);
        }
        assertThat(closest).isGreaterThan(0.999);
        assertThatThrownBy(() -> GapBound.polynomial(-1, 2)).hasMessageContaining("squaredDistance");
        assertThatThrownBy(() -> GapBound.polynomial(1, 0)).hasMessageContaining("iterations");
    }
}
