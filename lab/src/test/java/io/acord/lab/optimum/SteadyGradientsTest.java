package io.acord.lab.optimum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.model.Round;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two layouts of the same conjugate gradients. */
class SteadyGradientsTest {

    private static SpaceTime problem(int n, int horizon, boolean weights, boolean changing) {
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
            Arrays.setAll(costs, i -> Quadratic.alpha(0.1 + random.nextDouble(), random.nextGaussian()));
            double[] b = random.doubles(n, 0.5, 2).toArray();
            window[t] = FlatRound.of(Round.builder(n, 1)
                    .costs(costs)
                    .coupling(couplings[t])
                    .beta(10 + t)
                    .switchingWeights(b)
                    .build());
        }
        SpaceTime problem = new SpaceTime(1);
        problem.pose(window, Patch.whole(couplings), random.doubles(n).toArray(), null);
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
            assertThat(gradients.iterations()).isCloseTo(other.iterations(), within(5));
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
}
