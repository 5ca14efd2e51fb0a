package io.acord.studio;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.scenario.MutatedText;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests and scenarios that are broken in all ways: each is answered, none is a fault of the studio's own.
 * {@code -Dacord.mutations=10000} sends more of them.
 */
class MutatedScenariosTest {

    private static final int BODIES = Integer.getInteger("acord.mutations", 1500);

    private static final String SCENARIO = """
            name: small
            seed: 3
            horizon: 3
            agents: [a, b, c, d]
            beta: 2
            costs: {kind: drift, step: 0.5}
            graph: {kind: erdos-renyi, p: 0.5, every: 2}
            algorithms:
              - acord: {iterations: 4, variant: plain, from: zero}
              - local
            """;

    @TempDir
    private Path folder;

    @Test
    void eachIsCheckedOrRefusedWithItsReason() throws Exception {
        TestStudio studio = new TestStudio(Files.createDirectories(folder.resolve("runs")), null);
        int sound = 0;
        try (studio) {
            for (long seed = 1; seed <= BODIES; seed++) {
                boolean isScenario = seed % 4 != 0; // or the request around it
                String sent = isScenario
                        ? TestStudio.body(MutatedText.of(SCENARIO, seed), List.of())
                        : MutatedText.of(TestStudio.body(SCENARIO, List.of("beta=3")), seed);
                HttpResponse<String> answer = studio.post("/api/check", sent);
                assertThat(Set.of(200, 400, 422))
                        .as("seed %d: %s", seed, answer.body())
                        .contains(answer.statusCode());
                assertThat(answer.body())
                        .as("seed %d", seed)
                        .doesNotContain("\tat ")
                        .hasSizeLessThan(200_000);
                sound += answer.statusCode() == 200 ? 1 : 0;
            }
            assertThat(studio.get("/api/runs").statusCode()).isEqualTo(200);
        }
        assertThat(studio.log()).as("nothing of this is a fault of our own").isEmpty();
        assertThat(sound).isPositive();
    }
}
