package io.acord.applications;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Statistics;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What forecasts are worth to applications: the scenarios of {@code examples/forecasts}, played as the documents say,
 * the gains seed by seed. Run with {@code -Dacord.documents.write=true} to write the tables.
 */
class LookingAheadTest {

    private static final Pattern TABLE = Pattern.compile("\\| `forecasts` \\|(.*\\n)(\\|.*\\n)+");

    /** What foresight saves, as a share of what acord pays, by forecasts. */
    private static Map<String, Statistics> gains(String application, List<String> forecasts) {
        Map<String, Statistics> gains = new LinkedHashMap<>();
        for (String kind : forecasts) {
            Path file = Path.of("..", "examples", "forecasts", application + ".yaml");
            List<String> sets = List.of("forecasts={" + kind + "}", "optimum=none");
            RunResult result = Experiment.of(ScenarioReader.read(file, sets)).play();
            List<Double> without = result.algorithms().get(0).totals();
            List<Double> ahead = result.algorithms().get(1).totals();
            List<Double> shares = new ArrayList<>();
            for (int r = 0; r < result.repeats(); r++) {
                shares.add(1 - ahead.get(r) / without.get(r));
            }
            gains.put(kind, Statistics.of(shares));
        }
        return gains;
    }

    private static String table(Map<String, Statistics> gains) {
        StringBuilder text = new StringBuilder("| `forecasts` | `foresight` pays less than `acord` by |\n|---|---|\n");
        gains.forEach((kind, gain) -> text.append(String.format(
                Locale.ROOT,
                "| `{%s}` | %.1f %% [%.1f, %.1f] |\n",
                kind,
                100 * gain.mean(),
                100 * gain.low95(),
                100 * gain.high95())));
        return text.toString();
    }

    private static void compare(String application, Map<String, Statistics> gains) throws IOException {
        Path document = Path.of("..", "docs", "applications", application + ".md");
        String text = Files.readString(document);
        Matcher table = TABLE.matcher(text);
        assertThat(table.find()).as("a table of forecasts").isTrue();
        if (Boolean.getBoolean("acord.documents.write")) {
            Files.writeString(document, text.replace(table.group(), table(gains)));
        } else {
            assertThat(table.group()).isEqualTo(table(gains));
        }
    }

    @Test
    void batteriesGainByForecastsAndNeverLoseMoreThanTheirTrust() throws IOException {
        String persistence = "kind: persistence, period: 24";
        String noise = "kind: noise, sd: 2";
        Map<String, Statistics> gains = gains("batteries", List.of("kind: exact", noise, persistence, "kind: garbage"));
        compare("batteries", gains);
        assertThat(gains.get(noise).low95()).isGreaterThan(0.1);
        assertThat(gains.get(persistence).low95()).isGreaterThan(0.01);
        assertThat(gains.get("kind: garbage").low95()).isGreaterThan(-0.5);
    }

    @Test
    void dataCentersGainByForecastsAndNeverLoseMoreThanTheirTrust() throws IOException {
        String persistence = "kind: persistence, period: 24";
        String noise = "kind: noise, sd: 0.2";
        Map<String, Statistics> gains =
                gains("load-balancing", List.of("kind: exact", noise, persistence, "kind: garbage"));
        compare("load-balancing", gains);
        assertThat(gains.get(noise).low95()).isGreaterThan(0.05);
        assertThat(gains.get(persistence).low95()).isGreaterThan(0.02);
        assertThat(gains.get("kind: garbage").low95()).isGreaterThan(-0.5);
    }
}
