package io.acord.lab.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.input.BadInputException;
import io.acord.lab.run.RunFiles;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.terminal.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where runs go, and that none replaces another one silently. */
class RunFoldersTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private Scenario scenario(String... sets) {
        return ScenarioReader.readText(
                "{agents: 3, horizon: 2, costs: {kind: drift}, graph: {kind: ring}, algorithms: [acord]}",
                "own.yaml",
                folder,
                List.of(sets));
    }

    private Path play(Path into, String... sets) throws Exception {
        Path[] where = new Path[1];
        Console console =
                new Console(new PrintWriter(out, true), new PrintWriter(err, true), false, OptionalInt.empty(), false);
        CarrierRun run = new CarrierRun(
                new MemoryCarrier(),
                scenario(sets),
                null,
                into,
                new Carrier.Origin("./acord run", "acord test"),
                false);
        assertThat(run.play(false, console, there -> where[0] = there)).isZero();
        return where[0];
    }

    @Test
    void anotherRunOfTheSameNameGoesElsewhereAndSaysSo() throws Exception {
        Path runs = folder.resolve("runs");
        Path first = play(runs);
        assertThat(first).isEqualTo(runs.resolve("own-1"));
        assertThat(play(runs)).as("the very same again").isEqualTo(first);
        assertThat(err.toString()).isEmpty();
        String before = Files.readString(first.resolve("costs.csv"));
        assertThat(play(runs, "beta=10")).isEqualTo(runs.resolve("own-1-2"));
        assertThat(err.toString()).contains("holds another run of that name", "own-1-2");
        assertThat(play(runs, "beta=20")).isEqualTo(runs.resolve("own-1-3"));
        assertThat(play(runs, "beta=10")).isEqualTo(runs.resolve("own-1-2"));
        assertThat(Files.readString(first.resolve("costs.csv"))).isEqualTo(before);
        assertThat(Files.readString(runs.resolve("own-1-2/report.html"))).contains("beta: 10");
        assertThat(Files.readString(runs.resolve("own-1-2/scenario.yaml"))).contains("beta: 10");
    }

    @Test
    void figuresAreWrittenOnRequestAndGoneWithTheRunThatReplacesThem() throws Exception {
        Path into = folder.resolve("pictures");
        Carrier.Origin origin = new Carrier.Origin("./acord run", "acord test");
        Console quiet =
                new Console(new PrintWriter(out, true), new PrintWriter(err, true), false, OptionalInt.empty(), true);
        new CarrierRun(new MemoryCarrier(), scenario(), into, folder, origin, true).play(false, quiet, there -> {});
        for (String figure : List.of("figure-cost", "figure-certified")) {
            for (String ending : List.of(".svg", ".png", ".pdf")) {
                assertThat(into.resolve(figure + ending)).isNotEmptyFile();
            }
        }
        new CarrierRun(new MemoryCarrier(), scenario(), into, folder, origin, false).play(false, quiet, there -> {});
        assertThat(into.resolve("figure-cost.pdf")).doesNotExist();
        assertThat(into.resolve("report.html")).exists();
    }

    @Test
    void aFolderSaysWhatMadeItAndOnlyItsOwnFilesAreListed() throws Exception {
        Files.createDirectories(folder.resolve("runs/own-1"));
        Files.writeString(folder.resolve("runs/own-1/notes.txt"), "mine");
        Path made = play(folder.resolve("runs"));
        assertThat(Files.readString(made.resolve("origin.json")))
                .contains(
                        "\"command\":\"./acord run\"", "\"version\":\"acord test\"", "\"java.version\":\"", "os.name");
        assertThat(out.toString()).contains("origin.json").doesNotContain("notes.txt");
    }

    @Test
    void whatAKilledRunHasLeftGoesWithTheNextOne() throws Exception {
        Path left = Files.createDirectories(folder.resolve("runs/.other-1.partial"));
        Files.writeString(left.resolve("lock"), "");
        Files.writeString(left.resolve("actions.csv-0-0.part"), "acord,0,1");
        Path mine = Files.createDirectories(folder.resolve("runs/.mine.partial"));
        play(folder.resolve("runs"));
        assertThat(left).doesNotExist();
        assertThat(mine).as("no run made it").exists();
    }

    @Test
    void twoAtOnceDoNotShareAFolder() throws IOException {
        Path there = folder.resolve("there");
        try (RunFiles files = new RunFiles(there, List.of("acord"), Scenario.ActionsFile.CSV)) {
            assertThat(files.folder()).isEqualTo(there);
            assertThat(RunFiles.ifFree(
                            there,
                            List.of("acord"),
                            new Scenario.Output(Scenario.ActionsFile.CSV, false),
                            RunFiles.Resumption.NONE))
                    .isEmpty();
            assertThatThrownBy(() -> new RunFiles(there, List.of("acord"), Scenario.ActionsFile.CSV))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("another run is going to write");
        }
        assertThat(RunFiles.ifFree(
                        there,
                        List.of("acord"),
                        new Scenario.Output(Scenario.ActionsFile.CSV, false),
                        RunFiles.Resumption.NONE))
                .hasValueSatisfying(files -> {
                    try (files) {
                        assertThat(files.folder()).isEqualTo(there);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void whatEveryAgentPaidIsWrittenOnRequestAndAddsUp() throws Exception {
        Path made = play(folder.resolve("runs"), "output={costs: agents}", "algorithms=[acord, local]", "repeats=2");
        double paid = 0;
        List<String> lines = Files.readAllLines(made.resolve("agent-costs.csv"));
        assertThat(lines).hasSize(1 + 2 * 2 * 2 * 3);
        assertThat(lines.get(0)).isEqualTo("algorithm,repeat,round,agent,hitting,switching,dissimilarity,total");
        for (String line : lines.subList(1, lines.size())) {
            paid += Double.parseDouble(line.substring(line.lastIndexOf(',') + 1));
        }
        double total = 0;
        List<String> repeats = Files.readAllLines(made.resolve("repeats.csv"));
        assertThat(repeats.get(0)).startsWith("algorithm,repeat,total,hitting,switching,dissimilarity,ratioToOpt");
        for (String line : repeats.subList(1, repeats.size())) {
            total += Double.parseDouble(line.split(",", -1)[2]);
        }
        assertThat(paid).isCloseTo(total, within(1e-9 * total));
    }

    @Test
    void costsWithTimesHaveACalendar() throws Exception {
        Files.writeString(folder.resolve("costs.csv"), """
                time,agent,alpha,v
                2023-06-01 00:00:00,a,1,2
                2023-06-01 00:00:00,b,1,3
                2023-06-01 01:00:00,a,1,4
                2023-06-01T01:00,b,1,5
                """);
        Path made = play(
                folder.resolve("runs"),
                "costs={kind: csv, file: costs.csv}",
                "agents=[a, b]",
                "graph={kind: path}",
                "horizon=2");
        assertThat(Files.readString(made.resolve("calendar.csv")))
                .isEqualTo("round,time\n1,2023-06-01 00:00:00\n2,2023-06-01 01:00:00\n");
        Files.writeString(
                folder.resolve("costs.csv"),
                "time,agent,alpha,v\n2023-06-01,a,1,2\n2023-06-02,a,1,2\n2023-06-04,a,1,2\n2023-06-03,a,1,2\nnoon,a,1,1\n");
        assertThatThrownBy(() -> scenario("costs={kind: csv, file: costs.csv}", "agents=[a]", "graph={kind: path}"))
                .hasMessageContaining("172800 s after 2023-06-02")
                .hasMessageContaining("sort the file by time")
                .hasMessageContaining("is \"noon\"");
        Files.writeString(folder.resolve("costs.csv"), "time,round,agent,alpha,v\n2023-06-01,1,a,1,2\n");
        assertThatThrownBy(() -> scenario("costs={kind: csv, file: costs.csv}", "agents=[a]"))
                .hasMessageContaining("has both time and round");
    }
}
