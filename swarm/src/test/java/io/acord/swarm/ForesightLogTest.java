package io.acord.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.fleet.ActionListener.Published;
import io.acord.model.Actions;
import io.acord.protocol.Effect;
import io.acord.protocol.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForesightLogTest {

    @TempDir
    private Path folder;

    private static Published published(int round, double gamma, boolean repeated) {
        Actions expert = Actions.flat(2, new double[] {1, 2, 3, 4});
        Actions planned = Actions.flat(2, new double[] {0.1, -0.0, 1e-300, 7});
        return new Published(
                round,
                expert,
                Effect.Level.FINAL,
                12,
                repeated,
                new Effect.Followed(expert, planned, Numbers.of(gamma, 1), Numbers.of(0.25, 0)));
    }

    @Test
    void theFirstLifeSaysHowFarAPlanWasFollowedAndTheLastOneWhatAccountsHold() throws IOException {
        Path file = folder.resolve("m.foresight.csv");
        try (ForesightLog log = ForesightLog.open(file, List.of(4, 9))) {
            log.followed(published(1, 0.5, false));
            log.accounted(1, Numbers.of(0.75, 1.5));
            log.followed(published(2, 0.125, false));
        }
        Files.writeString(file, "followed,3,4,0.", StandardOpenOption.APPEND); // killed here
        try (ForesightLog log = ForesightLog.open(file, List.of(4, 9))) {
            log.followed(published(2, 0, true));
            log.accounted(2, Numbers.of(3, 4));
        }
        Map<Integer, Map<Integer, ForesightLog.Line>> read = ForesightLog.read(file, 2);
        assertThat(read).containsOnlyKeys(1, 2);
        assertThat(read.get(1))
                .containsEntry(4, new ForesightLog.Line(0.5, 0.75, List.of(0.1, -0.0), List.of(1.0, 2.0)))
                .containsEntry(9, new ForesightLog.Line(1, 1.5, List.of(1e-300, 7.0), List.of(3.0, 4.0)));
        assertThat(read.get(2))
                .containsEntry(4, new ForesightLog.Line(0.125, 3, List.of(0.1, -0.0), List.of(1.0, 2.0)));
    }

    @Test
    void aFleetThatDoesNotLookAheadWritesNothing() throws IOException {
        Path file = folder.resolve("m.foresight.csv");
        try (ForesightLog log = ForesightLog.open(file, List.of(0))) {
            log.followed(new Published(1, Actions.scalars(1), Effect.Level.FINAL, 12, false));
        }
        assertThat(file).isEmptyFile();
        assertThat(ForesightLog.read(folder.resolve("nobody.csv"), 1)).isEmpty();
    }
}
