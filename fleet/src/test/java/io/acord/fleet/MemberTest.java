package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.model.Actions;
import io.acord.recipe.Variant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "12, 4, 1, PLAIN, false",
        "12, 4, 3, JACOBI, true",
        "12, 4, 1, ACCELERATED, true",
        "5, 5, 3, ACCELERATED, false",
        "2, 1, 1, PLAIN, false"
    })
    void membersPlayBitForBitWhatOneFleetInMemoryPlays(
            int agents, int members, int dimension, Variant variant, boolean changing) throws Exception {
        try (TestFleet fleet = new TestFleet(folder, agents, members, dimension, 20, changing)) {
            fleet.variant = variant;
            fleet.openAll();
            fleet.joinAll();
            fleet.awaitAll(Duration.ofSeconds(60));
            List<Actions> expected = fleet.reference();
            for (int t = 1; t <= 20; t++) {
                assertThat(fleet.played(t)).as("round %d", t).isEqualTo(expected.get(t - 1));
            }
            assertThat(fleet.acted.values()).allSatisfy(all -> assertThat(all).hasSize(20));
        }
    }
}
