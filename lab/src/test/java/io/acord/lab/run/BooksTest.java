package io.acord.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.acord.PlayedBooks;
import io.acord.cost.Quadratic;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.optimum.RandomRun;
import io.acord.lab.optimum.RandomRun.Costs;
import io.acord.lab.policy.Contestant;
import io.acord.lab.policy.FollowTheMinimizer;
import io.acord.lab.policy.Local;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Robd;
import io.acord.lab.policy.Setting;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import io.acord.theory.Books;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Theorem E: the books of agents prove a lower bound on what anybody could have paid; Theorem F: weights made of it.
 */
class BooksTest {

    /** The golden instance, whose books an independent computation kept. */
    @Test
    void theGoldenBooksAreKept() throws IOException {
        Path folder = Path.of("../core/src/test/resources/golden/books");
        Scenario scenario = ScenarioReader.read(folder.resolve("scenario.yaml"), List.of());
        RunResult result = Experiment.of(scenario).play();
        Map<String, AlgorithmResult> byName = new HashMap<>();
        result.algorithms().forEach(a -> byName.put(a.name(), a));
        int lines = 0;
        for (String line : Files.readAllLines(folder.resolve("expected-books.csv")).stream()
                .skip(1)
                .toList()) {
            String[] fields = line.split(",", -1);
            AlgorithmResult played = Objects.requireNonNull(byName.get(fields[0]));
            int t = Integer.parseInt(fields[2]);
            double paid = played.costs().get(0).stream()
                    .limit(t)
                    .mapToDouble(cost -> cost.total())
                    .sum();
            double expected = Double.parseDouble(fields[4]);
            assertThat(paid).as(line).isCloseTo(Double.parseDouble(fields[3]), within(1e-9 * paid));
            assertThat(played.books().orElseThrow().books().get(0).get(t - 1))
                    .as(line)
                    .isCloseTo(expected, within(1e-9 * Math.abs(expected)));
            lines++;
        }
        assertThat(lines).isEqualTo(24);
        assertThat(Objects.requireNonNull(byName.get("riccati")).booksRatios().get(0))
                .isLessThan(1.1);
    }

    private static Setting setting(Instance instance, long seed) {
        return new Setting(
                instance.agents(),
                instance.dimension(),
                instance.horizon(),
                LambdaRule.declared(instance.leastMu()),
                seed,
                1);
    }

    private static List<Actions> play(Policy policy, Instance instance) {
        Contestant contestant = Contestant.of(policy, instance, setting(instance, 1));
        List<Actions> played = new ArrayList<>();
        Actions at = instance.start();
        for (int t = 1; t <= instance.horizon(); t++) {
            at = contestant.decide(t, at).actions();
            played.add(at);
        }
        return played;
    }

    private static List<Actions> anywhere(Instance instance, long seed) {
        Random random = new Random(seed);
        List<Actions> played = new ArrayList<>();
        for (int t = 1; t <= instance.horizon(); t++) {
            double[] x = new double[instance.agents() * instance.dimension()];
            for (int k = 0; k < x.length; k++) {
                x[k] = 5 * random.nextGaussian();
            }
            played.add(Actions.flat(instance.dimension(), x));
        }
        return played;
    }

    private static double books(Instance instance, List<Actions> played) {
        PlayedBooks books = new PlayedBooks(instance.start());
        for (int t = 1; t <= instance.horizon(); t++) {
            books.close(instance.round(t), played.get(t - 1));
        }
        return books.atLeast();
    }

    private static List<RandomRun> runs(int seeds) {
        List<RandomRun> runs = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            runs.add(new RandomRun(seed, 5, 1, 6, Costs.QUADRATIC, seed % 2 == 0));
            runs.add(new RandomRun(seed, 4, 2, 5, Costs.QUADRATIC, seed % 2 == 1));
            runs.add(new RandomRun(seed, 4, 1, 5, Costs.ANY, seed % 2 == 0));
            runs.add(new RandomRun(seed, 3, 2, 4, Costs.ANY, seed % 2 == 1));
        }
        return runs;
    }

    private static boolean isQuadratic(RandomRun run) {
        for (int t = 1; t <= run.horizon(); t++) {
            for (int i = 0; i < run.agents(); i++) {
                if (!(run.round(t).cost(i) instanceof Quadratic)) {
                    return false;
                }
            }
        }
        return true;
    }

    @Test
    void nobodysBooksPromiseMoreThanTheHindsightOptimum() {
        List<Double> tight = new ArrayList<>();
        int seed = 0;
        for (RandomRun run : runs(25)) {
            Hindsight hindsight = Hindsight.solve(run, 1);
            double opt = hindsight.optimum().upperBound();
            seed++;
            for (List<Actions> played : List.of(
                    play(new Robd("robd"), run),
                    play(new Robd("riccati", Optional.of(LambdaRule.riccati())), run),
                    play(new Local("local"), run),
                    play(new FollowTheMinimizer("ftm"), run),
                    anywhere(run, seed))) {
                assertThat(books(run, played))
                        .as("run %d of runs(25)", seed)
                        .isLessThanOrEqualTo(opt + 1e-8 * Math.abs(opt));
            }
            double ofOptimum = books(run, hindsight.actions());
            assertThat(ofOptimum)
                    .as("at OPT's own actions, run %d", seed)
                    .isLessThanOrEqualTo(opt + 1e-8 * Math.abs(opt));
            if (isQuadratic(run)) {
                tight.add(ofOptimum / opt);
            }
        }
        assertThat(tight).hasSizeGreaterThan(40).allMatch(ratio -> ratio > 1 - 1e-7, "exact of quadratics");
    }

    /** Cost − Σ c is a sum of squares, each of which its agent knows a round later. */
    @Test
    void whatIsLostIsTheSumOfWhatAgentsCanHaveOverpaid() {
        for (int seed = 1; seed <= 30; seed++) {
            RandomRun run = new RandomRun(seed, 5, 2, 6, Costs.QUADRATIC, true);
            List<Actions> played = seed % 2 == 0 ? anywhere(run, seed) : play(new Local("local"), run);
            PlayedBooks kept = new PlayedBooks(run.start());
            Books books = kept.books();
            double paid = 0;
            double overpaid = 0;
            for (int t = 1; t <= run.horizon(); t++) {
                Round round = run.round(t);
                Actions before = t == 1 ? run.start() : played.get(t - 2);
                Actions now = played.get(t - 1);
                for (int i = 0; i < run.agents(); i++) {
                    overpaid += books.overpaid(i, round.switchingWeight(i), before.of(i), now.of(i));
                }
                kept.close(round, now);
                paid += round.cost(now, before).total();
            }
            Actions last = played.get(run.horizon() - 1);
            for (int i = 0; i < run.agents(); i++) {
                overpaid += books.overpaid(i, 0, last.of(i), last.of(i));
            }
            assertThat(paid - kept.atLeast()).as("seed %d", seed).isCloseTo(overpaid, within(1e-9 * (1 + paid)));
        }
    }

    /** Theorem F: exact play with these weights pays at most OPT divided by the smallest of them. */
    @Test
    void riccatiWeightsKeepTheirPromise() {
        for (RandomRun run : runs(15)) {
            if (run.round(1).cost(0).minimum() < 0) {
                continue; // H ≥ 0 is assumed
            }
            double opt = Hindsight.solve(run, 1).optimum().upperBound();
            List<Actions> played = play(new Robd("riccati", Optional.of(LambdaRule.riccati())), run);
            Lambdas lambdas = new Lambdas(LambdaRule.riccati(), run.agents());
            for (int t = 1; t <= run.horizon(); t++) {
                lambdas.remember(run.round(t), lambdas.of(run.round(t)));
            }
            assertThat(run.cost(played)).isLessThanOrEqualTo(opt / lambdas.least() * (1 + 1e-8));
        }
    }

    /** a_0 = 1, a_{n+1} = (μ + a_n)/(1 + μ + a_n) for b = 1; their limit is λ₁. */
    @Test
    void riccatiWeightsFallToLambda1() {
        LambdaRule rule = LambdaRule.riccati();
        double memory = Double.POSITIVE_INFINITY;
        double a = 1;
        for (int t = 1; t <= 200; t++) {
            assertThat(rule.lambda(0, 0.05, memory, 1)).isCloseTo(a, within(1e-13));
            memory = rule.remember(0.05, memory, 1);
            a = (0.05 + a) / (1.05 + a);
        }
        assertThat(rule.lambda(0, 0.05, memory, 1))
                .isCloseTo(LambdaRule.running().lambda(0, 0.05, 0.05, 1), within(1e-12));
    }
}
