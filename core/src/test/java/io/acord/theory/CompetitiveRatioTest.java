package io.acord.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.input.BadInputException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompetitiveRatioTest {

    @ParameterizedTest
    @CsvSource({
        ".05, .2",
        ".5, .5",
        "1, .6180339887498948",
        "2, .7320508075688773",
        "10, .9160797830996159",
    })
    void lambda1HasTheGoldenValues(double mu, double lambda) {
        assertThat(CompetitiveRatio.lambda1(mu)).isCloseTo(lambda, within(1e-15));
    }

    @Test
    void lambda1SolvesItsQuadraticAndIsOneOverTheOptimalRatio() {
        SplittableRandom random = new SplittableRandom(1);
        for (int k = 0; k < 300; k++) {
            double mu = Instance.logUniform(random, 1e-9, 1e9);
            double b = random.nextInt(10) == 0 ? 0 : Instance.logUniform(random, 1e-6, 1e6);
            double lambda = CompetitiveRatio.lambda1(mu, b);
            assertThat(lambda * (1 + lambda * b / mu)).isCloseTo(1, within(1e-14));
            assertThat(CompetitiveRatio.optimal(mu, b) * lambda).isCloseTo(1, within(1e-14));
            assertThat(CompetitiveRatio.ofSmallest(lambda)).isEqualTo(1 / lambda);
        }
    }

    @Test
    void withoutSwitchingCostNothingHoldsAnAgentBack() {
        assertThat(CompetitiveRatio.lambda1(3, 0)).isEqualTo(1);
        assertThat(CompetitiveRatio.optimal(3, 0)).isEqualTo(1);
    }

    @Test
    void robdCannotBeatTheOptimalRatioWhateverItsLambda() {
        SplittableRandom random = new SplittableRandom(3);
        for (int k = 0; k < 300; k++) {
            double mu = Instance.logUniform(random, 1e-3, 1e3);
            double best = CompetitiveRatio.optimal(mu);
            double anyLambda = 1 - random.nextDouble();
            assertThat(CompetitiveRatio.ofRobd(mu, anyLambda)).isGreaterThanOrEqualTo(best * (1 - 1e-14));
            assertThat(CompetitiveRatio.ofRobd(mu, CompetitiveRatio.lambda1(mu)))
                    .isCloseTo(best, within(1e-13 * best));
        }
    }

    @Test
    void robdsRatioForAFleetIsSetByItsSmallestMu() {
        double[] mu = {3, 0.05, 1};
        double[] lambda = {CompetitiveRatio.lambda1(3), CompetitiveRatio.lambda1(0.05), CompetitiveRatio.lambda1(1)};
        assertThat(CompetitiveRatio.ofRobd(mu, lambda)).isCloseTo(5, within(1e-13));
    }

    /**
     * E5: max{1/λ, λ(1 + λ/μ)} as printed at L777 falls to 1.3247 at μ = 1, below the 1.618 that the paper claims for
     * it.
     */
    @Test
    void theRatioPrintedForRobdFallsBelowItsClaimedMinimum() {
        double printed = Double.POSITIVE_INFINITY;
        double corrected = Double.POSITIVE_INFINITY;
        for (int k = 1; k <= 1_000_000; k++) {
            double lambda = k / 1e6;
            printed = Math.min(printed, Math.max(1 / lambda, lambda * (1 + lambda)));
            corrected = Math.min(corrected, Math.max(1 / lambda, 1 + lambda));
        }
        assertThat(printed).isCloseTo(1.3247, within(5e-5)).isLessThan(1.618);
        assertThat(corrected).isCloseTo(CompetitiveRatio.optimal(1), within(1e-5));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e-310})
    void aMuThatIsNoStrongConvexityIsRefused(double mu) {
        assertThatThrownBy(() -> CompetitiveRatio.lambda1(mu))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("mu is " + mu);
    }

    @Test
    void weightsThatAreNoneAreRefused() {
        assertThatThrownBy(() -> CompetitiveRatio.lambda1(1, -1)).hasMessageContaining("switching weight is -1.0");
        assertThatThrownBy(() -> CompetitiveRatio.ofSmallest(1.5)).hasMessageContaining("in (0, 1]");
        assertThatThrownBy(() -> CompetitiveRatio.ofRobd(new double[2], new double[1]))
                .hasMessageContaining("one an agent");
    }
}
