package io.acord.lab.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.acord.Acord;
import io.acord.acord.Algorithm1;
import io.acord.lab.optimum.ObviousSolver;
import io.acord.lab.optimum.RandomRun;
import io.acord.lab.optimum.RandomRun.Costs;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.CompetitiveRatio;
import io.acord.theory.TheoremA;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AcordPolicyTest {

    private static double[] lambda1(RandomRun run) {
        double[] mu = run.leastMu();
        double[] lambda = new double[mu.length];
        Arrays.setAll(lambda, i -> CompetitiveRatio.lambda1(mu[i], run.round(1).switchingWeight(i)));
        return lambda;
    }

    @ParameterizedTest
    @EnumSource
    void everyVariantPlaysWhatItsRecipeSays(Variant variant) {
        for (int seed = 1; seed <= 12; seed++) {
            From from = seed % 4 == 1 ? From.ZERO : From.PREVIOUS;
            RandomRun run =
                    new RandomRun(seed, 6, 1 + seed % 3, 4, seed % 2 == 0 ? Costs.ANY : Costs.QUADRATIC, seed % 4 < 2);
            Map<String, Object> options =
                    new HashMap<>(Map.of("iterations", 7, "variant", variant.word(), "from", from.word()));
            options.put("lambda", seed % 3 == 0 ? 0.8 : "paper");
            double[] lambda = lambda1(run);
            if (seed % 3 == 0) {
                Arrays.fill(lambda, 0.8);
            }
            Acord acord = Acord.of(Recipe.of(variant, from, IterationRule.fixed(7)));
            List<Move> moves = Plays.play(Plays.policy("acord", options), run);
            for (int t = 1; t <= 4; t++) {
                RoundObjective objective = new RoundObjective(run.round(t), Plays.before(run, moves, t), lambda);
                assertThat(moves.get(t - 1).actions())
                        .as("seed %d", seed)
                        .isEqualTo(acord.decide(objective).actions());
            }
        }
    }

    @Test
    void theDefaultIsThatOfTheRecipe() {
        assertThat(((AcordPolicy) Plays.policy("acord", Map.of())).own()).isEqualTo(Recipe.standard());
    }

    @Test
    void twelveIterationsByDefault() {
        RandomRun run = new RandomRun(2, 6, 1, 3, Costs.QUADRATIC, false);
        assertThat(Plays.play(Plays.policy("acord", Map.of()), run))
                .isEqualTo(Plays.play(Plays.policy("acord", Map.of("iterations", 12)), run));
    }

    /** F_t(x_t) − min F_t in every round. */
    private static double largestGap(RandomRun run, List<Move> moves, double[] lambda) {
        double largest = 0;
        for (int t = 1; t <= run.horizon(); t++) {
            Round round = run.round(t);
            Actions before = Plays.before(run, moves, t);
            RoundObjective objective = new RoundObjective(round, before, lambda);
            Actions best = new ObviousSolver(List.of(round), before)
                    .lambda(lambda)
                    .actions()
                    .get(0);
            largest = Math.max(largest, objective.at(moves.get(t - 1).actions()) - objective.at(best));
        }
        return largest;
    }

    @ParameterizedTest
    @CsvSource({"accuracy, plain", "accuracy, accelerated", "crawl, plain", "crawl, accelerated", "bounded, plain"})
    void aBudgetThatPromisesAGapKeepsIt(String budget, String variant) {
        for (int seed = 1; seed <= 6; seed++) {
            RandomRun run = new RandomRun(seed, 5, 1, 3, seed % 2 == 0 ? Costs.ANY : Costs.QUADRATIC, true);
            Map<String, Object> options = new HashMap<>(Map.of("variant", variant, "from", "zero", "lambda", "paper"));
            if (budget.equals("accuracy")) {
                options.put("accuracy", "1e-6");
            } else {
                options.put("budget", budget);
                options.put("epsilon", "1e-6");
            }
            if (budget.equals("bounded")) {
                options.put("cost-cap", 200);
                options.put("diameter-cap", 10);
            }
            if (budget.equals("crawl") && variant.equals("accelerated")) {
                options.put("theta", "certified");
            }
            List<Move> moves = Plays.play(Plays.policy("acord", options), run);
            assertThat(largestGap(run, moves, lambda1(run))).isLessThanOrEqualTo(1e-6);
        }
    }

    @Test
    void theDefaultGapIsTheOneThatTheoremAAsksFor() {
        RandomRun run = new RandomRun(3, 5, 1, 4, Costs.QUADRATIC, false);
        double[] lambda = lambda1(run);
        double epsilon = new TheoremA(Arrays.stream(lambda).min().orElseThrow()).roundBudget(run.horizon());
        List<Move> usual = Plays.play(
                Plays.policy("acord", Map.of("variant", "plain", "budget", "crawl", "lambda", "paper")), run);
        List<Move> said = Plays.play(
                Plays.policy(
                        "acord",
                        Map.of(
                                "variant", "plain",
                                "budget", "crawl",
                                "lambda", "paper",
                                "epsilon", Double.toString(epsilon))),
                run);
        assertThat(usual).isEqualTo(said);
        assertThat(largestGap(run, usual, lambda)).isLessThanOrEqualTo(epsilon);
    }

    @Test
    void aRunningMuIsFollowedRoundByRound() {
        RandomRun run = new RandomRun(5, 5, 1, 4, Costs.QUADRATIC, false);
        Setting setting = new Setting(5, 1, 4, LambdaRule.running(), 1, 1);
        List<Move> moves = Plays.play(
                Plays.policy("acord", Map.of("iterations", 5, "variant", "plain", "from", "zero", "lambda", "paper")),
                run,
                setting);
        double[] least = new double[5];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        for (int t = 1; t <= 4; t++) {
            Round round = run.round(t);
            double[] lambda = new double[5];
            for (int i = 0; i < 5; i++) {
                least[i] = Math.min(least[i], round.cost(i).mu());
                lambda[i] = CompetitiveRatio.lambda1(least[i], round.switchingWeight(i));
            }
            Actions expected = Algorithm1.playRound(new RoundObjective(round, Plays.before(run, moves, t), lambda), 5);
            Plays.assertClose("round " + t, moves.get(t - 1).actions().toArray(), expected.toArray(), 1e-12);
        }
    }

    @Test
    void lambdaOneAndManyIterationsPlayTheMyopicOptimum() {
        RandomRun run = new RandomRun(8, 6, 2, 3, Costs.QUADRATIC, true);
        List<Move> acord = Plays.play(
                Plays.policy("acord", Map.of("lambda", 1, "iterations", 20000, "variant", "accelerated")), run);
        List<Move> myopic = Plays.play(Plays.policy("myopic", Map.of()), run);
        for (int t = 0; t < 3; t++) {
            Plays.assertClose(
                    "round " + t,
                    acord.get(t).actions().toArray(),
                    myopic.get(t).actions().toArray(),
                    1e-10);
        }
    }

    @Test
    void trafficIsAnExchangeAnIterationAndOneBeforeOverEveryArc() {
        RandomRun run = new RandomRun(8, 6, 2, 1, Costs.QUADRATIC, true);
        Move move =
                Plays.play(Plays.policy("acord", Map.of("iterations", 9)), run).get(0);
        long arcs = 2L * run.round(1).graph().edges();
        assertThat(move.iterations()).isEqualTo(9);
        assertThat(move.traffic().messages()).isEqualTo(10 * arcs);
        assertThat(move.traffic().bytes()).isEqualTo(10 * arcs * 16);
    }
}
