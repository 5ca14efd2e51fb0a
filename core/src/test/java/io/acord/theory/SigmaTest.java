package io.acord.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.BadInputException;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SigmaTest {

    private static final double A =
            1 + CompetitiveRatio.lambda1(1); // a of μ = 1, with which the examples of the corrected theory are computed

    static LongStream seeds() {
        return Instance.seeds();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void sigmaIsTheSmallestEigenvalueThatADenseSolverFindsAndEveryBoundLiesBelowIt(long seed) {
        Instance instance = Instance.random(seed);
        Graph graph = instance.coupling().graph();
        double beta = Math.max(0.01, instance.beta());
        double m = 0.3;
        Sigma sigma = Sigma.of(graph, beta, m, instance.a());
        double[] eigenvalues = Dense.eigenvalues(Dense.lifted(graph, beta * m, instance.a()));
        double largest = eigenvalues[eigenvalues.length - 1];
        double exact = sigma.exact();
        assertThat(exact).isCloseTo(eigenvalues[0], within(1e-13 * largest));
        assertThat(sigma.schurBound()).isLessThanOrEqualTo(exact * (1 + 1e-12)).isPositive();
        assertThat(sigma.schurBoundByDegree())
                .isLessThanOrEqualTo(sigma.schurBound() * (1 + 1e-12))
                .isPositive();
        assertThat(sigma.paperBound().value()).isLessThanOrEqualTo(exact + 1e-12 * largest);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theSignlessRadiusIsTheLargestEigenvalueThatADenseSolverFinds(long seed) {
        Coupling unit = Coupling.unit(Instance.random(seed).coupling().graph(), 1);
        double[] eigenvalues = Dense.eigenvalues(Dense.degrees(unit).plus(Dense.adjacency(unit)));
        assertThat(Sigma.signlessRadius(unit.graph()))
                .isCloseTo(Math.max(0, eigenvalues[eigenvalues.length - 1]), within(1e-12));
    }

    /** E14: the closed form of L1316, and L1331's bounds, once their typos are mended. */
    @Test
    void regularGraphsHaveTheClosedFormAndItsTwoSidedBound() {
        for (int degree = 2; degree <= 10; degree += 2) {
            for (double beta : new double[] {0.05, 0.3, 1, 4, 20}) {
                for (double a : new double[] {0.2, 1, A, 5}) {
                    double closed = Sigma.ofRegular(degree, beta, 0.7, a);
                    assertThat(all(Graphs.lattice(13, degree), beta, 0.7, a).exact())
                            .isCloseTo(closed, within(1e-12 * Math.max(1, beta * degree)));
                    assertThat(closed)
                            .isBetween(
                                    Sigma.regularAtLeast(degree, beta, 0.7, a),
                                    Sigma.regularAtMost(degree, beta, 0.7, a));
                }
            }
        }
    }

    @Test
    void onARegularGraphThePaperBoundIsExact() {
        Sigma.PaperBound bound = all(Graphs.lattice(13, 4), 2, 1, A).paperBound();
        assertThat(bound).isInstanceOf(Sigma.PaperBound.Holds.class);
        assertThat(bound.value()).isCloseTo(Sigma.ofRegular(4, 2, 1, A), within(1e-12));
    }

    @Test
    void onAMatchingTheClosedFormHoldsToo() {
        Graph matching = Graph.of(4, new int[][] {{0, 1}, {2, 3}});
        assertThat(all(matching, 2, 1, A).exact()).isCloseTo(Sigma.ofRegular(1, 2, 1, A), within(1e-13));
    }

    /** E13. */
    @Test
    void thePaperBoundIsVacuousOnAStar() {
        Sigma star = all(Graphs.star(20), 1, 1, A);
        assertThat(star.paperBound()).isInstanceOf(Sigma.PaperBound.Vacuous.class);
        assertThat(star.paperBound().value()).isCloseTo(-5.14, within(5e-3));
        assertThat(star.exact()).isCloseTo(.684, within(5e-4));
        assertThat(star.schurBound()).isCloseTo(.253, within(5e-4));
    }

    /** E13. */
    @Test
    void thePaperBoundIsVacuousOnAPath() {
        Sigma path = all(Graphs.path(20), 1, 1, A);
        Sigma.PaperBound bound = path.paperBound();
        assertThat(bound.value()).isCloseTo(-.18, within(5e-3));
        assertThat(((Sigma.PaperBound.Vacuous) bound).why()).contains("does not exceed");
        assertThat(path.exact()).isCloseTo(.736, within(5e-4));
    }

    /** 5.3. */
    @Test
    void theSchurBoundIsNearlyExactOnARing() {
        Sigma ring = all(Graphs.ring(20), 1, 1, A);
        assertThat(ring.schurBound()).isCloseTo(.673, within(5e-4));
        assertThat(ring.exact()).isCloseTo(.728, within(5e-4));
    }

    @Test
    void theCouplingSaysWhatMIs() {
        Coupling coupling = Coupling.builder(3, 2)
                .edge(0, 1, 2)
                .edge(1, 2, new double[][] {{1, 0}, {0, 0.5}})
                .build();
        double[] a = {1, 2, 3};
        assertThat(Sigma.of(coupling, 4, a).exact())
                .isEqualTo(Sigma.of(coupling.graph(), 4, 0.25, a).exact());
    }

    @Test
    void withoutEdgesSigmaIsTheSmallestCurvature() {
        Sigma sigma = Sigma.of(Coupling.none(3, 2), 4, new double[] {3, 2, 5});
        assertThat(sigma.exact()).isEqualTo(2);
    }

    /** E33: with m = 0 nothing holds an edge's z, so the paper's σ is 0, although ACORD contracts. */
    @Test
    void deficientRankMakesSigmaZero() {
        Coupling coupling =
                Coupling.builder(2, 2).edge(0, 1, new double[][] {{1, 1}}).build();
        double[] a = {1, 1};
        Sigma sigma = Sigma.of(coupling, 4, a);
        assertThat(sigma.exact()).isCloseTo(0, within(1e-14));
        assertThat(sigma.schurBound()).isCloseTo(0, within(1e-14));
        assertThat(Sigma.of(coupling.graph(), 4, 0, a).exact()).isZero();
        assertThat(Sigma.of(coupling.graph(), 4, 0, a).paperBound())
                .isEqualTo(new Sigma.PaperBound.Vacuous(0, "beta m is 0"));
        assertThat(Contraction.of(coupling, 4, a).rho().kappaAtLeast()).isGreaterThan(0.05);
    }

    @Test
    void badArgumentsAreRefused() {
        assertThatThrownBy(() -> all(Graphs.path(3001), 1, 1, 1).exact())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("3001 agents");
        assertThatThrownBy(() -> all(Graphs.path(3), 1, -1, 1)).hasMessageContaining("m is -1.0");
        assertThatThrownBy(() -> Sigma.ofRegular(0, 1, 1, 1)).hasMessageContaining("degree is 0");
        assertThatThrownBy(() -> Sigma.regularAtLeast(1, 1, 1, 1)).hasMessageContaining("degree is 1");
    }

    private static Sigma all(Graph graph, double beta, double m, double a) {
        double[] equal = new double[graph.agents()];
        Arrays.fill(equal, a);
        return Sigma.of(graph, beta, m, equal);
    }

    /** E14 and theory 5.3, by hand: a = 3, β = 2, m = 1.5 give κ = a/(2βm) = 0.5. */
    @Test
    void theBoundsAreTheFormulas() {
        assertThat(Sigma.regularAtLeast(4, 2, 1.5, 3)).isCloseTo(2 * 3 / (2 * 4 + 0.5), within(1e-14));
        assertThat(Sigma.regularAtMost(4, 2, 1.5, 3)).isCloseTo(2 * 3 / (4 + 0.5), within(1e-14));
        Graph star = Graph.of(4, new int[][] {{0, 1}, {0, 2}, {0, 3}});
        Sigma sigma = Sigma.of(star, 2, 1.5, new double[] {3, 5, 4, 6});
        assertThat(sigma.schurBoundByDegree()).isCloseTo(1 / ((1 + 3 / 2.0) / 3 + 1 / (4 * 2 * 1.5)), within(1e-14));
    }
}
