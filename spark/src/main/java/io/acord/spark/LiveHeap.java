package io.acord.spark;

import java.lang.management.ManagementFactory;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is alive in this process while something runs: collects garbage every few seconds, and looks at what is left.
 */
final class LiveHeap implements AutoCloseable {

    private static final long SECONDS_BETWEEN = 2;

    private final AtomicLong most = new AtomicLong();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "live-heap");
        thread.setDaemon(true);
        return thread;
    });

    LiveHeap() {
        var unused = timer.scheduleWithFixedDelay(
                () -> most.accumulateAndGet(now(), Math::max), SECONDS_BETWEEN, SECONDS_BETWEEN, TimeUnit.SECONDS);
    }

    /** Bytes that a collection of garbage has left. */
    static long now() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** The most that was ever left. */
    long most() {
        return most.get();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
