package io.acord.lab.optimum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.cost.Band;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShiftedCostTest {

    /** The minimiser lies at an end of the box, where one last digit decides between a number and +∞. */
    @Test
    void anActionAtTheEndOfAShiftedBoxIsInIt() {
        Random random = new Random(5);
        for (int k = 0; k < 1000; k++) {
            double[] shift = {random.nextGaussian(), 100 * random.nextGaussian()};
            double[] high = {random.nextDouble(), random.nextDouble()};
            HittingCost boxed = Boxed.of(Quadratic.alpha(1, 7, -7), new double[2], high);
            HittingCost moved = ShiftedCost.of(boxed, shift);
            double[] x = new double[2];
            moved.argmin(new QuadraticPull(2), x);
            assertThat(moved.at(x)).isFinite();
            assertThat(x[0]).isCloseTo(high[0] + shift[0], within(1e-12));
            assertThat(x[1]).isCloseTo(shift[1], within(1e-12));
        }
    }

    @Test
    void aShiftedBandInABoxIsWhatItWasElsewhere() {
        Random random = new Random(6);
        for (int k = 0; k < 1000; k++) {
            double shift = 30 * random.nextGaussian();
            HittingCost charge = Boxed.of(Band.of(35, 75, 4, 0.1), 5, 95);
            HittingCost moved = ShiftedCost.of(charge, new double[] {shift});
            QuadraticPull pull = new QuadraticPull(1);
            pull.add(1, new double[] {200 * random.nextGaussian()});
            double[] x = new double[1];
            moved.argmin(pull, x);
            assertThat(moved.at(x)).isCloseTo(charge.at(new double[] {clamped(x[0] - shift)}), within(1e-6));
            assertThat(moved.mu()).isEqualTo(charge.mu());
        }
    }

    /** Within the box but for rounding. */
    private static double clamped(double charge) {
        assertThat(charge).isBetween(5 - 1e-9, 95 + 1e-9);
        return Math.max(5, Math.min(95, charge));
    }

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
