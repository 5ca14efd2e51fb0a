package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory and threads stay flat: {@code -Dacord.fleet.soak=100000} (profile {@code nightly}) for the promised number of rounds, a slice otherwise. */
class SoakTest {

    private static final int ROUNDS = Integer.getInteger("acord.fleet.soak", 3000);

    @TempDir
    private Path folder;

    @Test
    void memoryAndThreadsAreFlat() throws Exception {
        try (TestFleet fleet = new TestFleet(folder, 3, 3, 1, ROUNDS, false)) {
            fleet.k = 2;
            for (int m = 0; m < 3; m++) {
                fleet.open("m" + m, builder -> builder.actions(published -> {}));
            }
            fleet.joinAll();
            Member member = fleet.member("m0");
            long[] used = new long[5];
            int[] threads = new int[5];
            for (int k = 0; k < 5; k++) {
                int until = (k + 1) * (ROUNDS / 6);
                while (member.round() < until) {
                    Thread.sleep(5);
                    assertThat(member.health().isWell()).isTrue();
                }
                used[k] = usedAfterCollection();
                threads[k] = Thread.activeCount();
            }
            fleet.awaitAll(Duration.ofMinutes(60));
            System.out.printf(
                    "soak: %d rounds, heap after collection %s kB, threads %s%n",
                    ROUNDS,
                    java.util.Arrays.toString(
                            java.util.Arrays.stream(used).map(b -> b / 1024).toArray()),
                    java.util.Arrays.toString(threads));
            // The first look comes before everything has been loaded.
            assertThat(Math.min(used[3], used[4])).isLessThan(used[1] + used[1] / 10 + 4_000_000);
            assertThat(threads[4]).isLessThanOrEqualTo(threads[1]);
        }
    }

    private static long usedAfterCollection() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int k = 0; k < 3; k++) {
            System.gc();
            Thread.sleep(50);
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
