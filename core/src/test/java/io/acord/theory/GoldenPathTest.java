package io.acord.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.graph.Coupling;
import org.junit.jupiter.api.Test;

/**
 * Theory 10: the path 1-2-3 with d = 1, A = 1, β = 2, μ = (1, 2, .5), v = (1, −1, 3), x_{t−1} = (0, .5, 1), z⁰ = 0, T =
 * 20.
 */
class GoldenPathTest {

    private static final double BETA = 2;
    private static final double[] MU = {1, 2, 0.5};
    private static final double[] V = {1, -1, 3};
    private static final double[] X_PREV = {0, 0.5, 1};
    private static final double E0_BOUND = 2.1842507287;

    private static final double[] LAMBDA = {
        CompetitiveRatio.lambda1(1), CompetitiveRatio.lambda1(2), CompetitiveRatio.lambda1(0.5)
    };
    private static final double[] A = {MU[0] + LAMBDA[0], MU[1] + LAMBDA[1], MU[2] + LAMBDA[2]};
    private static final Contraction PATH = Contraction.of(Coupling.unit(Graphs.path(3), 1), BETA, A);
    private static final double BUDGET = new TheoremA(LAMBDA[2]).roundBudget(20);

    @Test
    void qOfEveryAgent() {
        assertThat(PATH.q(0)).isCloseTo(.711992844474, within(1e-12));
        assertThat(PATH.q(1)).isCloseTo(.745430686403, within(1e-12));
        assertThat(PATH.q(2)).isCloseTo(.8, within(1e-12));
    }

    @Test
    void qOfTheWorstEdge() {
        assertThat(PATH.qEdge()).isCloseTo(.7727153432016, within(1e-12));
        assertThat(PATH.edgeKappa()).isCloseTo(1 - .7727153432016, within(1e-12));
    }

    @Test
    void rho() {
        assertThat(PATH.rho().rho()).isCloseTo(.7520078490784, within(1e-12));
        assertThat(PATH.rho().rhoAtMost()).isCloseTo(.7520078490784, within(1e-9));
    }

    @Test
    void theta() {
        assertThat(SufficientIterations.theta(PATH.edgeKappa())).isCloseTo(.3543310569745, within(1e-12));
    }

    @Test
    void budget() {
        assertThat(BUDGET).isCloseTo(3.2552083e-8, within(5e-16));
    }

    /** v_i = min[φ_i + β deg x²] − min φ_i, with z⁰ = 0. */
    @Test
    void startGapBound() {
        double atStart = 0;
        double bound = 0;
        for (int i = 0; i < 3; i++) {
            double pulled = smallest(i, 2 * BETA * (i == 1 ? 2 : 1));
            atStart += pulled;
            bound += pulled - smallest(i, 0);
        }
        assertThat(atStart).isCloseTo(3.4781194173, within(5e-11));
        assertThat(bound).isCloseTo(E0_BOUND, within(5e-11));
    }

    /** min over x of μ/2 (x − v)² + λ/2 (x − xPrev)² + pull/2 x². */
    private static double smallest(int i, double pull) {
        double x = (MU[i] * V[i] + LAMBDA[i] * X_PREV[i]) / (A[i] + pull);
        return MU[i] / 2 * (x - V[i]) * (x - V[i])
                + LAMBDA[i] / 2 * (x - X_PREV[i]) * (x - X_PREV[i])
                + pull / 2 * x * x;
    }

    @Test
    void numbersOfIterations() {
        double kappa = PATH.edgeKappa();
        assertThat(SufficientIterations.plainByGap(E0_BOUND, BUDGET, kappa)).isEqualTo(70);
        assertThat(SufficientIterations.plainByDistance(E0_BOUND, BUDGET, kappa))
                .isEqualTo(39);
        assertThat(SufficientIterations.plain(E0_BOUND, BUDGET, kappa)).isEqualTo(39);
        assertThat(SufficientIterations.accelerated(E0_BOUND, BUDGET, kappa)).isEqualTo(29);
    }
}
