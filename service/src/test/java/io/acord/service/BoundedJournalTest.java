package io.acord.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.lab.scenario.ScenarioReader;
import io.acord.web.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that forgets rounds of long ago decides as one that remembers all of them. */
class BoundedJournalTest {

    private static final int KEPT = 20; // no service keeps fewer
    private static final int ROUNDS = 90;

    @TempDir
    private Path folder;

    private Path state = Path.of("");

    @BeforeEach
    void nameTheState() {
        state = folder.resolve("state");
    }

    private Service open(Path where, int keep) throws IOException {
        Path scenario = Files.writeString(folder.resolve("three.yaml"), """
                name: three
                agents: [a, b, c]
                beta: 2
                costs: {kind: online, missing: hold}
                graph: {kind: path}
                algorithms: [acord]
                """);
        return Service.open(ServedScenario.of(ScenarioReader.read(scenario, List.of())), where, keep);
    }

    /** Of c nothing is heard after the first round, of b in every fifth. */
    private static byte[] body(int t) {
        String a = "\"a\": {\"alpha\": 1, \"v\": " + t % 7 + "}";
        String b = t % 5 == 1 ? ", \"b\": {\"type\": \"abs\", \"weight\": 2, \"v\": [" + t + "], \"mu\": 1}" : "";
        String c = t == 1 ? ", \"c\": {\"alpha\": 3, \"v\": -2}" : "";
        return ("{\"costs\": {" + a + b + c + "}}").getBytes(UTF_8);
    }

    private static String decide(Service service, int t) throws IOException {
        return new String(service.decide(t, body(t)), UTF_8);
    }

    private List<String> remembered() throws IOException {
        List<String> answers = new ArrayList<>();
        try (Service service = open(folder.resolve("all"), Service.DEFAULT_KEPT)) {
            for (int t = 1; t <= ROUNDS; t++) {
                answers.add(decide(service, t));
            }
        }
        return answers;
    }

    @Test
    void answersAreThoseOfAServiceThatForgetsNothing() throws IOException {
        List<String> all = remembered();
        try (Service service = open(state, KEPT)) {
            for (int t = 1; t <= ROUNDS; t++) {
                assertThat(decide(service, t)).isEqualTo(all.get(t - 1));
                int first = service.health().firstKept();
                assertThat(t - first + 1).as("rounds kept after %s", t).isBetween(Math.min(t, KEPT), 2 * KEPT);
                for (int kept = first; kept <= t; kept++) {
                    assertThat(service.answer(kept).orElseThrow())
                            .asString(UTF_8)
                            .isEqualTo(all.get(kept - 1));
                    assertThat(decide(service, kept)).isEqualTo(all.get(kept - 1));
                }
                for (int gone = 1; gone < first; gone++) {
                    int round = gone;
                    assertThatThrownBy(() -> service.answer(round))
                            .isInstanceOf(Problem.class)
                            .hasMessageContaining("is not kept any more")
                            .hasMessageContaining("Rounds from " + first + " to " + t);
                    assertThatThrownBy(() -> decide(service, round)).isInstanceOf(Problem.class);
                }
            }
        }
    }

    /** Also of c, whose cost has been in no journal for long. */
    @Test
    void aServiceThatIsStartedAnewForEveryRoundDecidesTheSame() throws IOException {
        List<String> all = remembered();
        for (int t = 1; t <= ROUNDS; t++) {
            try (Service service = open(state, KEPT)) {
                assertThat(service.nextRound()).isEqualTo(t);
                assertThat(decide(service, t)).isEqualTo(all.get(t - 1));
            }
        }
    }

    @Test
    void theFilesDoNotGrow() throws IOException {
        List<Long> sizes = new ArrayList<>();
        try (Service service = open(state, KEPT)) {
            for (int t = 1; t <= 150; t++) {
                decide(service, t);
                Path old = state.resolve("journal.old");
                sizes.add(Files.size(state.resolve("journal")) + (Files.exists(old) ? Files.size(old) : 0));
            }
        }
        long early = sizes.subList(0, 3 * KEPT).stream()
                .mapToLong(Long::longValue)
                .max()
                .orElseThrow();
        assertThat(sizes.subList(3 * KEPT, sizes.size()))
                .allSatisfy(size -> assertThat(size).isLessThan(early + early / 10));
    }

    private void playTo(int last) throws IOException {
        try (Service service = open(state, KEPT)) {
            for (int t = service.nextRound(); t <= last; t++) {
                decide(service, t);
            }
        }
    }

    @Test
    void aStopWhileTheJournalTurnsLosesNothing() throws IOException {
        List<String> all = remembered();
        playTo(48); // the second file was begun after round 40
        Files.copy(state.resolve("journal"), state.resolve("journal.new")); // before the first rename
        try (Service service = open(state, KEPT)) {
            assertThat(service.nextRound()).isEqualTo(49);
        }
        assertThat(state.resolve("journal.new")).doesNotExist();
        Files.move(state.resolve("journal"), state.resolve("journal.new")); // between the two
        try (Service service = open(state, KEPT)) {
            for (int t = 49; t <= ROUNDS; t++) {
                assertThat(decide(service, t)).isEqualTo(all.get(t - 1));
            }
        }
    }

    @Test
    void aJournalOfBeforeATurnIsRefusedAfterIt() throws IOException {
        playTo(40);
        byte[] before = Files.readAllBytes(state.resolve("journal"));
        playTo(41);
        Files.write(state.resolve("journal"), before);
        Files.delete(state.resolve("journal.old"));
        assertThatThrownBy(() -> open(state, KEPT)).hasMessageContaining("and round 40 was answered");
    }

    @Test
    void anOldFileThatIsDamagedOrOfAnotherTimeIsRefusedWithAWayOut() throws IOException {
        playTo(48);
        Path old = state.resolve("journal.old");
        byte[] whole = Files.readAllBytes(old);
        byte[] damaged = whole.clone();
        damaged[whole.length / 2] ^= 0x10;
        for (byte[] bytes : List.of(damaged, Arrays.copyOf(whole, whole.length - 3))) {
            Files.write(old, bytes);
            assertThatThrownBy(() -> open(state, KEPT)).hasMessageContaining("journal.old is damaged at byte");
        }
        Files.write(old, Files.readAllBytes(state.resolve("journal")));
        assertThatThrownBy(() -> open(state, KEPT))
                .hasMessageContaining("journal.old ends after round 48")
                .hasMessageContaining("remove it");
        Files.delete(old);
        try (Service service = open(state, KEPT)) {
            assertThat(service.health().firstKept()).isEqualTo(41);
            assertThat(service.nextRound()).isEqualTo(49);
        }
    }
}
