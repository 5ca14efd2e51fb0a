package io.acord.spark;

import io.acord.spark.block.BlockJob;
import io.acord.spark.block.BlockTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Blocks as threads of this process that talk over TLS all the same: a stage without Spark, which makes one attempt by
 * default.
 */
final class Threads implements Stage {

    private final int attempts;
    private final int silent; // a block that is met and never heard of again
    private volatile boolean cancelled;
    private final AtomicInteger attempt = new AtomicInteger();

    Threads() {
        this(1, -1);
    }

    private Threads(int attempts, int silent) {
        this.attempts = attempts;
        this.silent = silent;
    }

    /** Tries so often, and one block never says anything. */
    static Threads withSilent(int block, int attempts) {
        return new Threads(attempts, block);
    }

    /** How many attempts were begun. */
    int attempts() {
        return attempt.get() + 1;
    }

    @Override
    public List<Integer> run(BlockJob job) throws IOException {
        while (true) {
            try {
                return tryOnce(job);
            } catch (IOException e) {
                if (cancelled || attempts() >= attempts) {
                    cancelled = true;
                    throw e;
                }
                attempt.incrementAndGet();
            }
        }
    }

    private List<Integer> tryOnce(BlockJob job) throws IOException {
        String[] said = new String[job.blocks()];
        CyclicBarrier meeting = new CyclicBarrier(job.blocks());
        ExecutorService pool = Executors.newFixedThreadPool(job.blocks());
        try {
            List<Future<Integer>> tasks = new ArrayList<>();
            for (int b = 0; b < job.blocks(); b++) {
                int block = b;
                Member member = new Member(block, said, meeting);
                tasks.add(pool.submit(() -> block == silent ? member.beSilent() : new BlockTask(job, member).play()));
            }
            List<Integer> from = new ArrayList<>();
            for (Future<Integer> task : tasks) {
                from.add(task.get());
            }
            return from;
        } catch (InterruptedException e) {
            throw new IOException(e);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            pool.shutdown();
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
    }

    private final class Member implements BlockTask.Gang {
        private final int block;
        private final String[] said;
        private final CyclicBarrier meeting;

        Member(int block, String[] said, CyclicBarrier meeting) {
            this.block = block;
            this.said = said;
            this.meeting = meeting;
        }

        int beSilent() {
            gather("0 1 127.0.0.1"); // a port at which nobody listens
            return 0;
        }

        @Override
        public int block() {
            return block;
        }

        @Override
        public int attempt() {
            return attempt.get();
        }

        @Override
        public String host() {
            return "127.0.0.1";
        }

        @Override
        public String[] gather(String mine) {
            said[block] = mine;
            try {
                meeting.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                throw new IllegalStateException(e);
            }
            return said;
        }

        @Override
        public void look() throws IOException {
            if (cancelled) {
                throw new IOException("cancelled");
            }
        }
    }
}
