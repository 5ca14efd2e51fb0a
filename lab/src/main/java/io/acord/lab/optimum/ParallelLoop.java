package io.acord.lab.optimum;

import io.acord.internal.system.DaemonThread;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A loop whose body is cut into chunks of fixed size, so that threads can share them: who computes a chunk does not
 * change its bits, and sums over chunks are added up in their order. The threads are started for the loop and end with
 * it. Whoever interrupts the thread that runs it ends it by a {@link CancellationException}.
 */
public abstract class ParallelLoop {

    /** There is no next phase. */
    protected static final int DONE = -1;

    private final int chunks;

    /** The loop over {@code chunks} chunks. */
    protected ParallelLoop(int chunks) {
        this.chunks = chunks;
    }

    /** One chunk of a phase; different chunks may be computed at the same time, by different members. */
    protected abstract void chunk(int phase, int chunk, int member);

    /**
     * What one member does alone when all chunks of a phase have been computed. Returns the next phase, or
     * {@link #DONE}.
     */
    protected abstract int next(int phase);

    /** Adds up what chunks have found, in their order. */
    protected static double sum(double[] partial) {
        double sum = 0;
        for (double part : partial) {
            sum += part;
        }
        return sum;
    }

    /** The largest of what chunks have found; NaN if anybody found NaN. */
    protected static double largest(double[] partial) {
        double largest = 0;
        for (double part : partial) {
            largest = Math.max(largest, part);
        }
        return largest;
    }

    /** Runs the loop from a phase on, on this and up to {@code threads} − 1 other threads. */
    public final void run(int phase, int threads) {
        int members = Math.max(1, Math.min(threads, chunks));
        if (members == 1) {
            runAlone(phase);
        } else {
            new Workers(members, phase).run();
        }
    }

    private void runAlone(int from) {
        for (int phase = from; phase != DONE; phase = next(phase)) {
            for (int chunk = 0; chunk < chunks; chunk++) {
                chunk(phase, chunk, 0);
            }
            checkInterrupted();
        }
    }

    private static void checkInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted");
        }
    }

    private final class Workers {
        private final int members;
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        private final Phaser phaser;
        private volatile int phase;

        Workers(int members, int from) {
            this.members = members;
            this.phase = from;
            this.phaser = new Phaser(members) {
                @Override
                protected boolean onAdvance(int advanced, int parties) {
                    phase = next(phase);
                    return phase == DONE;
                }
            };
        }

        void run() {
            Thread[] others = new Thread[members - 1];
            for (int m = 1; m < members; m++) {
                int member = m;
                others[m - 1] = DaemonThread.of(() -> takePart(member), "acord-lab-" + member);
                others[m - 1].start();
            }
            takePart(0);
            joinAll(others);
            Throwable thrown = failure.get();
            if (thrown instanceof RuntimeException e) {
                throw e;
            }
            if (thrown instanceof Error e) {
                throw e;
            }
        }

        private void takePart(int member) {
            int first = (int) ((long) chunks * member / members);
            int end = (int) ((long) chunks * (member + 1) / members);
            try {
                do {
                    for (int chunk = first; chunk < end; chunk++) {
                        chunk(phase, chunk, member);
                    }
                    if (member == 0) {
                        checkInterrupted();
                    }
                    phaser.arriveAndAwaitAdvance();
                } while (!phaser.isTerminated());
            } catch (Throwable thrown) { // a user's cost may throw anything; the others must not wait for us for ever
                failure.compareAndSet(null, thrown);
                phaser.forceTermination();
            }
        }

        private void joinAll(Thread[] threads) {
            boolean interrupted = false;
            for (Thread thread : threads) {
                while (true) {
                    try {
                        thread.join();
                        break;
                    } catch (InterruptedException e) {
                        interrupted = true; // they end soon; the caller sees the interrupt after it
                    }
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
