package io.acord.applications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.input.BadInputException;
import io.acord.lab.carrier.InterruptedRun;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a field measures and what its controllers take survives an interruption, to the last bit. */
class ResumedFieldTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"batteries", "drones", "load-balancing", "pricing", "speed-harmonisation"})
    void anInterruptedRunGoesOnWithTheSameBytes(String kind) throws Exception {
        Scenario scenario = ScenarioReader.readText(
                String.valueOf(ScenarioReader.examples().get(kind)),
                kind + ".yaml",
                folder,
                List.of("repeats=3", "threads=1", "horizon=6", "optimum=bound"));
        InterruptedRun.play(scenario, folder.resolve("a"), 2);
        assertThat(InterruptedRun.finish(scenario, folder.resolve("a"))).contains("2 of 3 repeats had been played");
        InterruptedRun.finish(scenario, folder.resolve("b"));
        assertThat(InterruptedRun.files(folder.resolve("a")))
                .isEqualTo(InterruptedRun.files(folder.resolve("b")))
                .containsKeys("setpoints.csv", "summary.json");
    }

    private Scenario pricing(String... sets) {
        return ScenarioReader.readText(
                String.valueOf(ScenarioReader.examples().get("pricing")), "pricing.yaml", folder, List.of(sets));
    }

    @Test
    void fieldFilesOfAnEarlierRunGoAndThoseOfOthersStay() throws Exception {
        Path run = folder.resolve("run");
        InterruptedRun.finish(pricing("horizon=3", "algorithms=[acord, local]", "optimum=bound"), run);
        assertThat(run.resolve("field-revenue-local.csv")).exists();
        Files.writeString(run.resolve("field-notes.md"), "mine");
        InterruptedRun.finish(pricing("horizon=3", "algorithms=[acord]", "optimum=bound"), run);
        assertThat(run.resolve("field-revenue-acord.csv")).exists();
        assertThat(run.resolve("field-revenue-local.csv")).doesNotExist();
        assertThat(run.resolve("field-notes.md")).hasContent("mine");
    }

    @Test
    void aFileOfSomebodyElseWithTheNameOfAFieldFileIsNotReplaced() throws Exception {
        Path run = Files.createDirectory(folder.resolve("run"));
        Path mine = run.resolve("field-revenue-acord.csv");
        Files.writeString(mine, "mine");
        Scenario scenario = pricing("horizon=3", "repeats=2", "threads=1", "algorithms=[acord]", "optimum=bound");
        assertThatThrownBy(() -> InterruptedRun.finish(scenario, run))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("field-revenue-acord.csv")
                .hasMessageContaining("is not of a run");
        assertThat(mine).hasContent("mine");
        Files.delete(mine);
        assertThat(InterruptedRun.finish(scenario, run))
                .as("nothing had been played for files that could not be written")
                .doesNotContain("repeats had been played");
    }
}
