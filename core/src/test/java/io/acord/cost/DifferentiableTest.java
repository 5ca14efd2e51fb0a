package io.acord.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Gradients are those of the values, and no steeper than is said. */
class DifferentiableTest {

    static Stream<HittingCost.Differentiable> costs() {
        return Stream.of(
                Quadratic.alpha(2, 1, -3),
                Quadratic.diagonal(new double[] {0.5, 7}, 1, 2),
                Quadratic.matrix(new double[][] {{3, 1}, {1, 2}}, -1, 4),
                Huber.of(3, 0.7, new double[] {1, -1}, 0.2),
                Band.of(new double[] {-1, 2}, new double[] {1, 2.5}, 4, 0.3));
    }

    @ParameterizedTest
    @MethodSource("costs")
    void theGradientIsTheSlopeOfTheValues(HittingCost.Differentiable cost) {
        Random random = new Random(5);
        double[] gradient = new double[2];
        for (int k = 0; k < 200; k++) {
            double[] x = {8 * random.nextDouble() - 4, 8 * random.nextDouble() - 4};
            cost.gradient(x, gradient);
            for (int c = 0; c < 2; c++) {
                double h = 1e-5;
                double[] above = x.clone();
                double[] below = x.clone();
                above[c] += h;
                below[c] -= h;
                // a gradient that is L-Lipschitz is within Lh of the slope between the two
                assertThat(gradient[c])
                        .isCloseTo((cost.at(above) - cost.at(below)) / (2 * h), offset(cost.smoothness() * h + 1e-8));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("costs")
    void smoothnessIsALipschitzConstantOfTheGradientAndIsReached(HittingCost.Differentiable cost) {
        Random random = new Random(6);
        double[] one = new double[2];
        double[] other = new double[2];
        double steepest = 0;
        for (int k = 0; k < 5000; k++) {
            double[] x = {10 * random.nextDouble() - 5, 10 * random.nextDouble() - 5};
            double[] y = {x[0] + 0.1 * random.nextGaussian(), x[1] + 0.1 * random.nextGaussian()};
            cost.gradient(x, one);
            cost.gradient(y, other);
            steepest = Math.max(
                    steepest, Math.hypot(one[0] - other[0], one[1] - other[1]) / Math.hypot(x[0] - y[0], x[1] - y[1]));
        }
        assertThat(steepest).isBetween(0.95 * cost.smoothness(), cost.smoothness() * (1 + 1e-9));
    }
}
