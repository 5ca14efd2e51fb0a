package io.acord.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.scenario.MutatedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bodies that are broken in all ways: each is decided or refused with its reason, and a refused one leaves nothing.
 * {@code -Dacord.mutations=10000} sends more of them.
 */
class MutatedBodiesTest {

    private static final int BODIES = Integer.getInteger("acord.mutations", 1500);

    private static final String SCENARIO = """
            name: three
            agents: [a, b, c]
            dimension: 2
            beta: 2
            mu: running
            costs: {kind: online}
            graph: {kind: path}
            algorithms: [acord: {accuracy: 1e-6, variant: auto}]
            """;

    private static final String ROUND = """
            {"costs": {"a": {"alpha": 1, "v": [1, 2]},
              "b": {"type": "abs", "weight": 3, "v": [1, 0], "mu": 0.5},
              "c": {"type": "quadratic", "Q": [[2, 0], [0, 1]], "v": [0, 0], "box": {"low": [-9, -9], "high": [9, 9]}}},
             "edges": [{"i": "a", "j": "b", "weight": 2}, {"i": "b", "j": "c", "A": [[1, 0], [0, 2]], "offset": [1, 0]}],
             "beta": 5}
            """;

    @TempDir
    private Path folder;

    @Test
    void eachIsDecidedOrRefusedWithItsReasonAndARefusedOneLeavesNothing() throws IOException {
        Path scenario = Files.writeString(folder.resolve("three.yaml"), SCENARIO);
        List<String> decided = new ArrayList<>();
        List<String> answers = new ArrayList<>();
        int refused = 0;
        try (ServiceClient client = ServiceClient.of(scenario, folder.resolve("state"))) {
            for (long seed = 1; seed <= BODIES; seed++) {
                String body = MutatedText.of(ROUND, seed);
                ServiceClient.Answer answer = client.post(decided.size() + 1, body);
                if (answer.status() == 200) {
                    decided.add(body);
                    answers.add(answer.text());
                    continue;
                }
                assertThat(answer.status())
                        .as("seed %d: %s", seed, answer.text())
                        .isEqualTo(400);
                assertThat(answer.type()).isEqualTo("application/problem+json");
                assertThat(answer.json().get("detail").asString()).isNotBlank();
                assertThat(answer.text()).as("seed %d", seed).hasSizeLessThan(100_000);
                refused++;
            }
            assertThat(client.get("/health").status()).isEqualTo(200);
            assertThat(client.log.toString())
                    .as("nothing of this is a fault of our own")
                    .isEmpty();
        }
        assertThat(refused).isGreaterThan(BODIES / 2);
        assertThat(decided).as("numbers that were changed are numbers").hasSizeGreaterThan(BODIES / 100);
        try (ServiceClient untouched = ServiceClient.of(scenario, folder.resolve("untouched"))) {
            Set<Integer> other = new java.util.TreeSet<>();
            for (int t = 1; t <= decided.size(); t++) {
                if (!untouched.post(t, decided.get(t - 1)).text().equals(answers.get(t - 1))) {
                    other.add(t);
                }
            }
            assertThat(other)
                    .as("rounds that are decided otherwise without the refused ones")
                    .isEmpty();
        }
    }
}
