package io.acord.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.policy.Player;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Setting;
import io.acord.lab.report.Report;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.text.CsvText;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import io.acord.recipe.Variant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ExperimentTest {

    private static final String TEXT = """
            name: small
            seed: 3
            repeats: 4
            horizon: 6
            agents: 7
            beta: 10
            costs: {kind: spikes}
            graph: {kind: erdos-renyi, p: 0.4, every: 2}
            algorithms:
              - acord: {iterations: 5}
              - acord: {accuracy: 1e-7, variant: accelerated, name: "acord, certified"}
              - lpc: {radius: 1}
              - robd
              - local
              - opt
            """;

    @TempDir
    private Path folder;

    private static Scenario scenario(String... sets) {
        return ScenarioReader.readText(TEXT, "small.yaml", Path.of(""), List.of(sets));
    }

    /** Plays into a folder; what every file holds, but for the seconds. */
    private Map<String, String> play(String into, String... sets) throws IOException {
        Scenario scenario = scenario(sets);
        List<String> names =
                scenario.algorithms().stream().map(Scenario.Algorithm::name).toList();
        Path out = folder.resolve(into);
        try (RunFiles files = new RunFiles(out, names, Scenario.ActionsFile.CSV)) {
            RunResult result =
                    Experiment.of(scenario, files, "command", "version").play();
            files.finish(result, Report.html(result));
        }
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(out)) {
            for (Path file : files.toList()) {
                contents.put(file.getFileName().toString(), Files.readString(file, StandardCharsets.UTF_8));
            }
        }
        contents.remove("times.json");
        contents.remove("report.html"); // shows seconds in many places
        return contents;
    }

    private static String text(Map<String, String> files, String name) {
        return Objects.requireNonNull(files.get(name), name);
    }

    @Test
    void theSameSeedGivesTheSameBytesWhateverTheThreads() throws IOException {
        Map<String, String> one = play("one", "threads=1");
        assertThat(one).containsOnlyKeys("actions.csv", "books.csv", "costs.csv", "rounds.csv", "summary.json");
        assertThat(play("two", "threads=2")).isEqualTo(one);
        assertThat(play("eight", "threads=8")).isEqualTo(one);
        assertThat(text(play("other", "seed=4"), "actions.csv")).isNotEqualTo(text(one, "actions.csv"));
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(p -> p.getFileName().toString()))
                    .as("no temporary folder is left")
                    .containsExactlyInAnyOrder("one", "two", "eight", "other");
        }
    }

    @Test
    void aRepeatIsTheRunOfItsOwnSeed() throws IOException {
        Map<String, String> all = play("all");
        Map<String, String> third = play("third", "seed=5", "repeats=1");
        List<String> expected = text(all, "actions.csv")
                .lines()
                .filter(line -> line.matches("(\"acord, certified\"|[^,]+),2,.*"))
                .map(line -> line.replaceFirst(",2,", ",0,"))
                .toList();
        assertThat(text(third, "actions.csv").lines().skip(1).toList()).isEqualTo(expected);
    }

    @Test
    void filesHaveTheColumnsThatScriptsRelyOn() throws IOException {
        Map<String, String> files = play("columns");
        assertThat(text(files, "actions.csv").lines().findFirst()).hasValue("algorithm,repeat,round,agent,x0");
        assertThat(text(files, "actions.csv").lines().count()).isEqualTo(1 + 6 * 4 * 6 * 7);
        assertThat(text(files, "actions.csv")).contains("\n\"acord, certified\",0,1,0,");
        assertThat(text(files, "costs.csv").lines().findFirst())
                .hasValue("algorithm,repeat,round,hitting,switching,dissimilarity,total");
        List<String> rounds = text(files, "rounds.csv").lines().toList();
        assertThat(rounds.get(0)).isEqualTo("algorithm,repeat,round,cost,iterations,certificate,atLeast,ratioAtMost");
        List<String> books = text(files, "books.csv").lines().toList();
        assertThat(rounds).hasSameSizeAs(books);
        for (int k = 1; k < rounds.size(); k++) {
            String[] round = rounds.get(k).split(",(?=[^ ])", -1);
            String[] kept = books.get(k).split(",(?=[^ ])", -1);
            double paid = Double.parseDouble(kept[3]);
            double atLeast = Double.parseDouble(kept[5]);
            assertThat(round[6]).as(rounds.get(k)).isEqualTo(kept[5]);
            assertThat(Double.parseDouble(round[7])).isEqualTo(Math.max(1, paid / atLeast), within(1e-12));
            assertThat(Double.parseDouble(round[5])).as("a certificate").isNotNegative();
        }
        JsonNode summary = JsonMapper.shared().readTree(Files.readString(folder.resolve("columns/summary.json")));
        assertThat(summary.get("agents").asInt()).isEqualTo(7);
        JsonNode acord = summary.get("algorithms").get(0);
        assertThat(acord.propertyNames())
                .contains(
                        "name",
                        "total",
                        "hitting",
                        "switching",
                        "dissimilarity",
                        "ratioToOpt",
                        "bound",
                        "certificate",
                        "iterationsPerRound",
                        "messagesPerRound",
                        "bytesPerRound");
        assertThat(acord.get("bound").get("holds").asBoolean()).isTrue();
        assertThat(acord.get("iterationsPerRound").asDouble()).isBetween(1.0, 5.0);
        double parts = acord.get("hitting").asDouble()
                + acord.get("switching").asDouble()
                + acord.get("dissimilarity").asDouble();
        assertThat(acord.get("total").get("mean").asDouble()).isCloseTo(parts, within(1e-9 * parts));
    }

    @Test
    void costsAreThoseOfTheActionsWritten() throws IOException {
        Map<String, String> files = play("costs", "repeats=1");
        List<String[]> actions = text(files, "actions.csv")
                .lines()
                .filter(line -> line.startsWith("local,"))
                .map(line -> line.split(","))
                .toList();
        var instance = scenario().instance(3);
        List<String> expected = new ArrayList<>();
        var previous = instance.start();
        for (int t = 1; t <= 6; t++) {
            double[] x = new double[7];
            for (int i = 0; i < 7; i++) {
                x[i] = Double.parseDouble(actions.get((t - 1) * 7 + i)[4]);
            }
            var played = Actions.scalars(x);
            Cost cost = instance.round(t).cost(played, previous);
            expected.add("local,0," + t + "," + CsvText.number(cost.hitting()) + "," + CsvText.number(cost.switching())
                    + "," + CsvText.number(cost.dissimilarity()) + "," + CsvText.number(cost.total()));
            previous = played;
        }
        assertThat(text(files, "costs.csv").lines().filter(line -> line.startsWith("local,")))
                .containsExactlyElementsOf(expected);
    }

    @Test
    void everyPromiseIsKeptAndOptIsTheCheapest() {
        RunResult result = Experiment.of(scenario()).play();
        assertThat(result.verdict().isKept()).isTrue();
        assertThat(result.verdict().checks())
                .allSatisfy(
                        check -> assertThat(check.outcome()).as(check.words()).isEqualTo(Verdict.Outcome.KEPT));
        assertThat(result.optima()).allSatisfy(o -> assertThat(o).isInstanceOf(HindsightOptimum.Solved.class));
        AlgorithmResult opt = result.algorithms().get(5);
        for (AlgorithmResult other : result.algorithms()) {
            for (int r = 0; r < 4; r++) {
                assertThat(other.totals().get(r))
                        .isGreaterThanOrEqualTo(opt.totals().get(r) * (1 - 1e-12));
            }
        }
        assertThat(result.convergence()).hasSize(Variant.all().size());
        for (Convergence curve : result.convergence()) {
            if (List.of("plain", "certified", "accelerated").contains(curve.variant())) {
                assertThat(curve.proven()).as(curve.variant()).hasSameSizeAs(curve.gaps());
            }
            for (int k = 0; k < curve.gaps().size(); k++) {
                assertThat(curve.gaps().get(k))
                        .isLessThanOrEqualTo(curve.certified().get(k) + 1e-9);
                if (k < curve.proven().size()) {
                    assertThat(curve.gaps().get(k))
                            .isLessThanOrEqualTo(curve.proven().get(k) + 1e-9);
                }
            }
        }
    }

    @Test
    void tooFewIterationsAreNamedWithWhatWouldDo() {
        String few = books("algorithms=[acord: {iterations: 1, variant: plain}, acord: {accuracy: 1e-9, name: exact}]");
        assertThat(few)
                .containsOnlyOnce("Too few iterations")
                .containsPattern("of acord \\d+\\.\\d %")
                .containsPattern("iterations: \\d+ of variant: \\w+ leave less than a hundredth");
        assertThat(books("algorithms=[acord: {accuracy: 1e-9}]")).doesNotContain("Too few iterations");
    }

    private static String books(String... sets) {
        return Experiment.of(scenario(sets)).play().verdict().checks().stream()
                .filter(check -> check.id().equals("books"))
                .map(Verdict.Check::words)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whereLambdaHasNoGuaranteeNothingIsCalledKept() {
        RunResult result = Experiment.of(scenario("algorithms=[acord: {lambda: 1}]", "repeats=1"))
                .play();
        assertThat(result.algorithms().get(0).bound()).isEmpty();
        assertThat(result.verdict().checks())
                .filteredOn(check -> check.id().equals("theorem-a"))
                .singleElement()
                .satisfies(check -> assertThat(check.outcome()).isEqualTo(Verdict.Outcome.SKIPPED));
        assertThat(SummaryJson.of(result)).contains("\"bound\":null");
        assertThat(result.algorithms().get(0).booksRatios().get(0))
                .as("books do not ask where lambda comes from")
                .isFinite();
    }

    @Test
    void aPolicyThatFailsEndsTheRunAndLeavesNothing() throws IOException {
        Policy failing = new Policy() {
            @Override
            public String name() {
                return "failing";
            }

            @Override
            public Player start(Setting setting) {
                return outlook -> {
                    if (outlook.round() == 3) {
                        throw new IllegalStateException("no more");
                    }
                    return outlook.each((me, x) -> {}); // nobody moves
                };
            }
        };
        Scenario scenario = scenario().with(List.of(new Scenario.Algorithm("failing", failing)));
        assertThatThrownBy(() -> {
                    try (RunFiles files =
                            new RunFiles(folder.resolve("broken"), List.of("failing"), Scenario.ActionsFile.CSV)) {
                        Experiment.of(scenario, files, "", "").play();
                    }
                })
                .hasMessage("no more");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void payingLessThanTheOptimumOrMoreThanPromisedIsABrokenPromise() {
        RunResult fine = Experiment.of(scenario("repeats=1")).play();
        Repeat.Outcome outcome = outcome(fine.optima().get(0).upperBound(), 0);
        assertThat(judge(outcome, fine, 0.5).isKept()).isFalse(); // half of OPT
        assertThat(judge(outcome, fine, 1.9).isKept()).isTrue(); // CR* is 2
        assertThat(judge(outcome, fine, 2.1).isKept()).isFalse();
    }

    private static Repeat.Outcome outcome(double optimum, double shift) {
        return new Repeat.Outcome(
                scenario().instance(3),
                new ArrayList<>(),
                new HindsightOptimum.Solved(optimum),
                shift,
                new RatioPromise(2, true),
                scenario().instance(3).round(1).coupling(),
                false);
    }

    /** The verdict on an exact policy that paid so many times the optimum. */
    private static Verdict judge(Repeat.Outcome outcome, RunResult like, double ratio) {
        LambdaRule rule = LambdaRule.running();
        Lambdas lambdas = new Lambdas(rule, new double[] {0.5}, 0.5, 2, null, null);
        Repeat.Played played = new Repeat.Played(lambdas, null);
        played.costs.add(new Cost(ratio * outcome.optimum().upperBound(), 0, 0));
        played.books.add(outcome.optimum().lowerBound());
        outcome.played().clear();
        outcome.played().add(played);
        return Judge.verdict(List.of(like.algorithms().get(3)), List.of(outcome), List.of());
    }

    @Test
    void numbersAreTheShortestThatReadBack() {
        for (double value : new double[] {0.1, 1e-5, 2.0E-3, 1 / 3.0, 123456789.125, -0.0, Double.MIN_VALUE, 1e22}) {
            assertThat(Double.parseDouble(CsvText.number(value))).isEqualTo(value);
        }
        assertThat(CsvText.number(2e-3)).isEqualTo("0.002");
        assertThat(CsvText.field("a,b")).isEqualTo("\"a,b\"");
        assertThat(CsvText.field("say \"hi\"")).isEqualTo("\"say \"\"hi\"\"\"");
    }
}
