package io.acord.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.graph.Components;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.BadInputException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.ejml.simple.SimpleMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ContractionTest {

    static LongStream seeds() {
        return Instance.seeds();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void rhoIsTheLargestEigenvalueThatADenseSolverFinds(long seed) {
        Instance instance = Instance.random(seed);
        double[] eigenvalues = Dense.eigenvalues(
                Dense.curvature(instance.a(), instance.coupling().dimension())
                        .plus(Dense.laplacian(instance.coupling()).scale(instance.beta())),
                m(instance, 2));
        double kappa = eigenvalues[0];
        ContractionFactor rho = instance.contraction().rho();
        assertThat(rho).isInstanceOf(ContractionFactor.Converged.class);
        assertThat(rho.kappa()).isCloseTo(kappa, within(1e-9 * kappa));
        assertThat(rho.kappaAtLeast()).isLessThanOrEqualTo(kappa * (1 + 1e-10));
        if (instance.coupling().isIsotropic()) {
            assertThat(rho.kappaAtLeast()).isCloseTo(kappa, within(1e-6 * kappa));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void rhoOfJacobiIsTheLargestSizeOfAnEigenvalueThatADenseSolverFinds(long seed) {
        Instance instance = Instance.random(seed);
        double[] eigenvalues =
                Dense.eigenvalues(Dense.adjacency(instance.coupling()).scale(instance.beta()), m(instance, 1));
        double largest = Math.max(-eigenvalues[0], eigenvalues[eigenvalues.length - 1]);
        Contraction contraction = instance.contraction();
        ContractionFactor rho = contraction.rhoJacobi();
        assertThat(rho).isInstanceOf(ContractionFactor.Converged.class);
        assertThat(rho.rho()).isCloseTo(largest, within(1e-9));
        assertThat(rho.rhoAtMost()).isGreaterThanOrEqualTo(largest - 1e-12);
        assertThat(contraction.jacobiKappa()).isLessThanOrEqualTo((1 - largest) * (1 + 1e-10));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void rhoIsAtMostTheEdgeBoundAndThatAtMostTheWorstAgent(long seed) {
        Instance instance = Instance.random(seed);
        Contraction contraction = instance.contraction();
        double worst = 0;
        for (int i = 0; i < instance.a().length; i++) {
            worst = Math.max(worst, contraction.q(i));
            assertThat(contraction.q(i) + contraction.kappa(i)).isCloseTo(1, within(1e-15));
        }
        assertThat(contraction.rho().rho()).isLessThanOrEqualTo(contraction.qEdge() + 1e-12);
        assertThat(contraction.qEdge()).isLessThanOrEqualTo(worst + 1e-15);
        assertThat(contraction.edgeKappa()).isCloseTo(1 - contraction.qEdge(), within(1e-15));
        assertThat(contraction.rho().kappaAtLeast()).isGreaterThanOrEqualTo(contraction.edgeKappa() * (1 - 1e-12));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void oneIterationShrinksTheEnergyDistanceByRho(long seed) {
        Instance instance = Instance.random(seed);
        Round round = Round.random(instance);
        SimpleMatrix m = m(instance, 2);
        SimpleMatrix best = round.optimum();
        SimpleMatrix x = Round.column(best.getNumRows(), 5, new SplittableRandom(seed));
        double rho = instance.contraction().rho().rho();
        for (int k = 0; k < 5; k++) {
            SimpleMatrix next = round.step(x);
            double before = Math.sqrt(Dense.form(m, x.minus(best)));
            double after = Math.sqrt(Dense.form(m, next.minus(best)));
            assertThat(after).isLessThanOrEqualTo(rho * before * (1 + 1e-9) + 1e-12);
            x = next;
        }
    }

    /** M = D_a + share β D_W. */
    private static SimpleMatrix m(Instance instance, double share) {
        return Dense.curvature(instance.a(), instance.coupling().dimension())
                .plus(Dense.degrees(instance.coupling()).scale(share * instance.beta()));
    }

    @Test
    void regularGraphsOfEqualAgentsContractExactlyByQ() {
        for (int degree = 2; degree <= 8; degree += 2) {
            for (double beta : new double[] {0.1, 1, 50, 1e6}) {
                Contraction contraction = unit(Graphs.lattice(20, degree), beta, 1.618);
                double q = 2 * beta * degree / (1.618 + 2 * beta * degree);
                assertThat(contraction.q(0)).isCloseTo(q, within(1e-15));
                assertThat(contraction.qEdge()).isCloseTo(q, within(1e-15));
                assertThat(contraction.rho().rho()).isCloseTo(q, within(1e-14));
                double kappa = 1.618 / (1.618 + 2 * beta * degree);
                assertThat(contraction.rho().kappa()).isCloseTo(kappa, within(1e-12 * kappa));
                assertThat(contraction.rho().kappaAtLeast()).isCloseTo(kappa, within(1e-12 * kappa));
            }
        }
    }

    @Test
    void starsContractExactlyByTheEdgeBound() {
        for (int n : new int[] {2, 5, 20, 40}) {
            for (double beta : new double[] {0.1, 1, 50}) {
                Contraction contraction = unit(Graphs.star(n), beta, 1);
                assertThat(contraction.rho().kappa())
                        .isCloseTo(contraction.edgeKappa(), within(1e-12 * contraction.edgeKappa()));
            }
        }
    }

    @Test
    void aStarWhoseLeavesDifferContractsFasterThanTheEdgeBound() {
        double[] a = {1, 0.5, 4, 2};
        Contraction contraction = Contraction.of(Coupling.unit(Graphs.star(4), 1), 2, a);
        assertThat(contraction.rho().kappaAtLeast()).isGreaterThan(contraction.edgeKappa() * 1.01);
    }

    @Test
    void kappaKeepsItsDigitsWhereRhoHasNoneLeft() {
        Contraction contraction = unit(Graphs.ring(12), 1e13, 1);
        double kappa = 1 / (1 + 4e13);
        assertThat(contraction.kappa(0)).isEqualTo(kappa);
        assertThat(contraction.edgeKappa()).isEqualTo(kappa);
        assertThat(contraction.rho().kappa()).isCloseTo(kappa, within(1e-12 * kappa));
    }

    @Test
    void withoutEdgesOrBetaNothingIsLeftToContract() {
        for (Contraction contraction : new Contraction[] {
            Contraction.of(Coupling.none(4, 2), 3, new double[] {1, 2, 3, 4}), unit(Graphs.ring(5), 0, 1)
        }) {
            assertThat(contraction.rho().rho()).isZero();
            assertThat(contraction.rhoJacobi().rho()).isZero();
            assertThat(contraction.qEdge()).isZero();
            assertThat(contraction.edgeKappa()).isEqualTo(1);
            assertThat(contraction.jacobiKappa()).isEqualTo(1);
            assertThat(contraction.maxNorm()).isZero();
            assertThat(contraction.allowsAsynchrony()).isTrue();
        }
    }

    @Test
    void eachComponentHasARateOfItsOwnAndTheSlowestIsTheRounds() {
        for (long seed = 1; seed <= 250; seed++) {
            Instance instance = Instance.random(seed);
            Contraction contraction = instance.contraction();
            Components components = instance.coupling().graph().components();
            List<ContractionFactor> rates = contraction.rhoByComponent(Contraction.DEFAULT_ITERATIONS);
            double slowest = 1;
            for (int c = 0; c < components.count(); c++) {
                ContractionFactor own = rates.get(c);
                slowest = Math.min(slowest, own.kappa());
                assertThat(own.kappa()).isGreaterThanOrEqualTo(contraction.edgeKappa(c) * (1 - 1e-9));
                if (components.size(c) == 1) {
                    assertThat(own.kappa()).isEqualTo(1);
                }
            }
            assertThat(contraction.rho().kappa()).isEqualTo(slowest);
        }
    }

    @Test
    void anIterationThatIsCutShortStillBracketsTheTruth() {
        for (long seed = 1; seed <= 250; seed++) {
            Instance instance = Instance.random(seed);
            double truth = instance.contraction().rho().kappa();
            ContractionFactor cut = instance.contraction().rho(3);
            assertThat(cut.kappa()).isGreaterThanOrEqualTo(truth * (1 - 1e-9));
            assertThat(cut.kappaAtLeast()).isLessThanOrEqualTo(truth * (1 + 1e-9));
        }
        ContractionFactor cut = Contraction.of(Coupling.unit(Graphs.path(50), 1), 10, ascending(50))
                .rho(3);
        assertThat(cut).isInstanceOf(ContractionFactor.Bracketed.class);
        assertThat(((ContractionFactor.Bracketed) cut).whyStopped()).contains("3 iterations");
    }

    private static double[] ascending(int n) {
        double[] a = new double[n];
        Arrays.setAll(a, i -> 1 + i);
        return a;
    }

    /** E33: three edges of rank one that turn by 60° leave Jacobi's spectrum longer on its negative side. */
    @Test
    void jacobiLooksAtBothEndsOfItsSpectrum() {
        Coupling.Builder builder = Coupling.builder(3, 2);
        int[][] pairs = {{0, 1}, {1, 2}, {0, 2}};
        for (int e = 0; e < 3; e++) {
            double angle = e * Math.PI / 3;
            builder.edge(pairs[e][0], pairs[e][1], new double[][] {{Math.cos(angle), Math.sin(angle)}});
        }
        Coupling coupling = builder.build();
        double[] a = {1, 1, 1};
        double[] eigenvalues = Dense.eigenvalues(
                Dense.adjacency(coupling).scale(0.1),
                Dense.curvature(a, 2).plus(Dense.degrees(coupling).scale(0.1)));
        assertThat(-eigenvalues[0]).isGreaterThan(eigenvalues[5] + 0.01);
        assertThat(Contraction.of(coupling, 0.1, a).rhoJacobi().rho()).isCloseTo(-eigenvalues[0], within(1e-10));
    }

    /** 5.1: W₁ = diag(1, .01), W₂ = diag(.01, 1) on a path stretches the max norm although ρ < 1. */
    @Test
    void anisotropicEdgesMayStretchTheMaxNormSoThatAgentsMustGoInLockStep() {
        Coupling coupling = Coupling.builder(3, 2)
                .edge(0, 1, new double[][] {{1, 0}, {0, 0.1}})
                .edge(1, 2, new double[][] {{0.1, 0}, {0, 1}})
                .build();
        double[] a = {0.1, 0.1, 0.1};
        Contraction contraction = Contraction.of(coupling, 10, a);
        assertThat(contraction.maxNorm()).isGreaterThan(1);
        assertThat(contraction.allowsAsynchrony()).isFalse();
        assertThat(contraction.rho().rhoAtMost()).isLessThan(1);
        assertThat(Contraction.of(coupling, 1e-3, a).allowsAsynchrony()).isTrue();
    }

    @Test
    void isotropicEdgesAlwaysAllowAsynchrony() {
        Contraction contraction = unit(Graphs.star(9), 1e6, 0.1);
        assertThat(contraction.allowsAsynchrony()).isTrue();
        assertThat(contraction.maxNorm()).isEqualTo(contraction.q(0)).isLessThan(1);
    }

    @Test
    void theStrengthOfUnitEdgesIsTheDegree() {
        Graph graph = Graphs.random(12, 0.4, new SplittableRandom(5));
        Contraction contraction = unit(graph, 2, 1);
        for (int i = 0; i < 12; i++) {
            assertThat(contraction.strength(i)).isEqualTo(graph.degree(i));
        }
    }

    @Test
    void badArgumentsAreRefused() {
        Coupling coupling = Coupling.unit(Graphs.path(3), 1);
        assertThatThrownBy(() -> Contraction.of(coupling, -1, new double[] {1, 1, 1}))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("beta is -1.0");
        assertThatThrownBy(() -> Contraction.of(coupling, 1, new double[] {1, 1}))
                .hasMessageContaining("a has 2 numbers");
        assertThatThrownBy(() -> Contraction.of(coupling, 1, new double[] {0, 1, Double.NaN}))
                .hasMessageContaining("a[0] is 0.0")
                .hasMessageContaining("a[2] is NaN");
    }

    private static Contraction unit(Graph graph, double beta, double a) {
        double[] all = new double[graph.agents()];
        Arrays.fill(all, a);
        return Contraction.of(Coupling.unit(graph, 1), beta, all);
    }

    /** Two agents, one edge of weight 3: a/(a + βw) for the less convex one. */
    @Test
    void theLocalBoundOfJacobiIsThatOfTheLeastConvexAgent() {
        Coupling coupling = Coupling.builder(2, 1).edge(0, 1, 3).build();
        Contraction contraction = Contraction.of(coupling, 2, new double[] {4, 1.5});
        assertThat(contraction.jacobiKappa()).isCloseTo(1.5 / (1.5 + 2 * 3), within(1e-15));
    }
}
