package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceCommandTest {

    @TempDir
    private Path folder;

    private record Answer(int code, String out, String err) {}

    private static Answer acord(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new Answer(code, out.toString(), err.toString());
    }

    private String in(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void aFigureIsDrawnAndItsSentencesAreJudged() {
        Answer answer = acord("reproduce", "fig1", "fig6", "--quick", "--seeds", "3", "--out", in("audit"));
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(answer.out())
                .contains("fig1-order ", "reproduced with a correction", "6 sentences of the paper: ")
                .contains("Look at " + folder.resolve("audit").resolve("index.html"));
        Answer again = acord("reproduce", "fig6", "--quick", "--seeds", "3", "--out", in("audit"), "--json");
        assertThat(again.err()).contains("[1/1] Figure 6", "measured before");
        assertThat(again.out())
                .as("what was asked for alone")
                .contains("\"remark-diameter")
                .doesNotContain("\"fig1-");
        assertThat(folder.resolve("audit/claims.json")).content().contains("\"remark-diameter", "\"fig1-");
        for (String file : new String[] {"fig1.svg", "fig1.png", "fig1-a.csv", "fig6-e.csv", "claims.json"}) {
            assertThat(folder.resolve("audit").resolve(file)).isNotEmptyFile();
        }
    }

    @Test
    void theCommandThatThePageNamesMeasuresTheSameAgain() throws IOException {
        Answer first = acord(
                "reproduce", "fig1", "--quick", "--seeds", "2", "--seed", "5", "--mu", "running", "--out", in("first"));
        assertThat(first.code()).as(first.err()).isZero();
        Matcher command = Pattern.compile("<pre>\\./acord ([^<]*)</pre>")
                .matcher(Files.readString(folder.resolve("first/index.html")));
        assertThat(command.find()).isTrue();
        List<String> words = new ArrayList<>(List.of(command.group(1).split(" ", -1)));
        assertThat(words).contains("--quick", "--seeds", "--seed", "--mu");
        words.addAll(List.of("--out", in("again")));
        Answer again = acord(words.toArray(String[]::new));
        assertThat(again.code()).as(again.err()).isZero();
        for (String file : List.of("claims.json", "fig1-a.csv", "fig1-b.csv", "fig1.svg")) {
            assertThat(folder.resolve("again").resolve(file))
                    .hasSameBinaryContentAs(folder.resolve("first").resolve(file));
        }
    }

    @Test
    void aSecondRunGoesOnWhereTheFirstEnded() throws IOException {
        Answer first = acord("reproduce", "fig6", "--quick", "--json", "--out", in("audit"));
        Answer second = acord("reproduce", "fig6", "--quick", "--json", "--out", in("audit"));
        assertThat(second.err()).contains("[1/1] Figure 6: the graphs: measured before");
        assertThat(second.out())
                .isEqualTo(first.out())
                .isEqualTo(Files.readString(folder.resolve("audit/claims.json")))
                .contains("\"id\":\"remark-diameter\"");
        Answer again = acord("reproduce", "fig6", "--quick", "--again", "--out", in("audit"));
        assertThat(again.err()).doesNotContain("measured before");
    }

    @Test
    void optionsAreNamedOnTheFigures() throws IOException {
        Answer answer = acord(
                "reproduce",
                "fig1",
                "--quick",
                "--seeds",
                "2",
                "--seed",
                "7",
                "--boundary",
                "pinned",
                "--mu",
                "running",
                "--from",
                "previous",
                "--threads",
                "1",
                "--out",
                in("audit"));
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(Files.readString(folder.resolve("audit/fig1.svg")))
                .contains("LPC boundary pinned, mu running, from previous, 2 seeds from 7");
        assertThat(Files.readString(folder.resolve("audit/index.html")))
                .contains(
                        "./acord reproduce fig1 --quick --seeds 2 --seed 7 --boundary pinned --mu running --from previous");
    }

    @Test
    void everythingThatIsWrongIsComplainedAboutAtOnceAndNothingIsDone() {
        Answer answer = acord(
                "reproduce",
                "fig7",
                "--seeds",
                "1",
                "--boundary",
                "open",
                "--mu",
                "x",
                "--from",
                "y",
                "--out",
                in("no"));
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err())
                .contains("reproduce fig7 is no study", "all, theorems, note, or one of fig1, fig2")
                .contains("--seeds is 1", "--boundary is open", "--mu is x", "--from is y")
                .contains("5 complaints; nothing was done.");
        assertThat(folder.resolve("no")).doesNotExist();
    }

    @Test
    void aFolderOfSomebodyElseIsRefused() throws IOException {
        Files.writeString(folder.resolve("claims.json"), "mine");
        Answer answer = acord("reproduce", "fig6", "--quick", "--out", folder.toString());
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("claims.json exists and is not of a reproduction");
        assertThat(folder.resolve("claims.json")).hasContent("mine");
    }
}
