package io.acord.lab.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.acord.lab.Refused;
import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdvisorTest {

    private static final String DRIFTING = """
            name: drifting
            seed: 3
            repeats: 3
            horizon: 24
            agents: 6
            beta: 2
            switching: 10
            costs: {kind: drift}
            graph: {kind: ring}
            algorithms: [acord: {iterations: 12}]
            """;

    @TempDir
    private Path folder;

    private Scenario scenario(String text, String... sets) {
        return ScenarioReader.readText(text, "drifting.yaml", folder, List.of(sets));
    }

    private static Advice advise(Scenario scenario) {
        return Advisor.advise(scenario, Advisor.DEFAULT_WITHIN, OptionalInt.empty(), step -> Watcher.NOBODY);
    }

    private static Finding finding(Advice advice, String question) {
        return advice.findings().stream()
                .filter(finding -> finding.question().equals(question))
                .findFirst()
                .orElseThrow();
    }

    private static int iterations(Advice advice) {
        return advice.recommended().candidate().recipe().iterations().known().orElseThrow();
    }

    @Test
    void exactForecastsPay() throws IOException {
        Advice advice = advise(waves(8, "forecasts={kind: exact}"));
        assertThat(advice.recommended().candidate().ahead()).isPresent();
        assertThat(advice.saving().mean()).isGreaterThan(0.05);
        assertThat(advice.ratio(advice.recommended())).isLessThan(advice.ratio(advice.yours()));
        assertThat(finding(advice, "forecasts").words()).startsWith("The scenario's forecasts pay:");
        assertThat(advice.period()).isEmpty();
        assertThat(advice.promisesKept()).isTrue();
    }

    @Test
    void garbageDoesNotAndThatIsSaid() throws IOException {
        Advice advice = advise(waves(8, "forecasts={kind: garbage}"));
        assertThat(advice.recommended().candidate().ahead()).isEmpty();
        assertThat(finding(advice, "forecasts").words())
                .startsWith("The scenario's forecasts do not pay")
                .contains("more than acord without them");
    }

    @Test
    void theMoreDifferingCostsTheMoreIterationsAreAdvised() {
        Advice cheap = advise(scenario(DRIFTING, "beta=0.01", "agents=12"));
        Advice dear = advise(scenario(DRIFTING, "beta=1000", "agents=12"));
        assertThat(iterations(cheap)).isLessThanOrEqualTo(2);
        assertThat(iterations(dear)).isGreaterThan(iterations(cheap) + 3);
        assertThat(finding(dear, "iterations").words()).contains("are the fewest after which nothing is gained");
    }

    @Test
    void whatIsAdvisedIsWithinAThousandthOfTheBestThatWasTriedOfItsKind() {
        Advice advice = advise(scenario(DRIFTING, "beta=100"));
        double least = advice.trials().stream()
                .filter(trial -> trial.candidate().ahead().isEmpty())
                .mapToDouble(Trial::paid)
                .min()
                .orElseThrow();
        assertThat(advice.recommended().paid()).isLessThanOrEqualTo(least * 1.004); // four questions, a thousandth each
    }

    /** A wave of a period that nobody told, with a little noise that a second seed would not have. */
    private Scenario waves(int period, String... sets) throws IOException {
        StringBuilder csv = new StringBuilder("round,agent,alpha,v\n");
        for (int t = 1; t <= 48; t++) {
            for (int i = 0; i < 4; i++) {
                double noise = 0.3 * Math.sin(12.9898 * t + 78.233 * i);
                csv.append(String.format(
                        Locale.ROOT,
                        "%d,a%d,1,%.6f%n",
                        t,
                        i,
                        20 + 10 * Math.sin(2 * Math.PI * t / period + i) + noise));
            }
        }
        Files.writeString(folder.resolve("waves.csv"), csv);
        return scenario("""
                name: waves
                start: 20
                beta: 0.5
                switching: 8
                costs: {kind: csv, file: waves.csv}
                graph: {kind: ring}
                algorithms: [acord]
                """, sets);
    }

    @ParameterizedTest
    @CsvSource({"6", "8", "12"})
    void aPeriodIsFoundAndForecastsByItAreAdvised(int period) throws IOException {
        Scenario waves = waves(period);
        Advice advice = advise(waves);
        assertThat(advice.period()).hasValue(period);
        assertThat(advice.recommended().candidate().ahead()).isPresent();
        assertThat(advice.saving().mean()).isGreaterThan(0.02);
    }

    @Test
    void theAdvisedScenarioPlaysWhatWasMeasuredAndIsNotAdvisedAgainst() throws IOException {
        Advice advice = advise(waves(6));
        Path out = folder.resolve("out");
        new AdviceFiles(out).write(advice, "./acord advise waves.yaml", "test");
        Scenario advised = ScenarioReader.read(out.resolve("advised.yaml"), List.of());
        RunResult result = Experiment.of(advised).play();
        AlgorithmResult first = result.algorithms().get(0);
        assertThat(first.name()).isEqualTo("advised");
        assertThat(first.totals().get(0)).isCloseTo(advice.recommended().paid(), withinPercentage(1e-9));
        assertThat(result.algorithms().get(1).totals().get(0))
                .isCloseTo(advice.yours().paid(), withinPercentage(1e-9));
        Advice again = advise(advised);
        assertThat(again.isToStay()).isTrue();
        assertThat(again.saving().mean()).isZero();
    }

    @Test
    void filesAreTheSameEveryTimeAndNeverReplaced() throws IOException {
        Advice advice = advise(scenario(DRIFTING, "threads=1"));
        Advice again = advise(scenario(DRIFTING, "threads=2"));
        AdviceFiles one = new AdviceFiles(folder.resolve("one"));
        one.check();
        one.write(advice, "./acord advise", "test");
        new AdviceFiles(folder.resolve("two")).write(again, "./acord advise", "test");
        for (String name : List.of("advice.json", "advice.md")) {
            assertThat(folder.resolve("one").resolve(name))
                    .hasSameBinaryContentAs(folder.resolve("two").resolve(name));
        }
        assertThat(refused(one::check)).contains("advised.yaml", "exists already");
        Files.writeString(folder.resolve("three"), "mine");
        assertThat(refused(new AdviceFiles(folder.resolve("three"))::check)).contains("is not a folder");
    }

    private static String refused(Runnable reading) {
        return Refused.complaints(reading).toString();
    }

    @Test
    void withoutAPastThereIsNoAdvice() {
        assertThat(refused(() -> advise(scenario(DRIFTING, "horizon=5")))).contains("horizon", "at least 8 rounds");
        assertThat(refused(() -> advise(scenario(DRIFTING, "costs={kind: online}"))))
                .contains("costs of rounds that are over");
        Scenario believing = scenario(DRIFTING, "forecasts={kind: exact}");
        assertThat(refused(() -> Advisor.advise(believing, 2, OptionalInt.of(3), step -> Watcher.NOBODY)))
                .contains("--within", "--period", "without forecasts");
    }
}
