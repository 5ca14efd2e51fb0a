package io.acord.lab.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.cost.HittingCost;
import io.acord.input.BadInputException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DriftCostsTest {

    private static final int WALKERS = 10_000;

    /**
     * Steps of a random walk have mean 0 and the given deviation, whatever the round; tolerances are five standard
     * deviations.
     */
    @ParameterizedTest(name = "round {0}")
    @ValueSource(ints = {1, 2, 3, 7, 8, 9, 64, 1000, 1_000_000})
    void everyStepIsNormalOfTheGivenDeviation(int t) {
        double[] here = targets(t);
        double[] next = targets(t + 1);
        double sum = 0;
        double squares = 0;
        int within = 0;
        for (int i = 0; i < WALKERS; i++) {
            double step = next[i] - here[i];
            sum += step;
            squares += step * step;
            within += Math.abs(step) < 0.05 ? 1 : 0;
        }
        assertThat(sum / WALKERS).isCloseTo(0, within(5 * 0.05 / Math.sqrt(WALKERS)));
        assertThat(squares / WALKERS).isCloseTo(0.0025, within(5 * 0.0025 * Math.sqrt(2.0 / WALKERS)));
        assertThat(within / (double) WALKERS).isCloseTo(0.6827, within(5 * Math.sqrt(0.6827 * 0.3173 / WALKERS)));
    }

    @ParameterizedTest(name = "round {0}")
    @ValueSource(ints = {2, 3, 4, 5, 8, 12, 16, 33, 1001})
    void stepsDoNotDependOnEachOther(int t) {
        double[] before = targets(t - 1);
        double[] here = targets(t);
        double[] next = targets(t + 1);
        double products = 0;
        for (int i = 0; i < WALKERS; i++) {
            products += (here[i] - before[i]) * (next[i] - here[i]);
        }
        assertThat(products / WALKERS).isCloseTo(0, within(5 * 0.0025 / Math.sqrt(WALKERS)));
    }

    @Test
    void theDistanceGrowsAsTheRootOfTime() {
        double[] start = targets(1);
        for (int t : new int[] {2, 5, 101, 4098}) {
            double[] there = targets(t);
            double squares = 0;
            for (int i = 0; i < WALKERS; i++) {
                squares += Math.pow(there[i] - start[i], 2);
            }
            double variance = 0.0025 * (t - 1);
            assertThat(squares / WALKERS).isCloseTo(variance, within(5 * variance * Math.sqrt(2.0 / WALKERS)));
        }
    }

    @Test
    void targetsStayInTheRangeAndTurnRoundWithoutAJump() {
        var costs = KindFixtures.costs("drift", Map.of("step", 0.2, "range", 1), KindFixtures.size(200, 2, 500), 1);
        HittingCost[] before = costs.round(1);
        for (int t = 2; t <= 500; t++) {
            HittingCost[] now = costs.round(t);
            for (int i = 0; i < now.length; i++) {
                for (int c = 0; c < 2; c++) {
                    double v = KindFixtures.target(now[i], c);
                    assertThat(v).isBetween(-1.0, 1.0);
                    assertThat(v - KindFixtures.target(before[i], c)).isBetween(-1.2, 1.2); // six deviations
                }
            }
            before = now;
        }
    }

    @Test
    void anAgentKeepsItsAlpha() {
        var costs = KindFixtures.costs("drift", Map.of("alpha", List.of(0.5, 3)), KindFixtures.size(50, 1, 100), 1);
        HittingCost[] first = costs.round(1);
        HittingCost[] last = costs.round(100);
        for (int i = 0; i < 50; i++) {
            assertThat(KindFixtures.alpha(first[i])).isBetween(0.5, 3.0).isEqualTo(KindFixtures.alpha(last[i]));
        }
        assertThat(KindFixtures.alpha(first[0])).isNotEqualTo(KindFixtures.alpha(first[1]));
        assertThat(KindFixtures.alpha(KindFixtures.costs("drift", Map.of("alpha", 4), KindFixtures.size(1, 1, 10), 1)
                        .round(3)[0]))
                .isEqualTo(4);
    }

    @Test
    void withoutStepsNothingMoves() {
        var costs = KindFixtures.costs("drift", Map.of("step", 0), KindFixtures.size(3, 1, 100), 1);
        assertThat(costs.round(99)[2]).hasToString(costs.round(1)[2].toString());
    }

    @Test
    void wrongOptionsAreRefused() {
        assertThatThrownBy(() -> KindFixtures.costs(
                        "drift", Map.of("step", -1, "range", 0, "alpha", List.of(2, 1)), KindFixtures.size(2, 1, 5), 1))
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll("step is \"-1\"", "range is \"0\"", "alpha is a list of 2", "low <= high");
        assertThatThrownBy(
                        () -> KindFixtures.costs("drift", Map.of("step", 3, "range", 2), KindFixtures.size(2, 1, 5), 1))
                .hasMessageContainingAll("step is \"3\"", "at most the range");
    }

    private static double[] targets(int t) {
        HittingCost[] f = KindFixtures.costs(
                        "drift", Map.of("range", 1e6), KindFixtures.size(WALKERS, 1, Integer.MAX_VALUE), 1)
                .round(t);
        double[] v = new double[WALKERS];
        for (int i = 0; i < WALKERS; i++) {
            v[i] = KindFixtures.target(f[i], 0);
        }
        return v;
    }
}
