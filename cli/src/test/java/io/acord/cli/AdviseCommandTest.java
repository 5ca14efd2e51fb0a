package io.acord.cli;

import static io.acord.cli.InThisProcess.acord;
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

class AdviseCommandTest {

    @TempDir
    private Path folder;

    private Path scenario;

    @BeforeEach
    void writeScenario() throws IOException {
        scenario = Files.writeString(folder.resolve("ring.yaml"), """
                name: ring
                horizon: 12
                agents: 5
                beta: 4
                costs: {kind: drift}
                graph: {kind: ring}
                algorithms: [acord: {iterations: 48}]
                """);
    }

    private Answer advise(String out, String... more) {
        String[] all = new String[more.length + 4];
        all[0] = "advise";
        all[1] = scenario.toString();
        all[2] = "--out";
        all[3] = folder.resolve(out).toString();
        System.arraycopy(more, 0, all, 4, more.length);
        return acord(all);
    }

    @Test
    void whatIsAdvisedCanBeRun() {
        Answer answer = advise("advice");
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(answer.out()).contains("Play acord", "messages", "advised.yaml");
        assertThat(folder.resolve("advice/advice.md")).content().contains("# Advice for ring", "(advised)", "(yours)");
        Answer run = acord(
                "run",
                folder.resolve("advice/advised.yaml").toString(),
                "--out",
                folder.resolve("run").toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("advised");
    }

    @Test
    void jsonIsWhatIsWritten() throws IOException {
        Answer answer = advise("json", "--json", "--period", "3", "--set", "beta=1");
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(answer.out())
                .isEqualTo(Files.readString(folder.resolve("json/advice.json")))
                .contains("\"period\":3", "--set beta=1 --period 3\"");
        List<String> words = ReplayWords.in(folder.resolve("json/advice.json"), folder.resolve("again"));
        assertThat(acord(words.toArray(String[]::new)).code()).isZero();
        for (String file : List.of("advice.json", "advised.yaml")) {
            assertThat(folder.resolve("again").resolve(file))
                    .hasSameBinaryContentAs(folder.resolve("json").resolve(file));
        }
    }

    @Test
    void nothingIsReplacedAndNothingIsPlayedForNothing() throws IOException {
        Path taken = Files.createDirectories(folder.resolve("taken"));
        Files.writeString(taken.resolve("advised.yaml"), "mine");
        Answer answer = advise("taken");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("advised.yaml", "exists already").doesNotContain("trying");
        assertThat(taken.resolve("advised.yaml")).hasContent("mine");
        assertThat(taken.resolve("advice.json")).doesNotExist();
    }

    @Test
    void badInputIsRefused() {
        assertThat(advise("x", "--within", "-1").err()).contains("--within", "is -1.0");
        assertThat(advise("x", "--period", "0").err()).contains("--period", "at least 1");
        assertThat(advise("x", "--set", "horizon=3").code()).isEqualTo(2);
        assertThat(acord("advise").code()).isEqualTo(2);
        assertThat(folder.resolve("x")).doesNotExist();
        assertThat(acord("advise", "--help").out()).contains("--within", "--period", "advised.yaml");
    }

    @Test
    void aRunThatLooksAheadWritesHowFarPlansWereFollowed() throws IOException {
        Path out = folder.resolve("ahead");
        Answer answer = acord(
                "run",
                scenario.toString(),
                "--set",
                "forecasts={kind: exact}",
                "--set",
                "algorithms=[acord, foresight: {window: 2}]",
                "--out",
                out.toString());
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(Files.readAllLines(out.resolve("foresight.csv")))
                .hasSize(1 + 12 * 5)
                .startsWith("algorithm,repeat,round,agent,gamma,account,planned0,expert0");
    }
}
