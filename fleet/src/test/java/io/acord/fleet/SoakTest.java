package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Memory and threads stay flat: {@code -Dacord.fleet.soak=100000} (profile {@code nightly}) for the promised number of
 * rounds, a slice otherwise.
 */
class SoakTest {

    private static final int ROUNDS = Integer.getInteger("acord.fleet.soak", 3000);

    private static final long POOLS = 16L << 20;

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
                    Arrays.toString(Arrays.stream(used).map(b -> b / 1024).toArray()),
                    Arrays.toString(threads));
            // The first look comes before everything has been loaded. Pools of buffers grow by pieces of 4 MB whenever
            // a burst finds them too small; what every round leaves behind grows beyond any number of such pieces.
            assertThat(Math.min(used[3], used[4])).isLessThan(used[1] + used[1] / 10 + POOLS);
            assertThat(threads[4]).isLessThanOrEqualTo(threads[1]);
        }
    }

    /** What a full collection left, without what the running members have made since. */
    private static long usedAfterCollection() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int k = 0; k < 3; k++) {
            System.gc();
            long left = 0;
            for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
                if (pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null) {
                    left += pool.getCollectionUsage().getUsed();
                }
            }
            least = Math.min(least, left);
            Thread.sleep(50);
        }
        return least;
    }
}
