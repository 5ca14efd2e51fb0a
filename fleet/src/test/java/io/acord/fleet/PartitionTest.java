package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Row 6 of the fault table: links that are cut for some rounds and come back. They are cut by lists of the denied,
 * which each member has of its own here.
 */
class PartitionTest {

    @TempDir
    private Path folder;

    /** Who denies whom. */
    static Stream<Map<String, List<String>>> cuts() {
        return Stream.of(
                Map.of("m0", List.of("m3"), "m1", List.of("m2"), "m2", List.of("m1"), "m3", List.of("m0")), // halves
                Map.of("m0", List.of("m1", "m3")), // one member, and only it knows
                Map.of("m3", List.of("m2"))); // one link, from one side
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void everyRoundHasAnActionAndHealedLinksAreUsedAgain(Map<String, List<String>> cut) throws Exception {
        Map<String, Integer> lastDegraded = new ConcurrentHashMap<>();
        try (TestFleet fleet = new TestFleet(folder, 8, 4, 1, 140, false)) {
            fleet.ownDenials = true;
            fleet.deadline = Duration.ofMillis(300);
            fleet.pace = Duration.ofMillis(40);
            for (int m = 0; m < 4; m++) {
                String name = "m" + m;
                fleet.open(
                        name,
                        builder -> builder.warmUp(Duration.ZERO).watcher(new RoundWatcher() {
                            @Override
                            public void over(int round, boolean degraded) {
                                if (degraded) {
                                    lastDegraded.put(name, round);
                                }
                            }
                        }));
            }
            fleet.joinAll();
            Member first = fleet.member("m0");
            awaitRound(first, 5);
            for (Map.Entry<String, List<String>> one : cut.entrySet()) {
                Files.writeString(folder.resolve("denied-" + one.getKey()), String.join("\n", one.getValue()));
            }
            Thread.sleep(2500);
            for (String member : cut.keySet()) {
                Files.delete(folder.resolve("denied-" + member));
            }
            fleet.awaitAll(Duration.ofSeconds(90));
            for (int t = 1; t <= fleet.horizon; t++) {
                assertThat(fleet.played(t)).isNotNull();
            }
            assertThat(fleet.acted.values()).allSatisfy(all -> assertThat(all).hasSize(fleet.horizon));
            assertThat(lastDegraded).as("the cut was felt").isNotEmpty();
            assertThat(lastDegraded.values()).allMatch(round -> round < fleet.horizon - 10);
        }
    }

    private static void awaitRound(Member member, int round) throws InterruptedException {
        for (int k = 0; k < 3000 && member.round() < round; k++) {
            Thread.sleep(10);
        }
    }
}
