package io.acord.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.run.Repeat;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Rounds that are sent are decided as {@code acord run} decides them. */
class SameBitsTest {

    private static final int AGENTS = 6;
    private static final int ROUNDS = 8;

    @TempDir
    private Path folder;

    private final Random random = new Random(17);

    private String number() {
        return String.format(Locale.ROOT, "%.15g", 4 * random.nextGaussian());
    }

    private String positive() {
        return String.format(Locale.ROOT, "%.15g", 0.2 + 3 * random.nextDouble());
    }

    private String vector() {
        return "[" + number() + ", " + number() + "]";
    }

    private String cost(int kind) {
        return switch (kind) {
            case 0 ->
                "{\"type\": \"quadratic\", \"Q\": [[2, 0.5], [0.5, " + positive() + "]], \"v\": " + vector() + "}";
            case 1 ->
                "{\"type\": \"abs\", \"weight\": " + positive() + ", \"v\": " + vector() + ", \"mu\": " + positive()
                        + "}";
            case 2 ->
                "{\"type\": \"band\", \"low\": [-1, 0], \"high\": [0, 1], \"weight\": " + positive() + ", \"mu\": 0.3}";
            case 3 ->
                "{\"type\": \"quadratic\", \"alpha\": " + positive() + ", \"v\": " + vector()
                        + ", \"box\": {\"low\": [-1, null], \"high\": [1, 2]}}";
            default -> "{\"type\": \"quadratic\", \"alpha\": " + positive() + ", \"v\": " + vector() + "}";
        };
    }

    private String edge(int i, int j) {
        String ends = "\"i\": \"" + i + "\", \"j\": \"" + j + "\"";
        return switch (random.nextInt(4)) {
            case 0 -> ends + ", \"A\": [[1, 0], [0.5, 2]]";
            case 1 -> ends + ", \"weight\": " + positive() + ", \"offset\": " + vector();
            case 2 -> ends + ", \"weight\": " + positive();
            default -> ends;
        };
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {iterations: 12}                                          | running
            {accuracy: 1e-9, variant: auto}                           | running
            {accuracy: 1e-7, variant: accelerated, from: previous}    | 0.05
            {iterations: 5, variant: jacobi}                          | round
            {budget: crawl, epsilon: 1e-6}                            | running
            {iterations: 9, lambda: 1}                                | horizon
            """)
    void sentRoundsAreDecidedAsTheyAreRun(String acord, String mu) throws IOException {
        StringBuilder costLines = new StringBuilder();
        StringBuilder edgeLines = new StringBuilder();
        List<String> bodies = new ArrayList<>();
        for (int t = 1; t <= ROUNDS; t++) {
            List<String> costs = new ArrayList<>();
            for (int i = 0; i < AGENTS; i++) {
                String cost = cost(random.nextInt(5));
                costLines.append("{\"round\": %d, \"agent\": \"%d\", \"cost\": %s}%n".formatted(t, i, cost));
                boolean plain = cost.startsWith("{\"type\": \"quadratic\", \"alpha\"") && random.nextBoolean();
                costs.add("\"" + i + "\": " + (plain ? cost.replace("\"type\": \"quadratic\", ", "") : cost));
            }
            List<String> edges = new ArrayList<>();
            for (int i = 0; i < AGENTS; i++) {
                for (int j = i + 1; j < AGENTS; j++) {
                    if (random.nextInt(3) == 0) {
                        String edge = random.nextBoolean() ? edge(i, j) : edge(j, i);
                        edges.add("{" + edge + "}");
                        edgeLines.append("{\"round\": %d, %s}%n".formatted(t, edge));
                    }
                }
            }
            // Every other round leaves the graph to the scenario, which has the same one.
            String sent = t % 2 == 0 ? ", \"edges\": [" + String.join(", ", edges) + "], \"beta\": 3" : "";
            bodies.add("{\"costs\": {\n  " + String.join(",\n  ", costs) + "}" + sent + "}");
        }
        Files.writeString(folder.resolve("costs.jsonl"), costLines);
        Files.writeString(folder.resolve("edges.jsonl"), edgeLines);
        Path scenario = Files.writeString(folder.resolve("s.yaml"), """
                agents: %d
                start: [1, -1]
                beta: 3
                mu: %s
                costs: {kind: jsonl, file: costs.jsonl}
                graph: {kind: jsonl, file: edges.jsonl}
                algorithms:
                  - local
                  - acord: %s
                """.formatted(AGENTS, mu, acord));
        Repeat repeat = Repeat.open(ScenarioReader.read(scenario, List.of()).once(), 0, 1);
        ServiceClient client = ServiceClient.of(scenario, folder.resolve("state"));
        try {
            for (int t = 1; t <= ROUNDS; t++) {
                if (t % 3 == 0) { // a restart changes nothing
                    client.close();
                    client = ServiceClient.of(scenario, folder.resolve("state"));
                }
                ServiceClient.Answer answer = client.post(t, bodies.get(t - 1));
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                Actions expected = repeat.next().get(1).actions(); // of the second policy, acord
                JsonNode actions = answer.json().get("actions");
                assertThat(actions.size()).isEqualTo(AGENTS);
                for (int i = 0; i < AGENTS; i++) {
                    double[] x = expected.of(i);
                    JsonNode found = actions.get(Integer.toString(i));
                    for (int c = 0; c < 2; c++) {
                        assertThat(Double.doubleToRawLongBits(found.get(c).asDouble()))
                                .as("round %d, agent %d", t, i)
                                .isEqualTo(Double.doubleToRawLongBits(x[c]));
                    }
                }
            }
        } finally {
            client.close();
        }
    }
}
