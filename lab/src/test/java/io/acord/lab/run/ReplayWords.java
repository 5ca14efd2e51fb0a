package io.acord.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command that a summary names, as a shell would take it apart; and whether it gave the same files. */
public final class ReplayWords {

    private ReplayWords() {}

    /** What follows {@code ./acord} in the summary of a run, to be played into another folder. */
    public static List<String> of(Path run, Path into) throws IOException {
        return in(run.resolve("summary.json"), into);
    }

    /** The same in another file of JSON. */
    public static List<String> in(Path file, Path into) throws IOException {
        Matcher command = Pattern.compile("\"command\":\"\\./acord ([^\"]*)\"").matcher(Files.readString(file));
        assertThat(command.find()).isTrue();
        List<String> words = new ArrayList<>();
        Matcher word = Pattern.compile("'([^']*)'|(\\S+)").matcher(command.group(1));
        while (word.find()) {
            words.add(word.group(1) == null ? word.group(2) : word.group(1));
        }
        words.addAll(List.of("--out", into.toString()));
        return words;
    }

    public static void assertSameFiles(Path run, Path again) throws IOException {
        for (String file : List.of("actions.csv", "costs.csv")) {
            assertThat(again.resolve(file)).hasSameBinaryContentAs(run.resolve(file));
        }
        assertThat(withoutTraffic(again)).isEqualTo(withoutTraffic(run));
    }

    /** Networks are not the same twice. */
    private static String withoutTraffic(Path run) throws IOException {
        return summary(run)
                .replaceAll("\"(messagesPerRound|bytesPerRound|bytesPerIteration|messages|bytes)\":[^,}]*", "");
    }

    private static String summary(Path run) throws IOException {
        return Files.readString(run.resolve("summary.json"));
    }
}
