package io.acord.lab.run;

import io.acord.internal.system.DaemonThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Independent tasks on a few threads. The order in which they are done changes no result. */
public final class ParallelTasks {

    private ParallelTasks() {}

    /** What all tasks came to, in their order. The first failure ends it, when those that have begun are over. */
    public static <T> List<T> run(List<Supplier<T>> tasks, int threads, String name) {
        ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, threads), DaemonThread.named(name));
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (Supplier<T> task : tasks) {
                futures.add(pool.submit(task::get));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            pool.shutdownNow();
            awaitEnd(pool);
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new AssertionError(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + name + " was running", e);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Whoever cleans up after a failure must not meet somebody who still writes. */
    private static void awaitEnd(ExecutorService pool) {
        try {
            pool.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
