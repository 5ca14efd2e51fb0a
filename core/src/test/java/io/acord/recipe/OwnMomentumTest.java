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
            OwnMomentum.Paces paces = new OwnMomentum.Paces();
            double[] x = {0};
            double[] shown = {0};
            double[] next = {1};
            for (int k = 0; k < 700; k++) {
                momentum.show(0, 1, k, x, shown, next, true, paces);
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
            for (int k = 1; k <= 12; k++) {
                pace(momentum, k - 1, 1);
                assertThat(momentum.age(0, k)).as("%s after %d", variant, k).isEqualTo(k);
            }
            assertThat(pace(momentum, 12, 1))
                    .as("%s, the 13th step uphill", variant)
                    .isZero();
            assertThat(pace(momentum, 13, 1)).as("%s, one step uphill", variant).isEqualTo(1);
            assertThat(pace(momentum, 14, -1)).as("%s, downhill", variant).isEqualTo(2);
            assertThat(pace(momentum, 15, 1)).as("%s, one step uphill", variant).isEqualTo(3);
            assertThat(pace(momentum, 16, 1)).as("%s, two in a row", variant).isZero();
        }
    }

    /** How long ago an agent started afresh whose last step had this slope. */
    private static int pace(OwnMomentum momentum, int k, double slope) {
        OwnMomentum.Paces paces = new OwnMomentum.Paces();
        paces.slopes[0] = slope;
        momentum.pace(0, 1, k, paces);
        return paces.ages[0];
    }
}
