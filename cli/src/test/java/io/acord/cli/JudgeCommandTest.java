package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.cli.InThisProcess.Answer;
import io.acord.lab.run.ReplayWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class JudgeCommandTest {

    @TempDir
    private Path folder;

    private String scenario = "";

    @BeforeEach
    void write() throws IOException {
        scenario = Files.writeString(folder.resolve("my.yaml"), """
                agents: [north, south]
                horizon: 3
                repeats: 2
                beta: 2
                costs: {kind: drift}
                graph: {kind: path}
                algorithms: [acord, local, opt]
                """).toString();
    }

    private String in(String name) {
        return folder.resolve(name).toString();
    }

    private Answer judge(String text, String... more) throws IOException {
        Files.writeString(folder.resolve("theirs.csv"), text);
        String[] words = {"judge", scenario, "--actions", in("theirs.csv"), "--out", in("judged")};
        String[] all = java.util.Arrays.copyOf(words, words.length + more.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        return InThisProcess.acord(all);
    }

    /** What a run wrote is judged as the run was, so what others compute is judged by the same measure. */
    @Test
    void theActionsOfARunAreJudgedAsTheRunWas() throws IOException {
        assertThat(InThisProcess.acord("run", scenario, "--out", in("run")).code())
                .isZero();
        Answer judged = judge(Files.readString(folder.resolve("run/actions.csv")));
        assertThat(judged.code()).as(judged.err()).isZero();
        assertThat(judged.out()).contains("acord plays actions of a file", "Verdict: every promise");
        for (String file : List.of("actions.csv", "costs.csv")) {
            assertThat(folder.resolve("judged/" + file)).hasSameBinaryContentAs(folder.resolve("run/" + file));
        }
        JsonNode run = summary("run");
        JsonNode again = summary("judged");
        for (int a = 0; a < 3; a++) {
            for (String key : List.of("total", "ratioToOpt", "ratioAtMost")) {
                assertThat(again.get(a).get(key).get("mean").asDouble())
                        .isEqualTo(run.get(a).get(key).get("mean").asDouble());
            }
            assertThat(again.get(a).get("messagesPerRound").asDouble()).isZero();
        }
        assertThat(folder.resolve("judged/report.html")).exists();
        List<String> words = ReplayWords.of(folder.resolve("judged"), folder.resolve("again"));
        assertThat(InThisProcess.acord(words.toArray(String[]::new)).code()).isZero();
        ReplayWords.assertSameFiles(folder.resolve("judged"), folder.resolve("again"));
    }

    private JsonNode summary(String run) throws IOException {
        return new ObjectMapper()
                .readTree(Files.readString(folder.resolve(run).resolve("summary.json")))
                .get("algorithms");
    }

    @Test
    void aPlainFileIsJudgedBesideThePoliciesOfTheScenario() throws IOException {
        String still = "round,agent,x0\n1,north,0\n1,south,0\n2,north,0\n2,south,0\n3,north,0\n3,south,0\n";
        Answer judged = judge(still, "--set", "repeats=1", "--compare", "--json");
        assertThat(judged.code()).as(judged.err()).isZero();
        assertThat(judged.out()).contains("\"name\":\"theirs\",\"kind\":\"recorded\"", "\"name\":\"opt\"");
    }

    @Test
    void everythingThatIsWrongWithTheFileIsSaidAtOnce() throws IOException {
        Answer answer = judge("""
                round,agent,x0
                1,north,0
                1,north,1
                1,west,0
                9,south,0
                2,south,many
                2.5,south,0
                """, "--set", "repeats=1");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err())
                .contains("theirs.csv:3:3: agent is north, whose action in round 1 was on an earlier line")
                .contains("theirs.csv:4:3: agent is west, which is not of the scenario")
                .contains("theirs.csv:5:1: round is 9.0", "theirs.csv:6:9", "theirs.csv:7:1")
                .contains("complaints; nothing was done");
        assertThat(folder.resolve("judged")).doesNotExist();
    }

    @Test
    void whatIsMissingIsCounted() throws IOException {
        Answer lines = judge("round,agent,x0\n1,north,0\n1,south,0\n3,south,0\n", "--set", "repeats=1");
        assertThat(lines.code()).isEqualTo(2);
        assertThat(lines.err())
                .contains("theirs, repeat 0, round 2 lacks actions: of agent north, and 2 more lines after that");
        Answer repeats = judge("round,agent,x0\n1,north,0\n1,south,0\n2,north,0\n2,south,0\n3,north,0\n3,south,0\n");
        assertThat(repeats.err()).contains("has 1 of the scenario's 2 repeats", "--set repeats=1");
        assertThat(judge("time,who\n1,2\n").err()).contains("x0");
        assertThat(InThisProcess.acord("judge", scenario, "--actions", in("none.csv"))
                        .err())
                .contains("none.csv does not exist");
        assertThat(InThisProcess.acord("judge", scenario).err()).contains("--actions");
    }

    @Test
    void aPolicyWithoutANameIsCalledAsItsFile() {
        assertThat(List.of("theirs.csv", "my actions.CSV.gz", "=cmd|x.csv", "-.csv"))
                .extracting(name -> JudgeCommand.policyName(Path.of("some", name)))
                .containsExactly("theirs", "my_actions", "cmd_x", "theirs");
    }
}
