package io.acord.paper.reproduce;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Many independent pieces of work on a few threads. The order in which they are done changes no result. */
final class Work {

    /**
     * A piece of work.
     *
     * @param size how long it takes compared to the others, about: for progress only
     */
    record Unit(long size, Runnable task) {}

    private Work() {}

    /** Does everything; the first failure ends it. */
    static void doAll(Collection<Unit> units, int threads, Study.Progress progress) {
        long all = Math.max(1, units.stream().mapToLong(Unit::size).sum());
        AtomicLong done = new AtomicLong();
        List<Callable<Long>> tasks = new ArrayList<>();
        for (Unit unit : units) {
            tasks.add(() -> {
                unit.task().run();
                long now = done.addAndGet(unit.size());
                progress.done(now, all);
                return now;
            });
        }
        ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, threads), task -> {
            Thread thread = new Thread(task, "acord-study");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<Long>> futures = new ArrayList<>();
            for (Callable<Long> task : tasks) {
                futures.add(pool.submit(task));
            }
            for (Future<Long> future : futures) {
                future.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new AssertionError(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a study was being measured", e);
        } finally {
            pool.shutdownNow();
        }
    }
}
