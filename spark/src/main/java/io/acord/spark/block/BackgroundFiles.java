package io.acord.spark.block;

import io.acord.internal.system.DaemonThread;
import io.acord.spark.block.PlayedFile.Played;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A block's files while it plays: its part of the next round is read, and what it played last is written, by a thread
 * beside its own. At most one keeping is under way, so that a block that has kept round t has all but the last two
 * keepings of every other one behind it.
 */
final class BackgroundFiles implements AutoCloseable {

    private static final int SECONDS_TO_END = 10;

    private final BlockFiles files;
    private final int me;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(DaemonThread.named("acord-block-files"));
    private int ahead; // the round that is read
    private @Nullable Future<RoundPart> next; // null: none is
    private @Nullable Future<?> keeping; // null: nothing was kept yet

    BackgroundFiles(BlockFiles files, int me) {
        this.files = files;
        this.me = me;
    }

    /** Reads a round, if it is there already; {@link #round} then has it sooner. */
    void readAhead(int t, BlockFiles.RowsOf rows) throws IOException {
        if (files.isThere(t, me)) {
            ahead = t;
            next = thread.submit(() -> files.round(t, me, rows));
        }
    }

    /** Whether a round is being read. */
    boolean isAhead(int t) {
        return next != null && ahead == t;
    }

    /** The block's part of a round, which is there. */
    RoundPart round(int t, BlockFiles.RowsOf rows) throws IOException {
        Future<RoundPart> known = next;
        next = null;
        return known != null && ahead == t ? get(known) : files.round(t, me, rows);
    }

    /** Keeps rounds, once those before them are kept; whoever wants to know that it is done calls {@link #finish}. */
    void keep(int t, List<Played> rounds) throws IOException {
        finish();
        keeping = thread.submit(() -> {
            files.keep(t, me, rounds);
            return t;
        });
    }

    /** Waits until all that was played is kept. */
    void finish() throws IOException {
        Future<?> known = keeping;
        keeping = null;
        if (known != null) {
            get(known);
        }
    }

    private static <T> T get(Future<T> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a block's files were read or written", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException failed) {
                throw failed;
            }
            if (cause instanceof RuntimeException refused) {
                throw refused;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw new IOException(cause);
        }
    }

    /** Lets what is being written become whole. */
    @Override
    public void close() {
        thread.shutdown();
        boolean isOver = false;
        try {
            isOver = thread.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!isOver) {
            thread.shutdownNow();
        }
    }
}
