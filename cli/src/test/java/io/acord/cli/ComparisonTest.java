package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The numbers of docs/comparison.md are those of the commands that it names. */
class ComparisonTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "comparison.md");
    private static final Pattern TABLE = Pattern.compile("\\| policy \\|(.*\\n)(\\|.*\\n)+");

    /** What the columns are played with: a ring whose costs spike, one that hardly minds differing, one that drifts. */
    private static final List<List<String>> SETTINGS =
            List.of(List.of(), List.of("beta=1"), List.of("costs={kind: drift}"));

    @Test
    void everyNumberIsWhatTheCommandsPrint() throws IOException {
        String document = Files.readString(DOCUMENT);
        Matcher table = TABLE.matcher(document);
        assertThat(table.find()).as("a table of policies").isTrue();
        String measured = measured();
        if (Boolean.getBoolean("acord.documents.write")) {
            Files.writeString(DOCUMENT, document.replace(table.group(), measured));
        } else {
            assertThat(table.group()).isEqualTo(measured);
        }
    }

    private static String measured() {
        List<RunResult> results = new ArrayList<>();
        for (List<String> setting : SETTINGS) {
            List<String> overrides = new ArrayList<>(setting);
            overrides.add("threads=1");
            results.add(Experiment.of(ScenarioReader.read(Path.of("..", "docs", "rivals.yaml"), overrides))
                    .play());
        }
        StringBuilder text = new StringBuilder(
                "| policy | spikes, beta 50 | spikes, beta 1 | drift, beta 50 | messages a round | bytes a round |\n|---|---|---|---|---|---|\n");
        results.get(0).algorithms().stream()
                .sorted(Comparator.comparingDouble(
                        algorithm -> algorithm.meanRatio().high()))
                .forEach(algorithm -> text.append(row(algorithm, results)));
        return text.toString();
    }

    private static String row(AlgorithmResult algorithm, List<RunResult> results) {
        StringBuilder row = new StringBuilder("| `" + algorithm.name() + "` |");
        for (RunResult result : results) {
            double ratio = result.algorithms().stream()
                    .filter(other -> other.name().equals(algorithm.name()))
                    .findFirst()
                    .orElseThrow()
                    .meanRatio()
                    .high();
            row.append(String.format(Locale.ROOT, ratio < 100 ? " %.4f |" : " %.0f |", ratio));
        }
        return row.append(String.format(
                        Locale.ROOT,
                        " %.0f | %.0f |%n",
                        algorithm.effort().messagesPerRound(),
                        algorithm.effort().bytesPerRound()))
                .toString();
    }
}
