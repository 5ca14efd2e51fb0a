package io.acord.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The golden scenarios are read as they are meant: the given actions cost what is given, in every part and round. */
class GoldenFilesTest {

    @ParameterizedTest
    @ValueSource(strings = {"ring", "changing", "matrices", "nonsmooth"})
    void theGivenActionsCostWhatIsGiven(String name) throws IOException, URISyntaxException {
        URL url = Objects.requireNonNull(getClass().getResource("/golden/" + name + "/scenario.yaml"));
        Path file = Path.of(url.toURI());
        Scenario scenario = ScenarioReader.read(file, List.of());
        Instance instance = scenario.instance(scenario.seed());
        assertThat(scenario.name()).isEqualTo("golden-" + name);

        Map<String, Integer> ids = new HashMap<>();
        List<String[]> actions = rows(file.resolveSibling("expected-actions.csv"));
        for (int i = 0; i < instance.agents(); i++) {
            ids.put(instance.name(i), i);
        }
        assertThat(actions).allSatisfy(row -> assertThat(ids).containsKey(row[3]));
        int d = instance.dimension();
        Map<String, double[][]> played = new HashMap<>();
        for (String[] row : actions) {
            double[][] all =
                    played.computeIfAbsent(row[0], key -> new double[instance.horizon() + 1][instance.agents() * d]);
            for (int c = 0; c < d; c++) {
                all[Integer.parseInt(row[2])][Objects.requireNonNull(ids.get(row[3])) * d + c] =
                        Double.parseDouble(row[4 + c]);
            }
        }
        int checked = 0;
        for (String[] row : rows(file.resolveSibling("expected-costs.csv"))) {
            int t = Integer.parseInt(row[2]);
            double[][] all = Objects.requireNonNull(played.get(row[0]));
            Round round = instance.round(t);
            Cost cost = round.cost(Actions.flat(d, all[t]), Actions.flat(d, all[t - 1]));
            double tolerance = 1e-9 * Double.parseDouble(row[6]);
            assertThat(cost.hitting()).isCloseTo(Double.parseDouble(row[3]), within(tolerance));
            assertThat(cost.switching()).isCloseTo(Double.parseDouble(row[4]), within(tolerance));
            assertThat(cost.dissimilarity()).isCloseTo(Double.parseDouble(row[5]), within(tolerance));
            checked++;
        }
        assertThat(checked).isEqualTo(played.size() * instance.horizon());
        assertThat(scenario.algorithms()).extracting(Scenario.Algorithm::name).containsAll(played.keySet());
    }

    private static List<String[]> rows(Path file) throws IOException {
        List<String[]> rows = new ArrayList<>();
        for (String line : Files.readAllLines(file).stream().skip(1).toList()) {
            rows.add(line.split(",", -1));
        }
        return rows;
    }
}
