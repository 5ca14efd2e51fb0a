package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.run.ReplayWords;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CommandTest {

    @TempDir
    private Path folder;

    private record Answer(int code, String out, String err) {}

    private static Answer acord(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command =
                Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int code = command.execute(arguments);
        return new Answer(code, out.toString(), err.toString());
    }

    private String in(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void withoutAScenarioThePapersFigure1IsPlayed() {
        Answer answer = acord("run", "--set", "repeats=2", "--out", in("figure"));
        Answer audit = acord("audit", in("figure"), "--sweeps", "4");
        assertThat(audit.code()).as(audit.err()).isZero();
        assertThat(audit.out())
                .contains("by its books", "4 sweeps", "acord-auto", "means over 2 repeats, seed 1")
                .containsPattern("opt +\\S+ +1.000000 +1.000000 +1.000000");
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(answer.out()).contains("acord+", "lpc(1)", "Verdict: every promise that was checked was kept.");
        assertThat(answer.out())
                .as("the first policy of the scenario comes first")
                .containsPattern("\\RACORD paid 1\\.\\d+ times the hindsight optimum on average\\.\\Rkept ")
                .containsPattern("what they say: acord at most 1\\.\\d+ times, acord-jacobi at most");
        assertThat(folder.resolve("figure")).isDirectoryContaining("glob:**report.html");
    }

    @Test
    void jsonIsTheSummaryAndNothingElse() throws IOException {
        Answer answer = acord("run", "--json", "--set", "repeats=1", "--out", in("json"));
        assertThat(answer.code()).isZero();
        assertThat(answer.out()).isEqualTo(Files.readString(folder.resolve("json/summary.json")));
    }

    /**
     * Files of its own are found from where the run was written to; a summary has no times, so it is the same bytes.
     */
    @Test
    void theScenarioInTheRunsFolderPlaysTheSameAgain() throws IOException {
        Path data = Files.createDirectories(folder.resolve("data"));
        Files.writeString(data.resolve("costs.csv"), "round,agent,alpha,v\n1,a,1,2\n1,b,2,0\n2,a,1,1\n2,b,1,5\n");
        Files.writeString(
                data.resolve("own.yaml"),
                "{beta: 1, costs: {kind: csv, file: costs.csv}, graph: {kind: path}, algorithms: [acord, opt]}");
        assertThat(acord("run", in("data/own.yaml"), "--set", "beta=3", "--out", in("deep/first"))
                        .code())
                .isZero();
        Answer again = acord("run", in("deep/first/scenario.yaml"), "--out", in("again"));
        assertThat(again.code()).as(again.err()).isZero();
        for (String file : new String[] {"actions.csv", "costs.csv"}) {
            assertThat(folder.resolve("again/" + file)).hasSameBinaryContentAs(folder.resolve("deep/first/" + file));
        }
        assertThat(folder.resolve("again/times.json")).content().contains("secondsPerRound");
        assertThat(folder.resolve("again/summary.json")).content().doesNotContain("seconds");
        Answer lost = acord("run", in("data/own.yaml"), "--set", "folder=nowhere", "--out", in("lost"));
        assertThat(lost.code()).isEqualTo(2);
        assertThat(lost.err()).contains("folder", "a folder, relative to the scenario's own");
    }

    @Test
    void aNewScenarioRuns() {
        for (String kind : new String[] {"starter", "figure-1"}) {
            String file = in(kind + ".yaml");
            assertThat(acord("new", "--kind", kind, file).code()).isZero();
            Answer run = acord("run", file, "--set", "repeats=1", "--out", in(kind));
            assertThat(run.code()).as(run.err()).isZero();
        }
        Answer again = acord("new", in("starter.yaml"));
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("exists already");
        assertThat(acord("new", in("nowhere/x.yaml")).err()).contains("a folder that does not exist");
        assertThat(acord("new", "--kind", "nonsense", in("y.yaml")).err()).contains("one of starter, figure-1");
    }

    @Test
    void aNewApplicationMayHaveFilesToEdit() throws IOException {
        Files.writeString(folder.resolve("units.csv"), "mine");
        Answer taken = acord("new", "--kind", "batteries", "--files", in("homes.yaml"));
        assertThat(taken.code()).isEqualTo(2);
        assertThat(taken.err()).contains("units.csv exists already");
        assertThat(folder.resolve("homes.yaml")).doesNotExist();
        Files.delete(folder.resolve("units.csv"));
        Answer written = acord("new", "--kind", "batteries", "--files", in("homes.yaml"));
        assertThat(written.out()).contains("homes.yaml", "series.csv", "units.csv");
        Path series = folder.resolve("series.csv");
        Files.writeString(
                series, Files.readString(series).replaceFirst("T03:00\\+02:00,north,[^,]*", "T03:00+02:00,north,x"));
        assertThat(acord("run", in("homes.yaml"), "--check").err()).contains("series.csv:11:", "load_kw");
        assertThat(acord("new", "--files", in("other.yaml")).err()).contains("--files", "batteries");
    }

    @Test
    void badInputIsAnsweredWithEveryComplaintAndNothingIsWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.yaml"), """
                name: bad
                horizon: 0
                agents: 5
                betta: 3
                costs: {kind: spykes}
                graph: {kind: circulant, degree: 2}
                algorithms: [acord, robdd]
                """);
        Answer answer = acord("run", file.toString(), "--out", in("bad-out"));
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err())
                .contains("bad.yaml:2:10", "bad.yaml:4:1", "did you mean beta?", "spikes", "robd")
                .contains("complaints; nothing was done.")
                .doesNotContain("\tat ");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(file);
        }
    }

    /**
     * The configuration, the scenario that it names, and the certificates: an operator corrects all of them in one go.
     */
    @Test
    void anAgentComplainsAboutEverythingItWasGivenAtOnce() throws IOException {
        Files.writeString(folder.resolve("played.yaml"), """
                horizon: 3
                agents: 2
                betta: 3
                costs: {kind: drift}
                graph: {kind: ring}
                algorithms: [acord]
                """);
        Path config = Files.writeString(folder.resolve("agent.yaml"), """
                fleet: demo
                member: c
                scenario: played.yaml
                deadline: soon
                members:
                  - {name: a, address: "127.0.0.1:7001", agents: [0]}
                  - {name: b, address: "127.0.0.1:7002", agents: [0]}
                """);
        Answer answer = acord("agent", config.toString());
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err())
                .contains(
                        "deadline",
                        "members[1].agents",
                        "who lives with a",
                        "played.yaml:3:1",
                        "beta?",
                        "ca.pem",
                        "c.pem")
                .doesNotContain("\tat ");
        Files.writeString(folder.resolve("played.yaml"), """
                horizon: 3
                agents: 2
                costs: {kind: drift}
                graph: {kind: ring}
                algorithms: [acord]
                """);
        Files.writeString(config, """
                fleet: demo
                member: c
                scenario: played.yaml
                members:
                  - {name: a, address: "127.0.0.1:7001", agents: [0]}
                  - {name: b, address: "127.0.0.1:7002", agents: [2]}
                """);
        assertThat(acord("agent", config.toString()).err())
                .contains("has agent 2", "agents of the scenario, 0 to 1", "ca.pem", "do not name c");
    }

    @Test
    void aCommandLineThatCannotBeReadIsBadInput() {
        assertThat(acord("run", "--nonsense").code()).isEqualTo(2);
        assertThat(acord("walk").code()).isEqualTo(2);
        assertThat(acord("run", "a.yaml", "b.yaml").code()).isEqualTo(2);
        assertThat(acord("run", "--set", "beta", "--out", in("x")).code()).isEqualTo(2);
        Answer missing = acord("run", in("missing.yaml"));
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).contains("missing.yaml").doesNotContain("\tat ");
    }

    @Test
    void aFileInTheWayIsNotOverwritten() throws IOException {
        Path file = Files.writeString(folder.resolve("taken"), "mine");
        Answer answer = acord("run", "--set", "repeats=1", "--out", file.toString());
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("--out", "cannot be made");
        assertThat(file).hasContent("mine");
    }

    @Test
    void filesOfOthersAreNotOverwritten() throws IOException {
        Path mine = Files.createDirectories(folder.resolve("mine"));
        Files.writeString(mine.resolve("costs.csv"), "round,agent,alpha,v");
        Answer answer = acord("run", "--set", "repeats=1", "--out", mine.toString());
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("costs.csv exists and is not of a run");
        assertThat(mine.resolve("costs.csv")).hasContent("round,agent,alpha,v");
        assertThat(acord("run", "--set", "repeats=1", "--out", in("again")).code())
                .isZero();
        Answer again = acord("run", "--set", "repeats=1", "--set", "output.actions=none", "--out", in("again"));
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(folder.resolve("again/actions.csv")).doesNotExist();
        Files.createDirectories(folder.resolve("blocked/report.html"));
        assertThat(acord("run", "--set", "repeats=1", "--out", in("blocked")).code())
                .isEqualTo(2);
        assertThat(acord(
                                "run",
                                "--set",
                                "repeats=1",
                                "--out",
                                mine.resolve("costs.csv/below").toString())
                        .code())
                .isEqualTo(2);
        assertThat(acord("run", "--out", "").err()).contains("--out is empty");
    }

    @Test
    void costsTooSteepForDoublesAreNoBrokenPromise() {
        String[] steep = {
            "run",
            "--set",
            "horizon=200",
            "--set",
            "repeats=1",
            "--set",
            "agents=3",
            "--set",
            "algorithms=[acord, robd, opt]",
            "--out",
            in("steep")
        };
        Answer answer = acord(steep);
        assertThat(answer.code()).as(answer.out() + answer.err()).isZero();
        assertThat(answer.out()).contains("not checked", "only known to lie between");
    }

    @Test
    void numbersThatAreTooLargeAreRefused() {
        assertThat(acord("run", "--set", "beta=1e300", "--out", in("large")).err())
                .contains("beta", "1.0E100");
        assertThat(acord("run", "--set", "algorithms=[acord: {name: \"a\\nb\"}]", "--out", in("name"))
                        .err())
                .contains("characters that are not printed");
    }

    @Test
    void helpAndVersionAreThere() {
        assertThat(acord().out()).contains("Usage: acord", "run", "new", "Exit codes");
        assertThat(acord("run", "--help").out()).contains("--set", "--out", "--json");
        assertThat(acord("new", "--help").out()).contains("--kind");
        assertThat(acord("--version").out()).startsWith("acord 0.");
        assertThat(acord("generate-completion").out()).contains("complete");
    }

    @Test
    void costsThatAreRefusedAreNotAskedForTheirGraph() throws IOException {
        for (String dimension : new String[] {"1", "4"}) {
            Path file = Files.writeString(folder.resolve("drones.yaml"), """
                    horizon: 5
                    agents: 4
                    dimension: %s
                    beta: 1
                    costs: {kind: drones}
                    algorithms: [acord: {iterations: 3}]
                    """.formatted(dimension));
            Answer answer = acord("run", file.toString(), "--out", in("drones"));
            assertThat(answer.code()).isEqualTo(2);
            assertThat(answer.err()).contains("dimension").doesNotContain("\tat ");
        }
    }

    @Test
    void theCommandThatASummaryNamesPlaysTheSameAgain() throws IOException {
        Path scenario = folder.resolve("a scenario.yaml");
        assertThat(InThisProcess.acord("new", scenario.toString()).code()).isZero();
        Path first = folder.resolve("first");
        assertThat(InThisProcess.acord(
                                "run",
                                scenario.toString(),
                                "--set",
                                "repeats=1",
                                "--set",
                                "horizon=4",
                                "--out",
                                first.toString())
                        .code())
                .isZero();
        Path again = folder.resolve("again");
        List<String> words = ReplayWords.of(first, again);
        assertThat(InThisProcess.acord(words.toArray(String[]::new)).code()).isZero();
        ReplayWords.assertSameFiles(first, again);
    }

    @Test
    void journalsAreCheckedAndDamageIsABrokenPromise() throws IOException {
        Path journal = Files.createDirectories(folder.resolve("fleet/journal-a"));
        assertThat(acord("journal", "check", in("fleet")).code()).isEqualTo(2);
        assertThat(acord("journal", "check", in("nowhere")).err()).contains("is not a folder");
        Files.writeString(journal.resolve("feed-0"), "");
        Answer sound = acord("journal", "check", in("fleet"));
        assertThat(sound.code()).isZero();
        assertThat(sound.out()).contains("ok ", "feed-0");
        Files.writeString(journal.resolve("feed-0"), "00000000 told 1 0 {}\n");
        assertThat(acord("journal", "check", in("fleet")).code()).isEqualTo(3);
        assertThat(acord("journal", "check", in("fleet"), "--repair").out()).contains("Repaired");
        assertThat(acord("journal", "check", in("fleet/journal-a")).code()).isZero();
    }
}
