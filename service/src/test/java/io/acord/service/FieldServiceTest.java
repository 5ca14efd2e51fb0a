package io.acord.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.acord.lab.scenario.ScenarioReader;
import io.acord.web.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rounds that are told in the units of a field. */
class FieldServiceTest {

    @TempDir
    private Path folder;

    private Service open() throws IOException {
        return Service.open(
                ServedScenario.of(ScenarioReader.readText("""
                        horizon: 1
                        agents: [hall, up/stairs]
                        beta: 2
                        costs: {kind: rooms}
                        graph: {kind: path}
                        algorithms: [acord]
                        """, "rooms.yaml", folder, List.of())),
                folder.resolve("state"));
    }

    private static byte[] body(String hall, String upstairs) {
        return "{\"readings\": {\"hall\": {\"wanted_c\": %s}, \"up/stairs\": {\"wanted_c\": %s}}}"
                .formatted(hall, upstairs)
                .getBytes(UTF_8);
    }

    /** What is found out by deciding is complained about where the client told it. */
    @Test
    void complaintsPointToReadings() throws IOException {
        try (Service service = open()) {
            assertThat(service.decide(1, body("21", "18"))).asString(UTF_8).contains("\"valve_c\"");
            Problem problem = catchThrowableOfType(Problem.class, () -> service.decide(2, body("20", "-300")));
            JsonNode errors =
                    JsonMapper.shared().readTree(problem.json("/rounds/2")).get("errors");
            assertThat(errors)
                    .isNotEmpty()
                    .allSatisfy(
                            error -> assertThat(error.get("pointer").asString()).isEqualTo("/readings/up~1stairs"));
            assertThat(service.decide(2, body("20", "19"))).asString(UTF_8).contains("\"round\":2");
        }
    }
}
