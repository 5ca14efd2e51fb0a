package io.acord.studio;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.instance.Instance;
import io.acord.lab.report.Report;
import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Verdict;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Cost;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The page shows the numbers of {@code ./acord run}: same scenario, same seed, the same digits. */
class SameNumbersTest {

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvSource({"figure-1, 20", "drones, 25", "small-world, 20", "mixed, 8"})
    void aPlayHasTheNumbersOfARun(String example, int horizon) throws Exception {
        String text = example.equals("figure-1")
                ? TestStudio.figure1()
                : ScenarioReader.examples().getOrDefault(example, "");
        text = text.isEmpty() ? Examples.own(example) : text;
        List<String> sets = List.of("horizon=" + horizon, "repeats=1", "seed=11");
        Scenario scenario = ScenarioReader.readText(text, "scenario.yaml", Path.of(""), sets);
        Map<String, Actions> acted = new ConcurrentHashMap<>();
        RunResult run = Experiment.of(
                        scenario,
                        new Watcher() {
                            @Override
                            public void acted(int a, int repeat, int round, Instance instance, Actions actions) {
                                acted.put(a + " " + round, actions);
                            }
                        },
                        "",
                        "")
                .play();
        try (TestStudio studio = new TestStudio(folder, null)) {
            String id = studio.play(text, sets.toArray(new String[0]));
            String play = "/api/plays/" + id;
            studio.finish(id);
            JsonNode curves = studio.read(play + "/curves");
            assertThat(curves.get("rounds")).hasSize(horizon);
            for (int a = 0; a < run.algorithms().size(); a++) {
                AlgorithmResult algorithm = run.algorithms().get(a);
                JsonNode curve = curves.get("algorithms").get(a);
                assertThat(curve.get("name").stringValue()).isEqualTo(algorithm.name());
                List<Cost> costs = algorithm.costs().get(0);
                assertThat(numbers(curve.get("total")))
                        .isEqualTo(costs.stream().map(Cost::total).toList());
                assertThat(numbers(curve.get("switching")))
                        .isEqualTo(costs.stream().map(Cost::switching).toList());
                JsonNode certified = curve.get("certifiedRatio").get(horizon - 1);
                assertThat(certified.isNull() ? Double.POSITIVE_INFINITY : certified.doubleValue())
                        .isEqualTo(algorithm.booksRatios().get(0));
                assertThat(curve.get("overpaid").get(0).doubleValue()).isZero();
                assertThat(curve.get("overpaid").get(horizon - 1).doubleValue()).isNotNegative();
                assertThat(curve.get("overpayer")).hasSize(horizon);
                for (int t : new int[] {1, 2, horizon}) {
                    JsonNode round = studio.read(play + "/rounds/" + t + "?algorithm="
                            + java.net.URLEncoder.encode(algorithm.name(), java.nio.charset.StandardCharsets.UTF_8));
                    List<Double> shown = new ArrayList<>();
                    round.get("actions").forEach(point -> point.forEach(c -> shown.add(c.doubleValue())));
                    List<Double> played = new ArrayList<>();
                    for (double c :
                            Objects.requireNonNull(acted.get(a + " " + t)).toArray()) {
                        played.add(c);
                    }
                    assertThat(shown).isEqualTo(played);
                }
            }
            sameVerdict(studio.read(play + "/verdict"), run);
            assertThat(studio.read(play).get("optimum").get("upper").doubleValue())
                    .isEqualTo(run.optima().get(0).upperBound());
            assertThat(studio.read(play).get("promisedRatio").doubleValue())
                    .isEqualTo(run.promise().ratio());
            double optimal = numbers(curves.get("opt").get("total")).stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
            assertThat(optimal)
                    .isCloseTo(run.optima().get(0).upperBound(), org.assertj.core.data.Percentage.withPercentage(1e-6));
        }
    }

    private static void sameVerdict(JsonNode verdict, RunResult run) {
        assertThat(verdict.get("holds").booleanValue()).isEqualTo(run.verdict().isKept());
        assertThat(verdict.get("headline").stringValue()).isEqualTo(Report.headline(run));
        List<String> words =
                run.verdict().checks().stream().map(Verdict.Check::words).toList();
        for (int k = 0; k < words.size(); k++) {
            assertThat(verdict.get("lines").get(k).stringValue()).isEqualTo(words.get(k));
        }
        for (int a = 0; a < run.algorithms().size(); a++) {
            AlgorithmResult algorithm = run.algorithms().get(a);
            JsonNode shown = verdict.get("algorithms").get(a);
            assertThat(shown.get("total").doubleValue())
                    .isEqualTo(algorithm.totals().get(0));
            assertThat(shown.get("hitting").doubleValue())
                    .isEqualTo(algorithm.meanCost().hitting());
            assertThat(shown.get("certificate").doubleValue())
                    .isEqualTo(algorithm.certificates().get(0));
            assertThat(shown.get("messagesPerRound").doubleValue())
                    .isEqualTo(algorithm.effort().messagesPerRound());
            assertThat(shown.get("ratioToOpt").get("max").doubleValue())
                    .isEqualTo(algorithm.ratios().get(0).high());
        }
    }

    private static List<Double> numbers(JsonNode array) {
        List<Double> numbers = new ArrayList<>();
        array.forEach(number -> numbers.add(number.doubleValue()));
        return numbers;
    }
}
