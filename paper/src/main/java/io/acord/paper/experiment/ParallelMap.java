package io.acord.paper.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Independent tasks on a few threads. The order in which they are done changes no result. */
public final class ParallelMap {

    /**
     * A task.
     *
     * @param size how long it takes compared to the others, about: for progress only
     */
    public record Task(long size, Runnable body) {}

    private ParallelMap() {}

    /** What a function answers for each of many inputs, in their order. */
    public static <A, B> List<B> map(
            List<A> inputs, StudySetup setup, Study.Progress progress, Function<A, B> function) {
        Object[] results = new Object[inputs.size()];
        List<Task> tasks = new ArrayList<>();
        for (int k = 0; k < results.length; k++) {
            int index = k;
            tasks.add(new Task(1, () -> results[index] = function.apply(inputs.get(index))));
        }
        runAll(tasks, setup.threads(), progress);
        @SuppressWarnings("unchecked") // put there by the function
        List<B> all = (List<B>) Arrays.asList(results);
        return all;
    }

    /** Does everything; the first failure ends it. */
    public static void runAll(Collection<Task> tasks, int threads, Study.Progress progress) {
        long all = Math.max(1, tasks.stream().mapToLong(Task::size).sum());
        AtomicLong done = new AtomicLong();
        List<Callable<Long>> calls = new ArrayList<>();
        for (Task task : tasks) {
            calls.add(() -> {
                task.body().run();
                long now = done.addAndGet(task.size());
                progress.done(now, all);
                return now;
            });
        }
        ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, threads), call -> {
            Thread thread = new Thread(call, "acord-study");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<Long>> futures = new ArrayList<>();
            for (Callable<Long> call : calls) {
                futures.add(pool.submit(call));
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
