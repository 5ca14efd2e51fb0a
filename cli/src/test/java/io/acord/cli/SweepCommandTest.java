package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.cli.InThisProcess.Answer;
import io.acord.lab.run.ReplayWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepCommandTest {

    @TempDir
    private Path folder;

    private String in(String name) {
        return folder.resolve(name).toString();
    }

    /** The guide's own commands, with an own folder for what they write. */
    @Test
    void theGuideCanBeFollowed() throws IOException {
        String guide = Files.readString(Path.of("..", "docs", "sweep.md"));
        Matcher yaml = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL).matcher(guide);
        assertThat(yaml.find()).isTrue();
        Files.writeString(folder.resolve("my.yaml"), yaml.group(1));
        Matcher command =
                Pattern.compile("\\n\\./acord sweep my.yaml ([^\\n]*)\\n").matcher(guide);
        assertThat(command.find()).isTrue();
        List<String> words = new ArrayList<>(List.of("sweep", in("my.yaml")));
        words.addAll(List.of(command.group(1).split(" ", -1)));
        words.addAll(List.of("--out", in("out")));
        Answer answer = InThisProcess.acord(words.toArray(String[]::new));
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(answer.out()).contains("p (Holm)", "Combinations: 9", "Look at " + in("out"));
        assertThat(Files.readAllLines(folder.resolve("out/sweep.csv")))
                .hasSize(1 + 9 * 3 * 20)
                .element(0)
                .asString()
                .startsWith("beta,algorithms.0.acord.iterations,algorithm,repeat,total");
        for (String file :
                List.of("table.tex", "sweep.html", "differences.csv", "cost.svg", "ratio.svg", "origin.json")) {
            assertThat(guide).contains("`" + file + "`");
            assertThat(folder.resolve("out").resolve(file)).isNotEmptyFile();
        }
        Answer again = InThisProcess.acord(words.toArray(String[]::new));
        assertThat(again.out()).contains("of which 9 had been played before");
        words.set(2, "beta=1,2");
        Answer other = InThisProcess.acord(words.toArray(String[]::new));
        assertThat(other.err()).contains("is of another sweep, and will be replaced");
    }

    @Test
    void theCommandThatASweepNamesSweepsTheSameAgain() throws IOException {
        Files.writeString(
                folder.resolve("a ring.yaml"),
                "{agents: 4, horizon: 3, costs: {kind: drift}, graph: {kind: ring}, algorithms: [acord, local]}");
        String[] words = {
            "sweep", in("a ring.yaml"), "beta=1,2", "horizon=2,3", "--set", "repeats=2", "--out", in("first")
        };
        assertThat(InThisProcess.acord(words).code()).isZero();
        List<String> again = ReplayWords.in(folder.resolve("first/origin.json"), folder.resolve("again"));
        assertThat(InThisProcess.acord(again.toArray(String[]::new)).code()).isZero();
        for (String file : List.of("sweep.csv", "differences.csv", "table.tex", "origin.json")) {
            assertThat(folder.resolve("again").resolve(file))
                    .hasSameBinaryContentAs(folder.resolve("first").resolve(file));
        }
    }

    @Test
    void badInputIsRefusedBeforeAnythingIsWritten() throws IOException {
        Files.writeString(
                folder.resolve("ring.yaml"),
                "{agents: 4, horizon: 2, costs: {kind: drift}, graph: {kind: ring}, algorithms: [acord]}");
        Answer answer = InThisProcess.acord("sweep", in("ring.yaml"), "betta=1,2", "horizon=0,3", "--out", in("out"));
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err())
                .contains("betta", "horizon", "nothing was done")
                .doesNotContain("\tat ");
        assertThat(InThisProcess.acord("sweep", in("ring.yaml")).err()).contains("nothing to vary");
        assertThat(InThisProcess.acord("sweep", in("ring.yaml"), "beta=1,2", "--threads", "0", "--out", " ")
                        .err())
                .contains("--threads", "--out");
        assertThat(folder.resolve("out")).doesNotExist();
        Files.createDirectories(folder.resolve("mine"));
        Files.writeString(folder.resolve("mine/table.tex"), "my own");
        Answer mine = InThisProcess.acord("sweep", in("ring.yaml"), "beta=1,2", "--out", in("mine"));
        assertThat(mine.code()).isEqualTo(2);
        assertThat(mine.err()).contains("exists and is not of a sweep");
        assertThat(folder.resolve("mine/table.tex")).hasContent("my own");
    }
}
