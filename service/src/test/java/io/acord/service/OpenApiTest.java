package io.acord.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The description for programs says what the service does. */
class OpenApiTest {

    @TempDir
    private Path folder;

    private ServiceClient client() throws IOException {
        Path scenario = Files.writeString(folder.resolve("two.yaml"), """
                name: two
                agents: [a, b]
                costs: {kind: online, missing: hold}
                graph: {kind: path}
                algorithms: [acord]
                """);
        return ServiceClient.of(scenario, folder.resolve("state"));
    }

    @Test
    void itHasTheRequestsThatThereAreAndNoOthers() throws IOException {
        try (ServiceClient client = client()) {
            JsonNode api = client.get("/openapi.json").json();
            assertThat(api.get("openapi").asString()).isEqualTo("3.1.0");
            List<String> described = new ArrayList<>();
            api.get("paths")
                    .propertyStream()
                    .forEach(path -> path.getValue().propertyNames().forEach(method -> {
                        if (!method.equals("parameters")) {
                            described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                        }
                    }));
            described.remove("GET /");
            assertThat(described)
                    .containsExactlyInAnyOrderElementsOf(
                            client.get("/").json().get("requests").propertyNames());
            client.post(1, "{\"costs\": {\"a\": {\"alpha\": 1, \"v\": 3}, \"b\": {\"alpha\": 1, \"v\": 1}}}");
            for (String each : described) {
                if (each.startsWith("GET ")) {
                    String path = each.substring(4).replace("{t}", "1").replace("{name}", "two");
                    assertThat(client.get(path).status()).as(each).isEqualTo(200);
                }
            }
        }
    }

    @Test
    void answersAreAsItDescribesThem() throws IOException {
        try (ServiceClient client = client()) {
            JsonNode api = client.get("/openapi.json").json();
            fits(client.get("/").json(), "About", api);
            String both = "{\"costs\": {\"a\": {\"type\": \"abs\", \"weight\": 1, \"v\": [3], \"mu\": 1},"
                    + " \"b\": {\"alpha\": 1, \"v\": 1, \"box\": {\"low\": [0], \"high\": [null]}}}, \"beta\": 2}";
            fits(client.post(1, both).json(), "Decision", api);
            fits(client.post(2, "{\"costs\": {}, \"edges\": []}").json(), "Decision", api);
            fits(
                    client.post(3, "{\"costs\": {\"a\": {\"alpha\": -1, \"v\": 0}}, \"gamma\": 1}")
                            .json(),
                    "Problem",
                    api);
            fits(client.get("/fleets").json(), "Fleets", api);
            fits(client.get("/fleets/two").json(), "About", api);
            fits(client.get("/fleets/two/rounds/1").json(), "Decision", api);
            fits(client.get("/rounds/9").json(), "Problem", api);
            for (String health : List.of("/health", "/health/live", "/health/ready")) {
                fits(client.get(health).json(), "Health", api);
            }
        }
    }

    private static void fits(JsonNode answer, String schema, JsonNode api) {
        check(answer, api.at("/components/schemas/" + schema), api, schema);
    }

    /** Required keys are there, and no key that is not described; down to where nothing is said any more. */
    private static void check(JsonNode answer, JsonNode schema, JsonNode api, String where) {
        if (schema.has("$ref")) {
            check(answer, api.at(schema.get("$ref").asString().substring(1)), api, where);
            return;
        }
        JsonNode properties = schema.get("properties");
        if (!answer.isObject() || properties == null) {
            return;
        }
        if (schema.has("required")) {
            schema.get("required")
                    .forEach(key -> assertThat(answer.has(key.asString()))
                            .as("%s has %s: %s", where, key.asString(), answer)
                            .isTrue());
        }
        answer.propertyStream().forEach(entry -> {
            assertThat(properties.has(entry.getKey()))
                    .as("%s describes %s", where, entry.getKey())
                    .isTrue();
            check(entry.getValue(), properties.get(entry.getKey()), api, where + "." + entry.getKey());
        });
    }
}
