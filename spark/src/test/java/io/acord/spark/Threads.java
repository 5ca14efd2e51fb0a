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

/** Blocks as threads of this process that talk over TLS all the same: a stage without Spark, which makes one attempt. */
final class Threads implements Stage {

    private volatile boolean cancelled;

    @Override
    public List<Integer> run(BlockJob job) throws IOException {
        String[] said = new String[job.blocks()];
        CyclicBarrier meeting = new CyclicBarrier(job.blocks());
        ExecutorService pool = Executors.newFixedThreadPool(job.blocks());
        try {
            List<Future<Integer>> tasks = new ArrayList<>();
            for (int b = 0; b < job.blocks(); b++) {
                int block = b;
                tasks.add(pool.submit(() -> new BlockTask(job, new Member(block, said, meeting)).play()));
            }
            List<Integer> from = new ArrayList<>();
            for (Future<Integer> task : tasks) {
                from.add(task.get());
            }
            return from;
        } catch (InterruptedException e) {
            throw new IOException(e);
        } catch (ExecutionException e) {
            cancelled = true;
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

        @Override
        public int block() {
            return block;
        }

        @Override
        public int attempt() {
            return 0;
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
