package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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
        try (TestFleet fleet = new TestFleet(folder, 8, 4, 1, 100_000, false)) {
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
            awaitTenWholeRounds(fleet, lastDegraded);
            for (Map.Entry<String, List<String>> one : cut.entrySet()) {
                Files.writeString(folder.resolve("denied-" + one.getKey()), String.join("\n", one.getValue()));
            }
            for (Map.Entry<String, List<String>> one : cut.entrySet()) { // of three peers
                Member member = fleet.member(one.getKey());
                await(
                        "the cut",
                        () -> member.health().peersUp() <= 3 - one.getValue().size());
            }
            int cutIn = fleet.member("m0").round();
            await("the cut to be felt", () -> lastOf(lastDegraded) > cutIn);
            for (String member : cut.keySet()) {
                Files.delete(folder.resolve("denied-" + member));
            }
            awaitTenWholeRounds(fleet, lastDegraded);
            int reached = fleet.members.values().stream()
                            .mapToInt(Member::round)
                            .min()
                            .orElseThrow()
                    - 1;
            for (int t = 1; t <= reached; t++) {
                assertThat(fleet.played(t)).isNotNull();
            }
            for (List<ActionListener.Published> all : fleet.acted.values()) {
                assertThat(List.copyOf(all).stream().map(ActionListener.Published::round))
                        .doesNotHaveDuplicates();
            }
        }
    }

    private static int lastOf(Map<String, Integer> lastDegraded) {
        return lastDegraded.values().stream().mapToInt(round -> round).max().orElse(0);
    }

    /** Until all have played ten rounds in a row in which nobody missed anybody. */
    private static void awaitTenWholeRounds(TestFleet fleet, Map<String, Integer> lastDegraded) throws Exception {
        await("ten whole rounds", () -> {
            int last = lastOf(lastDegraded);
            return fleet.members.values().stream().allMatch(member -> member.round() > last + 11)
                    && lastOf(lastDegraded) == last;
        });
    }

    private static void await(String what, Callable<Boolean> holds) throws Exception {
        for (int k = 0; k < 6000 && !holds.call(); k++) {
            Thread.sleep(10);
        }
        assertThat(holds.call()).as(what).isTrue();
    }
}
