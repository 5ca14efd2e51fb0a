package io.acord.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Weights that every agent counts for itself. */
class OwnMomentumTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void weightsGoOnForLongerThanTheyWereMadeFor(boolean optimized) {
        OwnMomentum momentum = optimized ? new OptimizedMomentum(1, 1) : new PolynomialMomentum(1, 1);
        double[] x = {0};
        double[] shown = {0};
        double[] next = {1};
        for (int k = 0; k < 700; k++) {
            momentum.show(0, 1, x, shown, next);
            shown[0] = next[0];
            next[0] = shown[0] + 1; // always downhill
        }
        assertThat(momentum.age(0)).isEqualTo(700);
        assertThat(shown[0]).isFinite();
    }
}
