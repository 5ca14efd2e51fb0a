package io.acord.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.BadInputException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SufficientIterationsTest {

    @Test
    void everyRuleKeepsTheBudgetAndOneIterationLessWouldNotBeProven() {
        SplittableRandom random = new SplittableRandom(1);
        for (int k = 0; k < 500; k++) {
            double kappa = Instance.logUniform(random, 1e-5, 0.99);
            double startGap = Instance.logUniform(random, 1e-6, 1e6);
            double budget = Instance.logUniform(random, 1e-12, 1);
            int plain = SufficientIterations.plain(startGap, budget, kappa);
            int accelerated = SufficientIterations.accelerated(startGap, budget, kappa);
            if (startGap <= budget) {
                assertThat(plain).isEqualTo(1);
                assertThat(accelerated).isEqualTo(1);
                continue;
            }
            assertThat(GapBound.plain(startGap, kappa, plain)).isLessThanOrEqualTo(budget * (1 + 1e-9));
            assertThat(GapBound.accelerated(startGap, kappa, accelerated)).isLessThanOrEqualTo(budget * (1 + 1e-9));
            if (plain > 1) {
                assertThat(GapBound.plain(startGap, kappa, plain - 1)).isGreaterThan(budget * (1 - 1e-9));
            }
            if (accelerated > 1) {
                assertThat(GapBound.accelerated(startGap, kappa, accelerated - 1))
                        .isGreaterThan(budget * (1 - 1e-9));
            }
            assertThat(plain)
                    .isEqualTo(Math.min(
                            SufficientIterations.plainByGap(startGap, budget, kappa),
                            SufficientIterations.plainByDistance(startGap, budget, kappa)));
        }
    }

    @Test
    void oneIterationIsEnoughWithoutAnythingToContractOrWithinBudget() {
        assertThat(SufficientIterations.plain(1e9, 1e-9, 1)).isEqualTo(1);
        assertThat(SufficientIterations.accelerated(1e9, 1e-9, 1)).isEqualTo(1);
        assertThat(SufficientIterations.plain(0, 1e-9, 0.1)).isEqualTo(1);
        assertThat(SufficientIterations.accelerated(1e-9, 1e-9, 1e-18)).isEqualTo(1);
    }

    @Test
    void thetaGoesFromNoMomentumToFull() {
        assertThat(SufficientIterations.theta(1)).isZero();
        assertThat(SufficientIterations.theta(0.25)).isCloseTo(1 / 3.0, within(1e-15));
        assertThat(SufficientIterations.theta(1e-12)).isCloseTo(1, within(1e-5));
    }

    @Test
    void extremeButRepresentableGapsDoNotOverflow() {
        assertThat(SufficientIterations.plainByGap(1e300, 1e-300, 0.5))
                .isEqualTo((int) Math.ceil(600 * Math.log(10) / Math.log(2)));
    }

    /** E18. */
    @ParameterizedTest
    @ValueSource(doubles = {0, -0.1, 1.1, 1e-15, 1e-300, Double.NaN})
    void aRateThatIsNoneOrThatADoubleCannotTellFromOneIsRefused(double kappa) {
        assertThatThrownBy(() -> SufficientIterations.plain(1, 1e-6, kappa))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("kappa is " + kappa);
    }

    @Test
    void moreIterationsThanAnIntCanCountAreRefused() {
        assertThatThrownBy(() -> SufficientIterations.plain(1, 1e-6, 1e-9))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("K would be");
        assertThat(SufficientIterations.accelerated(1, 1e-6, 1e-9)).isBetween(400_000, 500_000);
    }

    @Test
    void badArgumentsAreRefused() {
        assertThatThrownBy(() -> SufficientIterations.plain(-1, 1, 0.5)).hasMessageContaining("startGap is -1.0");
        assertThatThrownBy(() -> SufficientIterations.plain(1, 0, 0.5)).hasMessageContaining("budget is 0.0");
        assertThatThrownBy(() -> SufficientIterations.theta(2)).hasMessageContaining("kappa is 2.0");
    }

    /**
     * The table of 5.7 does not say with which data its E₀ was computed, so it is fitted here: one number a row, which
     * has to explain two columns.
     */
    @ParameterizedTest
    @CsvSource({
        "ring,     20,  1,    56,   40, 300",
        "complete, 40,  1,  1106,  205, 687",
        "ring,     20, 50,  2853,  326, 366.5",
        "complete, 40, 50, 62516, 1517, 696",
        "star,     40, 50,  2855,  331, 690",
    })
    void oneStartGapExplainsBothCertifiedColumnsOfTheTable(
            String shape, int agents, double beta, int plain, int accelerated, double startGap) {
        double kappa = contraction(shape, agents, beta).edgeKappa();
        double budget = new TheoremA(0.5).roundBudget(20);
        assertThat(SufficientIterations.plain(startGap, budget, kappa)).isEqualTo(plain);
        assertThat(SufficientIterations.accelerated(startGap, budget, kappa)).isEqualTo(accelerated);
    }

    /** Of agents with μ = .5. */
    private static Contraction contraction(String shape, int agents, double beta) {
        double[] a = new double[agents];
        Arrays.fill(a, 1);
        return Contraction.of(Coupling.unit(named(shape, agents), 1), beta, a);
    }

    static Graph named(String shape, int agents) {
        return switch (shape) {
            case "ring" -> Graphs.ring(agents);
            case "complete" -> Graphs.complete(agents);
            default -> Graphs.star(agents);
        };
    }
}
