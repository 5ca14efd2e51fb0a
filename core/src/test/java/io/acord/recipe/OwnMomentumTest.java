package io.acord.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Weights that every agent counts for itself. */
class OwnMomentumTest {

    @Test
    void weightsGoOnForLongerThanTheyWereMadeFor() {
        for (Variant variant : Variant.all()) {
            OwnMomentum momentum = variant.ownMomentum(1, 1);
            if (momentum == null) {
                continue;
            }
            double[] x = {0};
            double[] shown = {0};
            double[] next = {1};
            for (int k = 0; k < 700; k++) {
                momentum.show(0, 1, k, x, shown, next, true);
                shown[0] = next[0];
                next[0] = shown[0] + 1; // always downhill
            }
            assertThat(momentum.age(0, 700)).as(variant.word()).isEqualTo(700);
            assertThat(shown[0]).as(variant.word()).isFinite();
        }
    }

    @Test
    void nobodyStartsAfreshInTheFirstTwelveIterations() {
        for (Variant variant : Variant.all()) {
            OwnMomentum momentum = variant.ownMomentum(1, 1);
            if (momentum == null) {
                continue;
            }
            Climber climber = new Climber(momentum);
            for (int k = 1; k <= 12; k++) {
                assertThat(climber.step(k % 3 != 2))
                        .as("%s after %d", variant, k)
                        .isEqualTo(k);
            }
            assertThat(climber.step(true))
                    .as("%s, the 13th step uphill", variant)
                    .isEqualTo(1);
            assertThat(climber.step(true)).as("%s, one step uphill", variant).isEqualTo(2);
            assertThat(climber.step(false)).as("%s, downhill", variant).isEqualTo(3);
            assertThat(climber.step(true)).as("%s, one step uphill", variant).isEqualTo(4);
            assertThat(climber.step(true)).as("%s, two in a row", variant).isEqualTo(1);
        }
    }

    /** An agent whose iterations lead up or down as is wanted. */
    private static final class Climber {
        private final OwnMomentum momentum;
        private final double[] x = {0};
        private final double[] shown = {0};
        private final double[] next = {1};
        private double before; // y of the step before
        private int k;

        Climber(OwnMomentum momentum) {
            this.momentum = momentum;
        }

        /** Returns how long ago it started afresh after the step, 1 being that it did in it. */
        int step(boolean isUphill) {
            double y = shown[0];
            double since = y - (momentum.needsActions() ? x[0] : before);
            next[0] = k == 0 ? 1 : isUphill ? y - since / 2 : y + since;
            before = y;
            momentum.show(0, 1, k++, x, shown, next, true);
            shown[0] = next[0];
            return momentum.age(0, k);
        }
    }

    @Test
    void theSmallestSlopeThatThereIsLeadsUphill() {
        assertThat(OwnMomentum.turned(15, Double.MIN_VALUE)).isEqualTo(16.5);
        assertThat(OwnMomentum.turned(15.5, Double.MIN_VALUE)).isEqualTo(1);
        assertThat(OwnMomentum.turned(15.5, 0)).isEqualTo(16);
        assertThat(OwnMomentum.turned(15.5, -0.0)).isEqualTo(16);
        assertThat(OwnMomentum.turned(15.5, -Double.MIN_VALUE)).isEqualTo(16);
        assertThat(OwnMomentum.turned(15.5, Double.MAX_VALUE)).isEqualTo(1);
        assertThat(OwnMomentum.turned(15.5, Double.POSITIVE_INFINITY)).isEqualTo(1);
        assertThat(OwnMomentum.turned(15, Double.NEGATIVE_INFINITY)).isEqualTo(16);
    }
}
