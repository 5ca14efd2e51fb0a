package io.acord.lab.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.Guarantee;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.MaxAffine;
import io.acord.cost.Quadratic;
import io.acord.foresight.Forecasts;
import io.acord.foresight.Foresight;
import io.acord.foresight.ForesightDecision;
import io.acord.foresight.Trust;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.optimum.RandomRun;
import io.acord.lab.optimum.RandomRun.Costs;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.Verdict;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Theorems G and H, and the table of theory 14. */
class ForesightTest {

    private static final int SEEDS = Integer.getInteger("acord.foresight.seeds", 20);

    /** Means over the seeds of cost / OPT, by name. */
    private static Map<String, Double> ratios(
            String beta, String b, String costs, String forecasts, String... entries) {
        Scenario scenario = ScenarioReader.readText(
                """
                agents: 20
                horizon: 20
                beta: %s
                switching: %s
                costs: {kind: %s}
                graph: {kind: ring}
                forecasts: {kind: %s}
                algorithms: [%s]
                """.formatted(beta, b, costs, forecasts, String.join(", ", entries)),
                "foresight.yaml",
                Path.of(""),
                List.of());
        Map<String, Double> means = new TreeMap<>();
        for (int seed = 1; seed <= SEEDS; seed++) {
            Instance instance = scenario.instance(seed);
            double best = Hindsight.solve(instance, 1).optimum().upperBound();
            for (Scenario.Algorithm each : scenario.algorithms()) {
                means.merge(each.name(), paid(each.policy(), instance) / best / SEEDS, Double::sum);
            }
        }
        return means;
    }

    private static double paid(Policy policy, Instance instance) {
        double sum = 0;
        Actions before = instance.start();
        int t = 0;
        for (Move move : Plays.play(policy, instance)) {
            t++;
            sum += instance.round(t).cost(move.actions(), before).total();
            before = move.actions();
        }
        return sum;
    }

    @ParameterizedTest(name = "beta {0}, b {1}, {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "50 | 10 | spikes | 1.01 | 1.0005",
                "1 | 10 | spikes | 1.08 | 1.003",
                "1 | 10 | drift | 1.025 | 1.001",
            })
    void exactForecastsBringTheFleetNearTheOptimum(
            String beta, String b, String costs, double oneRoundAtMost, double fourRoundsAtMost) {
        Map<String, Double> ratios = ratios(
                beta,
                b,
                costs,
                "exact",
                "acord",
                "foresight: {window: 1, name: one}",
                "foresight: {window: 4, account: common, name: four}");
        assertThat(ratios.get("one")).isLessThanOrEqualTo(oneRoundAtMost).isLessThan(ratios.get("acord"));
        assertThat(ratios.get("four")).isLessThanOrEqualTo(fourRoundsAtMost);
    }

    @ParameterizedTest(name = "beta {0}, b {1}, {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "50 | 10 | spikes | 1.2 | 4",
                "1 | 10 | spikes | 1.85 | 8",
                "1 | 10 | drift | 1.6 | 16",
            })
    void garbageCostsLittleWhereItRuinsLpc(String beta, String b, String costs, double atMost, double lpcAtLeast) {
        Map<String, Double> ratios =
                ratios(beta, b, costs, "garbage", "foresight: {window: 4}", "lpc: {radius: 1, window: 5}");
        assertThat(ratios.get("foresight")).isLessThanOrEqualTo(atMost);
        assertThat(ratios.get("lpc")).isGreaterThanOrEqualTo(lpcAtLeast);
    }

    @Test
    void withAllRoundsInSightItIsTheOptimum() {
        Map<String, Double> ratios = ratios(
                "1", "2", "drift", "exact", "foresight: {window: 19, account: common, trust: 10, accuracy: 1e-10}");
        assertThat(ratios.get("foresight")).isBetween(1 - 1e-9, 1 + 1e-6);
    }

    /** Forecasts that want to lead astray: the truth, garbage, or a target far away on one side for a while. */
    private static Forecasts hostile(Round round, Random random, int rounds) {
        Forecasts.Builder forecasts = Forecasts.builder(round.agents());
        double far = Math.pow(10, 4 * random.nextDouble() - 1);
        for (int s = 1; s <= rounds; s++) {
            for (int i = 0; i < round.agents(); i++) {
                double[] v = new double[round.dimension()];
                double side = random.nextInt(3) - 1.0;
                for (int c = 0; c < v.length; c++) {
                    v[c] = side * far * (0.5 + random.nextDouble());
                }
                if (random.nextInt(4) > 0) {
                    forecasts.cost(i, s, Quadratic.alpha(Math.pow(10, 6 * random.nextDouble() - 3), v));
                }
            }
        }
        return forecasts.build();
    }

    @ParameterizedTest
    @EnumSource(
            value = Trust.Account.class,
            names = {"OWN", "COMMON"})
    void whateverIsForecastTheExpertIsNotExceededByMore(Trust.Account account) {
        for (int seed = 1; seed <= 10 * SEEDS; seed++) {
            Random random = new Random(seed);
            double epsilon = Math.pow(10, 2 * random.nextDouble() - 1.5);
            int d = 1 + random.nextInt(3);
            RandomRun run = new RandomRun(
                    seed, 5, d, 8, random.nextBoolean() ? Costs.QUADRATIC : Costs.ANY, random.nextBoolean());
            Foresight fleet = fleet(run, new Trust(epsilon, account), random.nextInt(4));
            for (int t = 1; t <= run.horizon(); t++) {
                Round round = run.round(t);
                ForesightDecision decision = fleet.decide(round, hostile(round, random, 3));
                String when = "seed " + seed + ", round " + t;
                assertThat(fleet.cost().total())
                        .as(when)
                        .isLessThanOrEqualTo((1 + epsilon) * fleet.expertCost().total() * (1 + 1e-9) + 1e-9);
                for (int i = 0; account == Trust.Account.OWN && i < round.agents(); i++) {
                    assertThat(decision.account(i))
                            .as(when)
                            .isGreaterThanOrEqualTo(reserve(decision, round, epsilon, i) - 1e-9);
                }
            }
            assertThat(fleet.whyNotPromised()).isEmpty();
            double best = Hindsight.solve(run, 1).optimum().upperBound();
            assertThat(proven(fleet).optimumAtLeast()).isLessThanOrEqualTo(best * (1 + 1e-9) + 1e-9);
        }
    }

    /** ρ b/2 ‖x − e‖². */
    private static double reserve(ForesightDecision decision, Round round, double epsilon, int i) {
        double squared = 0;
        for (int c = 0; c < round.dimension(); c++) {
            double off =
                    decision.actions().get(i, c) - decision.expert().actions().get(i, c);
            squared += off * off;
        }
        return (1 + 1 / epsilon) * round.switchingWeight(i) / 2 * squared;
    }

    private static Foresight fleet(RandomRun run, Trust trust, int window) {
        return builder(run, trust, window).build();
    }

    private static Foresight.Builder builder(RandomRun run, Trust trust, int window) {
        return Foresight.builder(run.agents())
                .start(run.start())
                .recipe(Recipe.standard(IterationRule.fixed(6)))
                .window(window)
                .trust(trust);
    }

    private static Guarantee.Proven proven(Foresight fleet) {
        return (Guarantee.Proven) fleet.guarantee();
    }

    @Test
    void edgesChargedHalfAndHalfLetANeighbourOverdrawAnAccount() {
        double least = 0;
        for (int seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            RandomRun run = new RandomRun(seed, 5, 1, 8, Costs.QUADRATIC, false);
            Foresight fleet = fleet(run, new Trust(0.5, Trust.Account.HALVES), 3);
            assertThat(fleet.whyNotPromised()).isPresent();
            for (int t = 1; t <= run.horizon(); t++) {
                ForesightDecision decision = fleet.decide(run.round(t), hostile(run.round(t), random, 3));
                for (int i = 0; i < run.agents(); i++) {
                    least = Math.min(least, decision.account(i));
                }
            }
        }
        assertThat(least).isLessThan(-1e-6);
    }

    @Test
    void withoutForecastsItPlaysWhatAcordPlays() {
        RandomRun run = new RandomRun(3, 6, 2, 6, Costs.ANY, true);
        Foresight fleet = fleet(run, Trust.STANDARD, 4);
        for (int t = 1; t <= run.horizon(); t++) {
            ForesightDecision decision = fleet.decide(run.round(t), Forecasts.none(run.agents()));
            assertThat(decision.actions()).isEqualTo(decision.expert().actions());
            assertThat(decision.why(0)).contains("nothing was forecast");
        }
        assertThat(fleet.cost()).isEqualTo(fleet.expertCost());
    }

    @ParameterizedTest
    @EnumSource(Trust.Account.class)
    void aFleetThatWasSavedGoesOnWithTheSameBits(Trust.Account account) {
        RandomRun run = new RandomRun(5, 6, 2, 8, Costs.ANY, true);
        Trust trust = new Trust(0.3, account);
        Foresight fleet = fleet(run, trust, 3);
        Foresight restarted = fleet(run, trust, 3);
        Random random = new Random(9);
        for (int t = 1; t <= run.horizon(); t++) {
            Forecasts forecasts = hostile(run.round(t), random, 3);
            restarted = builder(run, trust, 3).resume(restarted.save());
            assertThat(restarted.decide(run.round(t), forecasts)).isEqualTo(fleet.decide(run.round(t), forecasts));
        }
        assertThat(restarted.save()).isEqualTo(fleet.save());
        assertThat(restarted.cost()).isEqualTo(fleet.cost());
        byte[] saved = fleet.save();
        for (int at = 0; at < saved.length; at += 7) {
            byte[] damaged = saved.clone();
            damaged[at] ^= 16;
            assertThatThrownBy(() -> builder(run, trust, 3).resume(damaged)).hasMessageContaining("checksum");
        }
        assertThatThrownBy(() -> builder(run, new Trust(0.4, account), 3).resume(saved))
                .hasMessageContaining("has a trust of 0.3");
    }

    @Test
    void aDearerWayBackEndsThePromiseAndSaysSo() {
        Foresight fleet = Foresight.builder(2).build();
        Quadratic near = Quadratic.alpha(1, 0);
        Forecasts far = Forecasts.builder(2)
                .costs(1, Quadratic.alpha(1, 9), Quadratic.alpha(1, 9))
                .build();
        fleet.decide(fleet.round().costs(near, near).switchingWeights(1, 1).build(), far);
        assertThat(fleet.promisedRatio()).isPresent();
        fleet.decide(fleet.round().costs(near, near).switchingWeights(1, 7).build(), far);
        assertThat(fleet.whyNotPromised().orElseThrow()).contains("agent 1: 7.0 after 1.0");
        assertThat(fleet.promisedRatio()).isEmpty();
    }

    @ParameterizedTest(name = "switching {0}")
    @CsvSource(
            delimiter = '|',
            value = {"3 | KEPT | Forecasts stayed harmless", "[1, 2, 4, 8] | SKIPPED | moving became dearer in round 2"
            })
    void theVerdictOfARunSaysWhetherForecastsWereHarmless(String switching, Verdict.Outcome outcome, String words) {
        Scenario scenario = ScenarioReader.readText(
                "{agents: 5, horizon: 4, switching: " + switching
                        + ", costs: {kind: drift}, graph: {kind: ring}, forecasts: {kind: garbage},"
                        + " algorithms: [acord, foresight, lado]}",
                "harmless.yaml",
                Path.of(""),
                List.of());
        assertThat(Experiment.of(scenario).play().verdict().checks())
                .filteredOn(check -> check.id().equals("trust"))
                .singleElement()
                .satisfies(check -> assertThat(check.words()).contains(words))
                .satisfies(check -> assertThat(check.outcome()).isEqualTo(outcome));
    }

    @Test
    void aNegativeCostEndsThePromiseAndSaysSo() {
        Foresight fleet = Foresight.builder(1).build();
        HittingCost below = MaxAffine.of(new double[][] {{0}}, new double[] {-3}, 1, new double[] {0});
        fleet.decide(fleet.round().cost(0, below).build(), Forecasts.none(1));
        assertThat(fleet.whyNotPromised().orElseThrow()).contains("agent 0 is -3.0 in round 1");
    }

    @Test
    void longPlansNeedNoWholeMatrixUnlessTheyAreNotQuadratic() {
        int rounds = 50_000; // their square is not the length of an array
        Foresight fleet = Foresight.builder(1).window(rounds).build();
        HittingCost now = Quadratic.alpha(1, 3);
        Round round = fleet.round().costs(now).build();
        Forecasts.Builder believed = Forecasts.builder(1);
        for (int k = 1; k <= rounds; k++) {
            believed.cost(0, k, now);
        }
        assertThat(fleet.decide(round, believed.build()).plan().actions().dimension())
                .isEqualTo(rounds + 1);
        believed.cost(0, 1, Boxed.of(now, 0, 1));
        assertThatThrownBy(() -> fleet.decide(round, believed.build())).hasMessageContaining("50001 coordinates");
    }

    @Test
    void whatCannotBeIsRefused() {
        Foresight fleet = Foresight.builder(2).build();
        HittingCost f = Quadratic.alpha(1, 0);
        assertThatThrownBy(() -> fleet.decide(fleet.round().costs(f, f).build(), Forecasts.none(3)))
                .hasMessageContaining("forecasts are of 3 agents");
        assertThatThrownBy(
                        () -> Forecasts.builder(2).cost(2, 1, f).cost(0, 0, f).build())
                .hasMessageContaining("forecast of agent 2, 1 rounds ahead")
                .hasMessageContaining("forecast of agent 0, 0 rounds ahead");
        Round larger = Round.builder(3, 1).costs(f, f, f).build();
        assertThatThrownBy(() ->
                        fleet.decide(larger, Forecasts.builder(2).cost(0, 1, f).build()))
                .hasMessageContaining("round is of 3 agents with 1 coordinates");
        for (double epsilon : new double[] {0, -1, 1e-320, 1e308, Double.NaN}) {
            assertThatThrownBy(() -> new Trust(epsilon, Trust.Account.OWN)).hasMessageContaining("trust is " + epsilon);
        }
        assertThatThrownBy(() -> ratios("1", "1", "drift", "exact", "foresight: {budget: crawl}"))
                .hasMessageContaining("an epsilon beside it");
        assertThatThrownBy(() -> Foresight.builder(2).window(-1).build()).hasMessageContaining("window is -1");
        assertThatThrownBy(() -> Foresight.builder(2).window(-1).resume(fleet.save()))
                .hasMessageContaining("window is -1");
    }
}
