package io.acord.lab.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.lab.kept.Fingerprint;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunFiles;
import io.acord.lab.run.RunResult;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of several repeats goes on where it was interrupted, and ends with the bytes of one that never was. */
class ResumedRunTest {

    @TempDir
    private Path folder;

    private Scenario scenario(String... sets) {
        return ScenarioReader.readText("""
                repeats: 5
                agents: 6
                horizon: 4
                threads: 1
                costs: {kind: spikes}
                graph: {kind: random-regular, degree: 3, every: 2}
                forecasts: {kind: noise, sd: 2}
                output: {actions: csv, costs: agents}
                algorithms:
                  - acord: {iterations: 4}
                  - acord: {accuracy: 1e-6, name: certified}
                  - acord: {budget: crawl, name: crawling}
                  - foresight: {iterations: 4, window: 2, trust: 0.5}
                  - lpc: {radius: 1}
                  - opt
                """, "long.yaml", folder, List.of(sets));
    }

    private List<Path> hidden() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("."))
                    .toList();
        }
    }

    @Test
    void itGoesOnWithTheSameBytesAndLeavesNothing() throws Exception {
        InterruptedRun.play(scenario(), folder.resolve("a"), 3);
        assertThat(folder.resolve("a")).as("nothing looks like a result").doesNotExist();
        assertThat(InterruptedRun.finish(scenario(), folder.resolve("a")))
                .contains("goes on where it was interrupted: 3 of 5 repeats had been played");
        assertThat(InterruptedRun.finish(scenario(), folder.resolve("b"))).doesNotContain("goes on");
        assertThat(InterruptedRun.files(folder.resolve("a")))
                .isEqualTo(InterruptedRun.files(folder.resolve("b")))
                .containsKeys("actions.csv", "agent-costs.csv", "books.csv", "foresight.csv", "summary.json");
        assertThat(hidden()).isEmpty();
    }

    @Test
    void anErrorInARepeatKeepsThoseBeforeIt() throws Exception {
        InterruptedRun.fail(scenario(), folder.resolve("a"), 3);
        assertThat(folder.resolve("a")).as("nothing looks like a result").doesNotExist();
        assertThat(InterruptedRun.finish(scenario(), folder.resolve("a"))).contains("interrupted: 3 of 5 repeats");
        InterruptedRun.finish(scenario(), folder.resolve("b"));
        assertThat(InterruptedRun.files(folder.resolve("a"))).isEqualTo(InterruptedRun.files(folder.resolve("b")));
    }

    @Test
    void anErrorWhileFilesArePutTogetherLosesNothing() throws Exception {
        try (RunFiles files = InterruptedRun.open(scenario(), folder.resolve("a"))) {
            RunResult result =
                    Experiment.of(scenario(), files, "", InterruptedRun.VERSION).play();
            files.add("figure-cost.svg", "of a run that was asked for figures");
            assertThatThrownBy(() -> files.finish(result, "", json -> {
                        throw new IllegalStateException("the disk is full");
                    }))
                    .hasMessage("the disk is full");
        }
        assertThat(InterruptedRun.finish(scenario(), folder.resolve("a"))).contains("interrupted: 5 of 5 repeats");
        InterruptedRun.finish(scenario(), folder.resolve("b"));
        assertThat(InterruptedRun.files(folder.resolve("a"))).isEqualTo(InterruptedRun.files(folder.resolve("b")));
        assertThat(hidden()).isEmpty();
    }

    @Test
    void aRunThatIsSuspendedCannotBeFinished() throws Exception {
        try (RunFiles files = InterruptedRun.open(scenario(), folder.resolve("a"))) {
            RunResult result =
                    Experiment.of(scenario(), files, "", InterruptedRun.VERSION).play();
            assertThat(files.suspend()).isEqualTo(5);
            assertThatThrownBy(() -> files.finish(result, ""))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the run was interrupted");
        }
        assertThat(folder.resolve("a")).doesNotExist();
        assertThat(InterruptedRun.finish(scenario(), folder.resolve("a"))).contains("interrupted: 5 of 5 repeats");
    }

    @Test
    void aRunThatWasKilledWhileItsFilesMovedGoesOn() throws Exception {
        InterruptedRun.play(scenario(), folder.resolve("a"), 3);
        Files.createDirectory(folder.resolve("a"));
        Files.writeString(folder.resolve("a/actions.csv"), "of a run");
        assertThatThrownBy(() -> InterruptedRun.finish(scenario(), folder.resolve("a")))
                .as("nobody knows whose it is")
                .hasMessageContaining("is not of a run");
        Files.writeString(folder.resolve(".a.partial/moving"), "actions.csv\nbooks.csv");
        assertThat(InterruptedRun.finish(scenario(), folder.resolve("a"))).contains("interrupted: 3 of 5 repeats");
        InterruptedRun.finish(scenario(), folder.resolve("b"));
        assertThat(InterruptedRun.files(folder.resolve("a"))).isEqualTo(InterruptedRun.files(folder.resolve("b")));
    }

    @Test
    void boundsInsteadOfTheOptimumAreKeptToo() throws Exception {
        String[] sets = {"optimum=bound", "algorithms=[acord, local]"};
        InterruptedRun.play(scenario(sets), folder.resolve("a"), 2);
        InterruptedRun.finish(scenario(sets), folder.resolve("a"));
        InterruptedRun.finish(scenario(sets), folder.resolve("b"));
        assertThat(InterruptedRun.files(folder.resolve("a"))).isEqualTo(InterruptedRun.files(folder.resolve("b")));
    }

    @Test
    void aRepeatWhosePartsAreDamagedIsPlayedAgain() throws Exception {
        InterruptedRun.play(scenario(), folder.resolve("a"), 3);
        Path part = folder.resolve(".a.partial/actions.csv-0-1.part");
        Files.writeString(part, Files.readString(part).replace('1', '2'));
        try (Stream<Path> kept = Files.list(folder.resolve(".a.partial"))) {
            Path first = kept.filter(file -> file.toString().endsWith(".kept"))
                    .sorted()
                    .toList()
                    .get(0);
            byte[] cut = Files.readAllBytes(first);
            Files.write(first, Arrays.copyOf(cut, cut.length / 2));
        }
        assertThat(InterruptedRun.finish(scenario(), folder.resolve("a")))
                .containsPattern("interrupted: [12] of 5 repeats");
        InterruptedRun.finish(scenario(), folder.resolve("b"));
        assertThat(InterruptedRun.files(folder.resolve("a"))).isEqualTo(InterruptedRun.files(folder.resolve("b")));
    }

    @Test
    void anotherScenarioOrAnotherVersionBeginsAnew() throws Exception {
        InterruptedRun.play(scenario(), folder.resolve("a"), 3);
        assertThat(InterruptedRun.finish(scenario("beta=3"), folder.resolve("a")))
                .doesNotContain("goes on");
        assertThat(Fingerprint.of(scenario(), "acord 1"))
                .isEqualTo(Fingerprint.of(scenario(), "acord 1"))
                .isNotEqualTo(Fingerprint.of(scenario("seed=2"), "acord 1"))
                .isNotEqualTo(Fingerprint.of(scenario(), "acord 2"));
    }

    @Test
    void aDataFileThatHasChangedMakesItAnotherRun() throws IOException {
        Path costs = folder.resolve("costs.csv");
        Files.writeString(costs, "round,agent,alpha,v\n1,a,1,2\n1,b,1,3\n");
        Scenario scenario = ScenarioReader.readText(
                "{costs: {kind: csv, file: costs.csv}, graph: {kind: ring}, algorithms: [acord]}",
                "mine.yaml",
                folder,
                List.of());
        String before = Fingerprint.of(scenario, "acord 1");
        Files.writeString(costs, "round,agent,alpha,v\n1,a,1,2\n1,b,1,33\n");
        assertThat(Fingerprint.of(scenario, "acord 1")).isNotEqualTo(before);
    }

    @Test
    void whatIsKeptStaysAWeekAndKeepsItsPlace() throws Exception {
        InterruptedRun.play(scenario(), folder.resolve("a"), 3);
        Path left = folder.resolve(".a.partial");
        InterruptedRun.finish(scenario("beta=3"), folder.resolve("b"));
        assertThat(left).as("somebody else has played beside it").exists();
        assertThat(RunFiles.ifFree(
                        folder.resolve("a"), List.of("acord"), scenario().output(), RunFiles.Resumption.NONE))
                .as("its place is taken")
                .isEmpty();
        try (Stream<Path> files = Files.list(left)) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(8))));
            }
        }
        InterruptedRun.finish(scenario("beta=3"), folder.resolve("b"));
        assertThat(left).doesNotExist();
    }
}
