package io.acord.internal.kernel;

import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Threads that share out a range of rows for as long as its iterations last. They are started for it and end with it,
 * so nothing has to be closed. Who computes a row does not change its bits.
 */
public final class Crew {

    /**
     * Work that comes in phases, 0, 1, …, {@link #phases} − 1, 0, 1, …; no phase starts before everybody has ended the
     * one before.
     */
    public interface Work {
        int phases();

        /**
         * The first row of a member's part. The parts of all members are all rows; member {@code members} starts after
         * the last.
         */
        int start(int member, int members);

        /** One member's part of a phase. */
        void part(int phase, int from, int to, Scratch scratch);

        /** What one member does alone when a phase has ended; true: all is done. */
        boolean end(int phase);
    }

    private Crew() {}

    /**
     * Does the work.
     *
     * @param kept has what a member that works alone needs
     */
    public static void run(int members, int d, Buffers kept, Work work) {
        if (members <= 1) {
            runAlone(kept.scratch(d), work);
            return;
        }
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Phaser phaser = new Phaser(members) {
            @Override
            protected boolean onAdvance(int advanced, int parties) {
                return work.end(advanced % work.phases());
            }
        };
        Thread[] others = new Thread[members - 1];
        for (int m = 1; m < members; m++) {
            int member = m;
            others[m - 1] =
                    new Thread(() -> takePart(member, members, d, work, phaser, failure), "acord-crew-" + member);
            others[m - 1].setDaemon(true);
            others[m - 1].start();
        }
        takePart(0, members, d, work, phaser, failure);
        joinAll(others);
        Throwable thrown = failure.get();
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
        if (thrown != null) { // other languages throw checked exceptions undeclared
            throw new IllegalStateException("a hitting cost failed", thrown);
        }
    }

    private static void runAlone(Scratch scratch, Work work) {
        int from = work.start(0, 1);
        int to = work.start(1, 1);
        for (int phase = 0; ; phase = (phase + 1) % work.phases()) {
            work.part(phase, from, to, scratch);
            if (work.end(phase)) {
                return;
            }
        }
    }

    private static void takePart(
            int member, int members, int d, Work work, Phaser phaser, AtomicReference<@Nullable Throwable> failure) {
        int first = work.start(member, members);
        int end = work.start(member + 1, members);
        Scratch scratch = new Scratch(d);
        try {
            int phase = 0;
            do {
                work.part(phase, first, end, scratch);
                phase = (phase + 1) % work.phases();
                phaser.arriveAndAwaitAdvance(); // its result does not tell the last to arrive that it was last
            } while (!phaser.isTerminated());
        } catch (Throwable thrown) { // a user's cost may throw anything; the others must not wait for us for ever
            failure.compareAndSet(null, thrown);
            phaser.forceTermination();
        }
    }

    private static void joinAll(Thread[] threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (true) {
                try {
                    thread.join();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true; // the round is short; the caller sees the interrupt after it
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
