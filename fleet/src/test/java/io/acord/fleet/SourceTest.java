package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.protocol.Effect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds whose costs do not come have an action all the same. */
class SourceTest {

    @TempDir
    private Path folder;

    private List<ActionListener.Published> play(int badRound, boolean throwing) throws Exception {
        try (TestFleet fleet = new TestFleet(folder, 4, 2, 1, 12, false)) {
            fleet.deadline = Duration.ofMillis(300);
            fleet.open("m0");
            fleet.open(
                    "m1",
                    builder -> builder.warmUp(Duration.ZERO).rounds((t, round) -> {
                        if (t == badRound && throwing) {
                            throw new IllegalStateException("the sensor is broken");
                        }
                        if (t == badRound) {
                            Thread.sleep(1200);
                        }
                        return fleet.source().round(t, round);
                    }));
            fleet.joinAll();
            fleet.awaitAll(Duration.ofSeconds(60));
            for (int t = 1; t <= 12; t++) {
                assertThat(fleet.played(t)).isNotNull();
            }
            return fleet.acted.getOrDefault("m1", List.of());
        }
    }

    @Test
    void aSourceThatThrowsLeavesTheActionHeld() throws Exception {
        List<ActionListener.Published> acted = play(5, true);
        assertThat(acted.get(4).level()).isEqualTo(Effect.Level.HELD);
        assertThat(acted.get(4).actions()).isEqualTo(acted.get(3).actions());
        assertThat(acted).hasSize(12);
    }

    @Test
    void aSourceThatIsStuckLeavesTheActionHeldByTheDeadline() throws Exception {
        List<ActionListener.Published> acted = play(5, false);
        assertThat(acted.get(4).round()).isEqualTo(5);
        assertThat(acted.get(4).level()).isEqualTo(Effect.Level.HELD);
        assertThat(acted.stream().map(ActionListener.Published::round).distinct())
                .hasSize(12);
    }
}
