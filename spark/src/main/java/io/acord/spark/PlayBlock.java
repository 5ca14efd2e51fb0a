package io.acord.spark;

import io.acord.internal.system.DaemonThread;
import io.acord.spark.block.BlockJob;
import io.acord.spark.block.BlockTask;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.TaskKilledException;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/** What Spark runs as a task: one block. Answers after which round it went on. */
final class PlayBlock extends AbstractFunction1<Iterator<Integer>, Iterator<Integer>> implements Serializable {

    private static final long serialVersionUID = 1;

    private final BlockJob job;

    PlayBlock(BlockJob job) {
        this.job = job;
    }

    @Override
    public Iterator<Integer> apply(Iterator<Integer> unused) {
        try {
            int from = new BlockTask(job, Barrier.ofAll(BarrierTaskContext.get())).play();
            return CollectionConverters.asScala(List.of(from).iterator());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The barrier stage. */
    record Barrier(BarrierTaskContext context) implements BlockTask.Gang {

        /**
         * Refuses to wait for tasks that were not started. If a block is lost when another one's result is on its way,
         * Spark forgets all results, takes that one for one of the next attempt when it comes, and starts the others
         * alone, which would wait for each other for good. A task that fails here makes it start all of them.
         */
        static Barrier ofAll(BarrierTaskContext context) {
            int started = context.getTaskInfos().length;
            if (started < context.numPartitions()) {
                throw new IllegalStateException("Spark started " + started + " of " + context.numPartitions()
                        + " blocks, with a result of the attempt before: all are to begin again");
            }
            return new Barrier(context);
        }

        @Override
        public int block() {
            return context.partitionId();
        }

        @Override
        public int attempt() {
            return context.stageAttemptNumber();
        }

        @Override
        public String host() {
            String address = context.getTaskInfos()[context.partitionId()].address();
            int colon = address.lastIndexOf(':');
            return colon < 0 || address.endsWith("]") ? address : address.substring(0, colon);
        }

        /**
         * Spark's barrier looks once a second whether all have come, and when it is interrupted: it swallows that, as
         * whether a task is to end is kept elsewhere. A window of a round or two takes less than that second.
         */
        @Override
        public String[] gather(String mine) {
            Waker waker = new Waker(Thread.currentThread());
            DaemonThread.of(waker, "acord-waker").start();
            try {
                return context.allGather(mine);
            } finally {
                waker.end();
            }
        }

        @Override
        public void look() {
            if (context.isInterrupted()) {
                throw new TaskKilledException("another block was lost");
            }
        }
    }

    /** Interrupts a thread soon, and then less and less often, until it is told to end. */
    private static final class Waker implements Runnable {
        private static final long FIRST_MS = 4;
        private static final long LAST_MS = 1_000;

        private final Thread sleeper;
        private boolean over;

        Waker(Thread sleeper) {
            this.sleeper = sleeper;
        }

        @Override
        public synchronized void run() {
            try {
                for (long millis = FIRST_MS; !over && millis < LAST_MS; millis += millis / 4) {
                    wait(millis);
                    if (!over) {
                        sleeper.interrupt();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** By the one who slept: no interrupt comes after this, and none is left. */
        synchronized void end() {
            over = true;
            notifyAll();
            Thread.interrupted();
        }
    }
}
