package io.acord.paper.experiment;

import io.acord.lab.run.ParallelTasks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

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
        List<Supplier<Long>> counted = new ArrayList<>();
        for (Task task : tasks) {
            counted.add(() -> {
                task.body().run();
                long now = done.addAndGet(task.size());
                progress.done(now, all);
                return now;
            });
        }
        ParallelTasks.run(counted, threads, "acord-study");
    }
}
