package io.acord.lab.optimum;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShiftedCostTest {

    @Test
    void roundingDoesNotTakeTheMinimiserOutOfABox() {
        Random random = new Random(1);
        for (int k = 0; k < 10_000; k++) {
            double high = random.nextDouble();
            double low = high - 1 - random.nextDouble();
            double shift = 300 * random.nextGaussian();
            HittingCost cost = ShiftedCost.of(
                    Boxed.of(Quadratic.alpha(1, 10 * random.nextGaussian()), new double[] {low}, new double[] {high}),
                    new double[] {shift});
            double[] x = {0};
            cost.argmin(new QuadraticPull(1), x);
            assertThat(cost.at(x)).isFinite();
            assertThat(x[0]).isBetween(low + shift - 1e-9, high + shift + 1e-9);
        }
    }
}
