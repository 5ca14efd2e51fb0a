package io.acord.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.input.BadInputException;
import java.util.SplittableRandom;
import org.ejml.simple.SimpleMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LowerBoundTest {

    @ParameterizedTest
    @CsvSource({"1, 1.618033, 1.6180339887", ".05, 4.999039, 5"})
    void theRatioHasTheGoldenValues(double mu, double ratio, double limit) {
        LowerBound instance = LowerBound.ofEqualAgents(3, mu, 20, 1e6);
        assertThat(instance.ratio()).isCloseTo(ratio, within(5e-7));
        assertThat(CompetitiveRatio.optimal(mu)).isCloseTo(limit, within(1e-10));
    }

    @Test
    void optIsWhatADenseSolverFinds() {
        SplittableRandom random = new SplittableRandom(1);
        for (int k = 0; k < 250; k++) {
            double mu = Instance.logUniform(random, 1e-2, 1e2);
            LowerBound instance = LowerBound.ofEqualAgents(
                    1 + random.nextInt(5), mu, random.nextInt(25), mu * Instance.logUniform(random, 1, 1e6));
            double opt = denseOpt(instance);
            assertThat(instance.opt()).isCloseTo(opt, within(1e-9 * opt));
        }
    }

    /** min over x_1 .. x_{T+1} of Σ curvature/2 (x_t − target)² + 1/2 (x_t − x_{t−1})², for all movers. */
    private static double denseOpt(LowerBound instance) {
        int n = instance.rounds() + 1;
        SimpleMatrix hessian = new SimpleMatrix(n, n);
        SimpleMatrix linear = new SimpleMatrix(n, 1);
        for (int t = 0; t < n; t++) {
            hessian.set(t, t, instance.curvature(t + 1) + (t + 1 < n ? 2 : 1));
            if (t > 0) {
                hessian.set(t, t - 1, -1);
                hessian.set(t - 1, t, -1);
            }
            linear.set(t, 0, instance.curvature(t + 1) * instance.target(t + 1));
        }
        SimpleMatrix x = hessian.solve(linear);
        double cost = 0;
        for (int t = 0; t < n; t++) {
            double miss = x.get(t, 0) - instance.target(t + 1);
            double move = x.get(t, 0) - (t > 0 ? x.get(t - 1, 0) : 0);
            cost += instance.curvature(t + 1) / 2 * miss * miss + move * move / 2;
        }
        return cost * instance.movers();
    }

    @Test
    void acordPaysExactlyWhatItsOneMoveCosts() {
        LowerBound instance = LowerBound.ofEqualAgents(2, 0.5, 10, 8);
        double lambda = CompetitiveRatio.lambda1(0.5);
        double x = 8 / (8 + lambda); // argmin 4(x − 1)² + λ/2 x²
        assertThat(instance.acordCost()).isCloseTo(2 * (4 * (x - 1) * (x - 1) + x * x / 2), within(1e-14));
        double best = 8 / 9.0; // argmin 4(x − 1)² + 1/2 x²
        assertThat(instance.bestOnlineCost())
                .isCloseTo(2 * (4 * (best - 1) * (best - 1) + best * best / 2), within(1e-14));
    }

    @Test
    void ratiosAreOrderedAndNoneExceedsTheOptimalRatio() {
        SplittableRandom random = new SplittableRandom(2);
        for (int k = 0; k < 300; k++) {
            double mu = Instance.logUniform(random, 1e-4, 1e3);
            LowerBound instance =
                    LowerBound.ofEqualAgents(1, mu, random.nextInt(200), mu * Instance.logUniform(random, 1, 1e9));
            double ratio = instance.bestOnlineCost() / instance.opt();
            assertThat(instance.ratio()).isCloseTo(ratio, within(1e-12 * ratio));
            assertThat(instance.ratioAgainstAdversary()).isLessThanOrEqualTo(ratio);
            assertThat(instance.acordRatio()).isGreaterThanOrEqualTo(ratio * (1 - 1e-14));
            assertThat(instance.acordRatio()).isLessThanOrEqualTo(CompetitiveRatio.optimal(mu) * (1 + 1e-12));
        }
    }

    @Test
    void inTheLimitEveryRatioIsTheOptimalOne() {
        for (double mu : new double[] {1e-4, 0.05, 1, 30}) {
            LowerBound instance = LowerBound.ofEqualAgents(7, mu, Integer.MAX_VALUE, 1e15);
            double optimal = CompetitiveRatio.optimal(mu);
            assertThat(instance.a()).isCloseTo(instance.limitOfA(), within(1e-12 * instance.limitOfA()));
            assertThat(instance.ratio()).isCloseTo(optimal, within(1e-11 * optimal));
            assertThat(instance.ratioAgainstAdversary()).isCloseTo(optimal, within(1e-11 * optimal));
            assertThat(instance.acordRatio()).isCloseTo(optimal, within(1e-11 * optimal));
        }
    }

    /** L1417. */
    @Test
    void amongUnequalAgentsTheOneOfSmallestMuGivesTheRatio() {
        LowerBound unequal = LowerBound.ofUnequalAgents(new double[] {2, 0.05, 1}, 20, 1e6);
        LowerBound equal = LowerBound.ofEqualAgents(3, 0.05, 20, 1e6);
        assertThat(unequal.ratio()).isEqualTo(equal.ratio());
        assertThat(unequal.acordRatio()).isCloseTo(equal.acordRatio(), within(1e-14));
        assertThat(unequal.opt()).isCloseTo(equal.opt() / 3, within(1e-15));
    }

    @Test
    void theInstanceSpellsOutItsRounds() {
        LowerBound instance = LowerBound.ofEqualAgents(1, 0.5, 2, 9);
        assertThat(instance.curvature(2)).isEqualTo(0.5);
        assertThat(instance.target(2)).isZero();
        assertThat(instance.curvature(3)).isEqualTo(9);
        assertThat(instance.target(3)).isEqualTo(1);
        assertThatThrownBy(() -> instance.target(4)).hasMessageContaining("round is 4");
        assertThatThrownBy(() -> instance.curvature(0)).hasMessageContaining("round is 0");
    }

    @Test
    void badArgumentsAreRefused() {
        assertThatThrownBy(() -> LowerBound.ofEqualAgents(0, 1, 1, 1)).isInstanceOf(BadInputException.class);
        assertThatThrownBy(() -> LowerBound.ofEqualAgents(1, 0, 1, 1)).hasMessageContaining("mu is 0.0");
        assertThatThrownBy(() -> LowerBound.ofEqualAgents(1, 1, -1, 1)).hasMessageContaining("rounds is -1");
        assertThatThrownBy(() -> LowerBound.ofEqualAgents(1, 1, 1, 0.5)).hasMessageContaining("finalMu is 0.5");
        assertThatThrownBy(() -> LowerBound.ofUnequalAgents(new double[] {1, -1}, 1, 1))
                .hasMessageContaining("mu[1] is -1.0");
        assertThatThrownBy(() -> LowerBound.ofUnequalAgents(new double[0], 1, 1))
                .hasMessageContaining("somebody");
    }
}
