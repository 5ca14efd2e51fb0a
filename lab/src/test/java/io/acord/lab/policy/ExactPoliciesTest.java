package io.acord.lab.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.acord.Traffic;
import io.acord.cost.Boxed;
import io.acord.cost.Quadratic;
import io.acord.input.BadInputException;
import io.acord.lab.optimum.DisguisedCost;
import io.acord.lab.optimum.ObviousSolver;
import io.acord.lab.optimum.RandomRun;
import io.acord.lab.optimum.RandomRun.Costs;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.theory.CompetitiveRatio;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The policies that solve something exactly, against the obvious solver. */
class ExactPoliciesTest {

    private static List<RandomRun> runs() {
        List<RandomRun> runs = new ArrayList<>();
        for (int seed = 1; seed <= 6; seed++) {
            runs.add(new RandomRun(seed, 6, 1, 4, Costs.QUADRATIC, seed % 2 == 0));
            runs.add(new RandomRun(seed, 6, 1, 4, Costs.ANY, seed % 2 == 0));
            runs.add(new RandomRun(seed, 5, 3, 3, Costs.QUADRATIC, seed % 2 == 0));
            runs.add(new RandomRun(seed, 4, 3, 3, Costs.ANY, seed % 2 == 0));
        }
        return runs;
    }

    private static double[] weights(RandomRun run, String key) {
        double[] lambda = new double[run.agents()];
        double[] mu = run.leastMu();
        Arrays.setAll(
                lambda,
                i -> key.endsWith("robd") || key.equals("consensus")
                        ? CompetitiveRatio.lambda1(mu[i], run.round(1).switchingWeight(i))
                        : 1);
        return lambda;
    }

    @ParameterizedTest
    @ValueSource(strings = {"robd", "myopic"})
    void aCentrePlaysTheMinimiserOfTheRound(String key) {
        for (RandomRun run : runs()) {
            List<Move> moves = Plays.play(Plays.policy(key, Map.of()), run);
            for (int t = 1; t <= run.horizon(); t++) {
                Actions expected = new ObviousSolver(List.of(run.round(t)), Plays.before(run, moves, t))
                        .lambda(weights(run, key))
                        .actions()
                        .get(0);
                Plays.assertClose(key, moves.get(t - 1).actions().toArray(), expected.toArray(), 1e-9);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "local-robd", "follow-the-minimizer"})
    void whoActsAloneMinimisesHisOwnCostAlone(String key) {
        for (RandomRun run : runs()) {
            List<Move> moves = Plays.play(Plays.policy(key, Map.of()), run);
            double[] weights = key.equals("follow-the-minimizer") ? new double[run.agents()] : weights(run, key);
            for (int t = 1; t <= run.horizon(); t++) {
                for (int i = 0; i < run.agents(); i++) {
                    double[] expected = new ObviousSolver(List.of(run.round(t)), Plays.before(run, moves, t))
                            .lambda(weights)
                            .among(Set.of(i), Set.of(), Set.of())
                            .minimizer()
                            .get(0)
                            .values()
                            .iterator()
                            .next();
                    Plays.assertClose(key, moves.get(t - 1).actions().of(i), expected, 1e-10);
                }
                assertThat(moves.get(t - 1).traffic()).isEqualTo(Traffic.NONE);
            }
        }
    }

    @Test
    void optPlaysTheObviousHindsightOptimum() {
        for (RandomRun run : runs()) {
            List<Actions> played = Plays.actions(Plays.play(Plays.policy("opt", Map.of()), run));
            List<Actions> expected = new ObviousSolver(Plays.rounds(run, 1, run.horizon()), run.start()).actions();
            for (int t = 0; t < run.horizon(); t++) {
                Plays.assertClose(
                        "opt", played.get(t).toArray(), expected.get(t).toArray(), 1e-8);
            }
        }
    }

    /** Σ_i f_i(x) + λ_i b_i/2 ‖x − x_{i,t−1}‖² at a common x. */
    private static double together(Round round, Actions before, double[] lambda, double[] x) {
        double sum = 0;
        for (int i = 0; i < round.agents(); i++) {
            double squared = 0;
            for (int c = 0; c < x.length; c++) {
                squared += Math.pow(x[c] - before.get(i, c), 2);
            }
            sum += round.cost(i).at(x) + lambda[i] * round.switchingWeight(i) / 2 * squared;
        }
        return sum;
    }

    /** Coordinate by coordinate by trisection: what is not smooth in these costs is separable. */
    private static double[] bestTogether(Round round, Actions before, double[] lambda) {
        double[] x = new double[round.dimension()];
        for (int sweep = 0; sweep < (x.length == 1 ? 1 : 60); sweep++) {
            for (int c = 0; c < x.length; c++) {
                double low = -10;
                double high = 10;
                for (int k = 0; k < 120; k++) {
                    double third = (high - low) / 3;
                    x[c] = low + third;
                    double left = together(round, before, lambda, x);
                    x[c] = high - third;
                    double right = together(round, before, lambda, x);
                    if (left < right || (left == right && x[c] > 0)) {
                        high -= third;
                    } else {
                        low += third;
                    }
                }
                x[c] = (low + high) / 2;
            }
        }
        return x;
    }

    @Test
    void consensusPlaysTheBestCommonAction() {
        for (RandomRun run : runs()) {
            double[] lambda = weights(run, "consensus");
            List<Move> moves = Plays.play(Plays.policy("consensus", Map.of()), run);
            for (int t = 1; t <= run.horizon(); t++) {
                Round round = run.round(t);
                Actions before = Plays.before(run, moves, t);
                Actions played = moves.get(t - 1).actions();
                assertThat(played).isEqualTo(Actions.everybodyAt(run.agents(), played.of(0)));
                double[] expected = bestTogether(round, before, lambda);
                double best = together(round, before, lambda, expected);
                assertThat(together(round, before, lambda, played.of(0))).isLessThanOrEqualTo(best * (1 + 1e-12));
                Plays.assertClose("consensus", played.of(0), expected, 1e-4); // trisection sees half the digits
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void consensusAlsoSumsUpCostsOfUnknownStructure(int d) {
        for (int seed = 1; seed <= 4; seed++) {
            RandomRun known = new RandomRun(seed, 4, d, 2, Costs.ANY, false);
            List<Round> foreign = new ArrayList<>();
            for (Round round : Plays.rounds(known, 1, 2)) {
                Round.Builder builder =
                        Round.builder(4, d).coupling(round.coupling()).beta(round.beta());
                for (int i = 0; i < 4; i++) {
                    builder.cost(i, new DisguisedCost(round.cost(i)));
                }
                foreign.add(builder.build());
            }
            RandomRun run = new RandomRun(known.start(), foreign);
            List<Move> moves = Plays.play(Plays.policy("consensus", Map.of()), run);
            double[] lambda = weights(run, "consensus");
            for (int t = 1; t <= 2; t++) {
                Actions before = Plays.before(run, moves, t);
                double[] expected = bestTogether(run.round(t), before, lambda);
                Plays.assertClose("consensus", moves.get(t - 1).actions().of(0), expected, 1e-4);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void consensusSaysSoIfThereIsNoActionForAll(int d) {
        double[] left = new double[d];
        double[] right = new double[d];
        Arrays.fill(left, -1);
        Arrays.fill(right, 1);
        double[] farLeft = left.clone();
        farLeft[0] = -2;
        double[] farRight = right.clone();
        farRight[0] = 2;
        Round round = Round.builder(2, d)
                .cost(0, Boxed.of(Quadratic.alpha(1, new double[d]), farLeft, left))
                .cost(1, Boxed.of(Quadratic.alpha(1, new double[d]), right, farRight))
                .build();
        RandomRun run = new RandomRun(Actions.zero(2, d), List.of(round));
        assertThatThrownBy(() -> Plays.play(Plays.policy("consensus", Map.of()), run))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("consensus in round 1")
                .hasMessageContaining("widen the boxes");
    }

    @Test
    void aCentreHearsEveryCostAndTellsEveryAction() {
        RandomRun run = new RandomRun(1, 5, 3, 1, Costs.QUADRATIC, false);
        long numbers = 0;
        for (int i = 0; i < 5; i++) {
            numbers += run.round(1).cost(i).numbers().orElse(0) + 3;
        }
        for (String key : List.of("robd", "myopic", "consensus")) {
            Traffic traffic =
                    Plays.play(Plays.policy(key, Map.of()), run).get(0).traffic();
            assertThat(traffic.messages()).isEqualTo(10);
            assertThat(traffic.bytes()).isEqualTo(8 * numbers);
        }
    }

    @Test
    void withoutMovingCostsRobdIsStillExact() {
        Round round = Round.builder(2, 1)
                .costs(Quadratic.alpha(0.5, 0), Quadratic.alpha(0.5, 4))
                .edge(0, 1)
                .switchingWeights(0, 0)
                .build();
        RandomRun run = new RandomRun(Actions.zero(2, 1), List.of(round));
        Actions played = Plays.play(Plays.policy("robd", Map.of()), run).get(0).actions();
        assertThat(played.get(0)).isCloseTo(4.0 / 3, within(1e-15));
        assertThat(played.get(1)).isCloseTo(8.0 / 3, within(1e-15));
    }
}
