package io.acord.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.acord.input.BadInputException;
import io.acord.lab.report.Report;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is looked at again, by its actions alone. */
class RunAuditTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /** Writes the folder of a run; its result. */
    private RunResult play() throws IOException {
        String text = """
                name: audited
                seed: 11
                repeats: 2
                horizon: 8
                agents: 9
                dimension: 2
                beta: 20
                costs: {kind: mixed, mu: 0.1}
                graph: {kind: erdos-renyi, p: 0.4, every: 1}
                algorithms:
                  - acord: {iterations: 3}
                  - local
                  - opt
                """;
        Scenario scenario = ScenarioReader.readText(text, "audited.yaml", Path.of(""), List.of());
        List<String> names =
                scenario.algorithms().stream().map(Scenario.Algorithm::name).toList();
        try (RunFiles files = new RunFiles(folder, names, Scenario.ActionsFile.CSV)) {
            files.add("scenario.yaml", text);
            RunResult result =
                    Experiment.of(scenario, files, "command", "version").play();
            files.finish(result, Report.html(result));
            return result;
        }
    }

    @Test
    void oneBoundThatIsNearTheOptimumServesAllPolicies() throws IOException {
        RunResult result = play();
        RunAudit audit = RunAudit.of(folder, 200, 2);
        assertThat(audit.policies()).extracting(RunAudit.OfPolicy::name).containsExactly("acord", "local", "opt");
        for (int a = 0; a < 3; a++) {
            for (RunAudit.Bounds bounds : audit.policies().get(a).repeats()) {
                double opt = result.optima().get(bounds.repeat()).upperBound();
                assertThat(bounds.paid())
                        .isCloseTo(result.algorithms().get(a).totals().get(bounds.repeat()), withinPercentage(1e-10));
                assertThat(bounds.books()).isLessThanOrEqualTo(bounds.swept());
                assertThat(bounds.swept()).isLessThanOrEqualTo(bounds.atLeast());
                assertThat(bounds.atLeast()).isBetween(0.999 * opt, opt * (1 + 1e-9));
                assertThat(bounds.isContradicted()).isFalse();
            }
        }
        assertThat(RunAudit.of(folder, 12, 1))
                .usingRecursiveComparison()
                .ignoringFields("scenario")
                .isEqualTo(RunAudit.of(folder, 12, 2));
    }

    @Test
    void actionsThatAreMissingOrOfOthersAreNamedAllAtOnce() throws IOException {
        play();
        Path file = folder.resolve("actions.csv");
        List<String> lines = Files.readAllLines(file);
        lines.remove(lines.size() - 1);
        lines.add("opt,7,1,nobody,1,2");
        Files.write(file, lines);
        assertThatThrownBy(() -> RunAudit.of(folder, 12, 1))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is not of the scenario")
                .hasMessageContaining("from 0.0 to 1.0")
                .hasMessageContaining("opt, repeat 1, round 8 lacks actions");
    }

    @Test
    void aFolderThatIsNotOfARunIsRefused() {
        assertThatThrownBy(() -> RunAudit.of(folder, 12, 1))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("scenario.yaml is not there")
                .hasMessageContaining("actions.csv is not there");
    }
}
