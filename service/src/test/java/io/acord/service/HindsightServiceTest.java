package io.acord.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acord.acord.HindsightSweeps;
import io.acord.lab.scenario.ArrivingRounds;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a service certifies gets better as its past is looked at with hindsight (theory 12.2). */
class HindsightServiceTest {

    private static final int AGENTS = 12;
    private static final int ROUNDS = 50;

    @TempDir
    private Path folder;

    private Scenario scenario() throws IOException {
        return scenario(1);
    }

    private Scenario scenario(int dimension) throws IOException {
        Path file = Files.writeString(folder.resolve("ring.yaml"), """
                name: ring
                agents: 12
                dimension: %d
                beta: 20
                costs: {kind: online}
                graph: {kind: ring}
                algorithms: [acord]
                """.formatted(dimension));
        return ScenarioReader.read(file, List.of());
    }

    /** Targets that jump; where {@code kinks}, every third agent's cost has one. */
    private static List<byte[]> bodies(boolean kinks) {
        return bodies(kinks, 1);
    }

    private static List<byte[]> bodies(boolean kinks, int dimension) {
        Random random = new Random(7);
        List<byte[]> bodies = new ArrayList<>();
        for (int t = 1; t <= ROUNDS; t++) {
            StringBuilder costs = new StringBuilder();
            for (int i = 0; i < AGENTS; i++) {
                String v = Stream.generate(() -> 10 * random.nextGaussian())
                        .limit(dimension)
                        .toList()
                        .toString();
                double alpha = Math.exp(random.nextGaussian());
                costs.append(i == 0 ? "" : ", ").append('"').append(i).append("\": ");
                costs.append(
                        kinks && i % 3 == 0
                                ? "{\"type\": \"abs\", \"weight\": 3, \"v\": " + v + ", \"mu\": " + alpha + "}"
                                : "{\"alpha\": " + alpha + ", \"v\": " + v + "}");
            }
            bodies.add(("{\"costs\": {" + costs + "}}").getBytes(UTF_8));
        }
        return bodies;
    }

    private List<JsonNode> answers(Path state, List<byte[]> bodies) throws IOException {
        return answers(state, bodies, 1);
    }

    private List<JsonNode> answers(Path state, List<byte[]> bodies, int dimension) throws IOException {
        List<JsonNode> answers = new ArrayList<>();
        try (Service service = Service.open(ServedScenario.of(scenario(dimension)), state)) {
            for (int t = service.nextRound(); t <= bodies.size(); t++) {
                answers.add(JsonMapper.shared().readTree(service.decide(t, bodies.get(t - 1))));
            }
        }
        return answers;
    }

    private static JsonNode guarantee(JsonNode answer) {
        return answer.get("soFar").get("guarantee");
    }

    /** The bound that sweeps over all rounds at once, far more than a service makes, come to: about the optimum. */
    private double optimum(List<byte[]> bodies, List<JsonNode> answers) throws IOException {
        ArrivingRounds arriving = new ArrivingRounds(scenario());
        List<Round> rounds = new ArrayList<>();
        List<Actions> played = new ArrayList<>();
        for (int t = 1; t <= bodies.size(); t++) {
            rounds.add(arriving.read(t, bodies.get(t - 1)).round());
            double[] x = new double[AGENTS];
            for (int i = 0; i < AGENTS; i++) {
                x[i] = answers.get(t - 1)
                        .get("actions")
                        .get(Integer.toString(i))
                        .get(0)
                        .asDouble();
            }
            played.add(Actions.scalars(x));
        }
        return HindsightSweeps.of(3000)
                .improve(Actions.zero(AGENTS, 1), rounds, played)
                .atLeast();
    }

    @Test
    void theCertifiedRatioComesCloseToTheTruth() throws IOException {
        for (boolean kinks : List.of(false, true)) {
            List<byte[]> bodies = bodies(kinks);
            List<JsonNode> answers = answers(folder.resolve("state-" + kinks), bodies);
            for (int t = 1; t < 20; t++) {
                assertThat(guarantee(answers.get(t - 1)).has("swept")).isFalse();
            }
            JsonNode last = guarantee(answers.get(ROUNDS - 1));
            double optimum = optimum(bodies, answers);
            double books = last.get("books").asDouble();
            double swept = last.get("swept").asDouble();
            assertThat(last.get("optimumAtLeast").asDouble()).isEqualTo(Math.max(books, swept));
            assertThat(swept).isGreaterThan(books).isLessThanOrEqualTo(optimum * (1 + 1e-9));
            // 40 rounds are swept, and ten wait
            assertThat(optimum - swept).isLessThan(0.5 * (optimum - books));
        }
    }

    @Test
    void aRestartBeforeEveryRoundChangesNothing() throws IOException {
        for (boolean kinks : List.of(false, true)) {
            List<byte[]> bodies = bodies(kinks);
            List<JsonNode> whole = answers(folder.resolve("whole-" + kinks), bodies);
            List<JsonNode> restarted = new ArrayList<>();
            for (int t = 1; t <= ROUNDS; t++) {
                restarted.addAll(answers(folder.resolve("parts-" + kinks), bodies.subList(0, t)));
            }
            assertThat(restarted).isEqualTo(whole);
        }
    }

    /** Actions of several numbers are swept as plans, if all rounds of a window have one graph. */
    @Test
    void aRestartBeforeEveryRoundChangesNothingForVectors() throws IOException {
        List<byte[]> bodies = bodies(false, 2);
        List<JsonNode> whole = answers(folder.resolve("whole"), bodies, 2);
        assertThat(guarantee(whole.get(ROUNDS - 1)).has("swept")).isTrue();
        List<JsonNode> restarted = new ArrayList<>();
        for (int t = 1; t <= ROUNDS; t++) {
            restarted.addAll(answers(folder.resolve("parts"), bodies.subList(0, t), 2));
        }
        assertThat(restarted).isEqualTo(whole);
    }

    /** What was written before there were sweeps is a fleet alone. */
    @Test
    void aStateFromBeforeThereWereSweepsIsReadAsAFleet() {
        byte[] alone = {'A', 'C', 'F', '3', 1, 2, 3};
        SavedService saved = SavedService.of(alone);
        assertThat(saved.fleet()).isEqualTo(alone);
        assertThat(saved.settled()).isNegative();
        SavedService now = new SavedService(alone, 40, true, new double[] {1, 2});
        assertThat(SavedService.of(now.bytes())).usingRecursiveComparison().isEqualTo(now);
    }
}
