package io.acord.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.cost.Quadratic;
import io.acord.foresight.Forecasts;
import io.acord.foresight.Foresight;
import io.acord.foresight.ForesightDecision;
import io.acord.foresight.Trust;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Rounds with forecasts over HTTP. */
class ForesightServiceTest {

    private static final String SCENARIO = """
            agents: [a, b/c]
            beta: 2
            switching: 3
            costs: {kind: online}
            graph: {kind: path}
            forecasts: {kind: online}
            algorithms: [foresight: {window: 2, trust: 0.25}]
            """;

    @TempDir
    private Path folder;

    private ServiceClient client(String scenario) throws IOException {
        return ServiceClient.of(Files.writeString(folder.resolve("two.yaml"), scenario), folder.resolve("state"));
    }

    private static double target(int t) {
        return 3 * Math.sin(t);
    }

    private static String body(int t) {
        return """
                {"costs": {"a": {"alpha": 1, "v": [%s]}, "b/c": {"alpha": 2, "v": [%s]}},
                 "forecasts": {"a": [{"alpha": 1, "v": [%s]}, {"alpha": 1, "v": [%s]}], "b/c": [{"alpha": 2, "v": [%s]}]}}
                """.formatted(target(t), target(t) + 1, target(t + 1), target(t + 2), target(t + 1) + 1);
    }

    @Test
    void answersAreThoseOfTheLibraryAlsoOverARestart() throws IOException {
        Foresight library = Foresight.builder(2)
                .window(2)
                .trust(new Trust(0.25, Trust.Account.OWN))
                .build();
        for (int t = 1; t <= 8; t++) {
            try (ServiceClient client = client(SCENARIO)) { // a new process for every round
                ServiceClient.Answer answer = client.post(t, body(t));
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                ForesightDecision decision = library.decide(
                        library.round()
                                .costs(Quadratic.alpha(1, target(t)), Quadratic.alpha(2, target(t) + 1))
                                .edge(0, 1)
                                .beta(2)
                                .switchingWeights(3, 3)
                                .build(),
                        Forecasts.builder(2)
                                .cost(0, 1, Quadratic.alpha(1, target(t + 1)))
                                .cost(0, 2, Quadratic.alpha(1, target(t + 2)))
                                .cost(1, 1, Quadratic.alpha(2, target(t + 1) + 1))
                                .build());
                JsonNode json = answer.json();
                assertThat(json.get("actions").get("a").get(0).asDouble())
                        .isEqualTo(decision.actions().get(0));
                JsonNode ofAgent = json.get("foresight").get("agents").get("b/c");
                assertThat(ofAgent.get("gamma").asDouble()).isEqualTo(decision.gamma(1));
                assertThat(ofAgent.get("account").asDouble()).isEqualTo(decision.account(1));
                assertThat(ofAgent.get("why").asString()).isEqualTo(decision.why(1));
                assertThat(json.get("foresight").get("atMost").asDouble()).isEqualTo(1.25);
                assertThat(json.get("soFar").get("cost").get("total").asDouble())
                        .isEqualTo(library.cost().total());
                assertThat(client.post(t, body(t)).text()).isEqualTo(answer.text());
            }
        }
    }

    @Test
    void forecastsThatCannotBeAreAnsweredWithTheirPlace() throws IOException {
        try (ServiceClient client = client(SCENARIO)) {
            String wrong = """
                    {"costs": {"a": {"alpha": 1, "v": [1]}, "b/c": {"alpha": 2, "v": [1]}},
                     "forecasts": {"a": {"alpha": 1}, "b/c": [7, {"alpha": 2, "v": [1, 2]}], "x": []}}
                    """;
            ServiceClient.Answer answer = client.post(1, wrong);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text())
                    .contains("\"/forecasts/a\"", "\"/forecasts/b~1c/0\"", "\"/forecasts/b~1c/1\"", "\"/forecasts/x\"");
        }
    }

    @Test
    void whoDoesNotLookAheadTakesNoForecasts() throws IOException {
        String plain = SCENARIO.replace("forecasts: {kind: online}\n", "")
                .replace("foresight: {window: 2, trust: 0.25}", "acord");
        try (ServiceClient client = client(plain)) {
            ServiceClient.Answer answer = client.post(1, body(1));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).contains("this scenario does not look ahead");
        }
        assertThatThrownBy(
                        () -> client(SCENARIO.replace("forecasts: {kind: online}", "forecasts: {kind: persistence}")))
                .hasMessageContaining("forecasts are known beforehand");
        assertThatThrownBy(() -> client(SCENARIO.replace("algorithms: [", "algorithms: [acord, ")))
                .hasMessageContaining("forecasts are for nobody: acord comes first");
    }

    @Test
    void aBrokenPromiseIsNotRepeated() throws IOException {
        try (ServiceClient client = client(SCENARIO)) {
            client.post(1, body(1));
            JsonNode dearer = client.post(2, body(2).replaceFirst("\\{", "{\"switching\": 9, "))
                    .json()
                    .get("foresight");
            assertThat(dearer.get("atMost").isNull()).isTrue();
            assertThat(dearer.get("whyNotPromised").asString()).contains("moving became dearer");
        }
    }

    @Test
    void aStateOfAnotherTrustIsRefused() throws IOException {
        try (ServiceClient client = client(SCENARIO)) {
            assertThat(client.post(1, body(1)).status()).isEqualTo(200);
        }
        assertThatThrownBy(() -> client(SCENARIO.replace("trust: 0.25", "trust: 0.5")))
                .hasMessageContaining("trust");
    }
}
