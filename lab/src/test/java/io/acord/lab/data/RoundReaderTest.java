package io.acord.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.graph.Coupling;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundReaderTest {

    private static final String SOUND = """
            {
              "costs": {
                "a": {"alpha": 2, "v": [1, 0], "box": {"low": [0, null], "high": [1, 1]}},
                "b/c": {"type": "sum", "parts": [{"type": "huber", "weight": 1, "threshold": 2, "v": [0, 0], "mu": 0.2}, {"type": "quadratic", "Q": [[2, 0.5], [0.5, 1]], "v": [1, 0]}]}
              },
              "edges": [{"i": "a", "j": "b/c", "A": [[1, 0], [0, 2]], "weight": 3, "offset": [1, 2]}],
              "beta": 0.5
            }
            """;

    private final RoundReader reader = new RoundReader(List.of("a", "b/c"), 2);

    private RoundReader.Sent read(String text) {
        return reader.read(text.getBytes(StandardCharsets.UTF_8), agent -> false);
    }

    @Test
    void aRoundIsReadInFull() {
        RoundReader.Sent sent = read(SOUND);
        assertThat(sent.costs()).hasSize(2).doesNotContainNull();
        assertThat(sent.beta().getAsDouble()).isEqualTo(0.5);
        Coupling coupling = sent.coupling().orElseThrow();
        assertThat(coupling.graph().edges()).isEqualTo(1);
        assertThat(coupling.gram(0, 1, 1)).isEqualTo(12);
        assertThat(coupling.offset(0, 1)).isEqualTo(2);
    }

    @Test
    void whatIsLeftOutIsSaidToBe() {
        RoundReader.Sent sent = reader.read(
                "{\"costs\": {\"a\": {\"alpha\": 2, \"v\": [1, 0]}}}".getBytes(StandardCharsets.UTF_8),
                agent -> agent == 1);
        assertThat(sent.costs()[1]).isNull();
        assertThat(sent.coupling()).isEmpty();
        assertThat(sent.beta()).isEmpty();
        assertThatThrownBy(() -> read("{\"costs\": {\"a\": {\"alpha\": 2, \"v\": [1, 0]}}}"))
                .hasMessageContaining("/costs/b~1c is missing");
    }

    @Test
    void aRoundMayPriceMovingAnew() {
        assertThat(read(SOUND).switching()).isEmpty();
        assertThat(read(SOUND.replace("\"beta\": 0.5", "\"switching\": 3"))
                        .switching()
                        .orElseThrow())
                .containsExactly(3, 3);
        assertThat(read(SOUND.replace("\"beta\": 0.5", "\"switching\": {\"b/c\": 0.5}"))
                        .switching()
                        .orElseThrow())
                .containsExactly(1, 0.5);
        assertThatThrownBy(() -> read(SOUND.replace("\"beta\": 0.5", "\"switching\": {\"b/c\": -1, \"x\": 2}")))
                .hasMessageContaining("/switching/b~1c is -1")
                .hasMessageContaining("/switching/x is not an agent");
    }

    @Test
    void placesInsideSumsAndBoxesArePointers() {
        assertThatThrownBy(() -> read(SOUND.replace("[[2, 0.5]", "[[2, 7]")))
                .hasMessageContaining("/costs/b~1c/parts/1/Q");
        assertThatThrownBy(() -> read(SOUND.replace("\"threshold\": 2", "\"threshold\": -2")))
                .hasMessageContaining("/costs/b~1c/parts/0/threshold");
        assertThatThrownBy(() -> read(SOUND.replace("\"high\": [1, 1]", "\"high\": [1, 1], \"middle\": 0")))
                .hasMessageContaining("/costs/a/box/middle");
    }

    /** Whatever is sent, it is read or refused, and where it is refused the place is a pointer. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    void nothingThatIsSentDoesHarm(long seed) {
        Random random = new Random(seed);
        byte[] sound = SOUND.getBytes(StandardCharsets.UTF_8);
        byte[] alphabet = "{}[]\",:0123456789.eE-+abnull\\ \u00e4~/".getBytes(StandardCharsets.UTF_8);
        int refused = 0;
        for (int k = 0; k < 3000; k++) {
            byte[] bytes = sound.clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
                int at = random.nextInt(bytes.length);
                bytes[at] =
                        random.nextInt(8) == 0 ? (byte) random.nextInt() : alphabet[random.nextInt(alphabet.length)];
            }
            try {
                reader.read(bytes, agent -> false);
            } catch (BadInputException e) {
                refused++;
                for (Complaint complaint : e.complaints()) {
                    assertThat(complaint.where()).matches("(?s)(/.*)?|and \\d+ more");
                }
            }
        }
        assertThat(refused).isBetween(1000, 2999);
    }
}
