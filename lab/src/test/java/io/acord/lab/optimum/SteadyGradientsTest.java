package io.acord.lab.optimum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.model.Round;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same conjugate gradients in two layouts, by floats and by doubles. */
class SteadyGradientsTest {

    private static SpaceTime problem(int n, int horizon, boolean weights, boolean changing) {
        return problem(n, horizon, weights, changing, 1, 1);
    }

    /** A problem whose curvatures are multiplied by {@code steep}, and whose actions by {@code far}. */
    private static SpaceTime problem(int n, int horizon, boolean weights, boolean changing, double steep, double far) {
        Random random = new Random(5);
        FlatRound[] window = new FlatRound[horizon];
        Coupling[] couplings = new Coupling[horizon];
        for (int t = 0; t < horizon; t++) {
            if (t == 0 || changing) {
                Coupling.Builder graph = Coupling.builder(n, 1);
                for (int i = 0; i < n; i++) {
                    graph.edge(i, (i + 1) % n, weights ? 0.5 + random.nextDouble() : 1);
                    if (i % 3 == 0 && i + 7 < n) {
                        graph.edge(i, i + 7, weights ? 2 : 1);
                    }
                }
                couplings[t] = graph.build();
            } else {
                couplings[t] = couplings[t - 1];
            }
            HittingCost[] costs = new HittingCost[n];
            Arrays.setAll(
                    costs, i -> Quadratic.alpha(steep * (0.1 + random.nextDouble()), far * random.nextGaussian()));
            double[] b = random.doubles(n, 0.5 * steep, 2 * steep).toArray();
            window[t] = FlatRound.of(Round.builder(n, 1)
                    .costs(costs)
                    .coupling(couplings[t])
                    .beta(steep * (10 + t))
                    .switchingWeights(b)
                    .build());
        }
        SpaceTime problem = new SpaceTime(1);
        problem.pose(window, Patch.whole(couplings), random.doubles(n, 0, far).toArray(), null);
        return problem;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void roundsSideBySideGiveTheSameSolutionAsAgentsSideBySide(boolean weights) {
        SpaceTime problem = problem(901, 13, weights, false);
        assertThat(SteadyGradients.isFor(problem)).isTrue();
        double[] roundByRound = new double[problem.unknowns()];
        ConjugateGradients other = new ConjugateGradients(problem, roundByRound);
        other.run(1);
        double[] expected = new double[problem.unknowns()];
        for (int threads = 1; threads <= 3; threads++) {
            double[] x = new double[problem.unknowns()];
            SteadyGradients gradients = new SteadyGradients(problem, x);
            gradients.run(threads);
            assertThat(gradients.isAccurate()).isTrue();
            assertThat(gradients.iterations()).isCloseTo(other.iterations(), within(other.iterations() / 5));
            assertThat(x).containsExactly(roundByRound, within(1e-10));
            assertThat(problem.certificate(x)).isLessThan(1e-18 * 901 * 13);
            expected = threads == 1 ? x : expected;
            assertThat(x).as("threads change no bit").isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void graphsThatChangeAndSingleRoundsAreNotForIt(int horizon) {
        assertThat(SteadyGradients.isFor(problem(20, horizon, false, true))).isFalse();
        assertThat(SteadyGradients.isFor(problem(20, 2, false, false))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void startingAtTheSolutionItStaysThere(boolean weights) {
        SpaceTime problem = problem(300, 4, weights, false);
        double[] x = new double[problem.unknowns()];
        new SteadyGradients(problem, x).run(1);
        double[] again = x.clone();
        SteadyGradients gradients = new SteadyGradients(problem, again);
        gradients.run(1);
        assertThat(gradients.isAccurate()).isTrue();
        assertThat(gradients.iterations()).isZero();
        assertThat(again).isEqualTo(x);
    }

    @ParameterizedTest
    @CsvSource({"1e-20, 1", "1e20, 1", "1, 1e-25", "1, 1e25", "1e12, 1e-12"})
    void unitsDoNotMatter(double steep, double far) {
        SpaceTime problem = problem(300, 5, false, false, steep, far);
        double[] x = new double[problem.unknowns()];
        SteadyGradients gradients = new SteadyGradients(problem, x);
        gradients.run(1);
        assertThat(gradients.isAccurate()).isTrue();
        double[] expected = new double[problem.unknowns()];
        new ConjugateGradients(problem, expected).run(1);
        assertThat(x).containsExactly(expected, within(1e-11 * far));
    }

    @ParameterizedTest
    @CsvSource({"1, 1e100", "1, 1e-100", "1e40, 1", "1e-40, 1"})
    void whatFloatsCannotHoldIsSolvedByDoubles(double steep, double far) {
        SpaceTime problem = problem(1500, 5, false, false, steep, far);
        double[] x = new double[problem.unknowns()];
        problem.solve(x);
        assertThat(problem.isStopped()).isFalse();
        double[] expected = new double[problem.unknowns()];
        new ConjugateGradients(problem, expected).run(1);
        assertThat(x).containsExactly(expected, within(1e-11 * far));
    }

    @Test
    void hubsAndAgentsWithoutNeighborsAreMultipliedAsTheyAre() {
        int n = 400;
        Random random = new Random(8);
        Coupling.Builder star = Coupling.builder(n, 1);
        for (int i = 1; i < n - 3; i++) {
            star.edge(0, i, 1);
        }
        Coupling coupling = star.build();
        FlatRound[] window = new FlatRound[6];
        Coupling[] couplings = new Coupling[window.length];
        for (int t = 0; t < window.length; t++) {
            HittingCost[] costs = new HittingCost[n];
            Arrays.setAll(costs, i -> Quadratic.alpha(0.1 + random.nextDouble(), random.nextGaussian()));
            couplings[t] = coupling;
            window[t] = FlatRound.of(
                    Round.builder(n, 1).costs(costs).coupling(coupling).beta(5).build());
        }
        SpaceTime problem = new SpaceTime(1);
        problem.pose(window, Patch.whole(couplings), new double[n], null);
        double[] x = new double[problem.unknowns()];
        SteadyGradients gradients = new SteadyGradients(problem, x);
        gradients.run(2);
        assertThat(gradients.isAccurate()).isTrue();
        double[] expected = new double[problem.unknowns()];
        new ConjugateGradients(problem, expected).run(1);
        assertThat(x).containsExactly(expected, within(1e-11));
    }
}
