package io.acord.spark.frame;

import io.acord.input.Complaints;
import io.acord.internal.system.DaemonThread;
import io.acord.internal.system.FolderLock;
import io.acord.spark.store.LocalStorage;
import io.acord.spark.store.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.UUID;

/**
 * Keeps others away from a checkpoint while a driver plays. In a folder the system does; elsewhere a file that is
 * written again every few seconds, so that one whose driver has died is told by its standing still.
 */
public final class CheckpointLock implements AutoCloseable {

    static final String FILE = "lock";
    private static final long BEAT_MS = 3_000;
    private static final long PATIENCE_MS = 4 * BEAT_MS;

    private final Closeable held;

    private CheckpointLock(Closeable held) {
        this.held = held;
    }

    /**
     * Takes a checkpoint.
     *
     * @throws io.acord.input.BadInputException if another driver has it
     */
    public static CheckpointLock take(Storage storage) throws IOException {
        if (storage instanceof LocalStorage local) {
            FolderLock lock = FolderLock.take(local.folder()).orElseThrow(() -> refusal(storage));
            return new CheckpointLock(lock::close);
        }
        byte[] other = read(storage);
        if (other.length > 0) {
            pause(PATIENCE_MS);
            if (!Arrays.equals(other, read(storage))) {
                throw refusal(storage);
            }
        }
        return new CheckpointLock(new Beat(storage));
    }

    private static RuntimeException refusal(Storage storage) {
        return Complaints.refuse(
                "checkpoint " + storage.uri(),
                "is in use by another driver",
                "a place of its own for every job, because drivers would overwrite each other's files",
                "wait for the other one, or give another checkpoint");
    }

    private static byte[] read(Storage storage) throws IOException {
        try {
            return storage.read(FILE);
        } catch (NoSuchFileException e) {
            return new byte[0];
        }
    }

    private static void pause(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while looking whether a checkpoint is in use", e);
        }
    }

    /** A file that is written again and again. */
    private static final class Beat implements Closeable {
        private final Storage storage;
        private final String id = UUID.randomUUID().toString();
        private final Thread thread;
        private volatile boolean closed;

        Beat(Storage storage) throws IOException {
            this.storage = storage;
            write(0);
            pause(200);
            if (!new String(read(storage), StandardCharsets.UTF_8).startsWith(id)) {
                throw refusal(storage); // somebody came at the same moment
            }
            this.thread = DaemonThread.of(this::run, "acord-lock");
            thread.start();
        }

        private void write(long count) throws IOException {
            storage.write(FILE, (id + " " + count).getBytes(StandardCharsets.UTF_8));
        }

        private void run() {
            for (long count = 1; !closed; count++) {
                try {
                    pause(BEAT_MS);
                    if (!closed) {
                        write(count);
                    }
                } catch (IOException e) {
                    // once is no matter; if it stays so, playing fails for the same reason
                    if (Thread.currentThread().isInterrupted()) {
                        return;
                    }
                }
            }
        }

        @Override
        public void close() throws IOException {
            closed = true;
            thread.interrupt();
            try {
                thread.join(PATIENCE_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            storage.delete(FILE);
        }
    }

    @Override
    public void close() throws IOException {
        held.close();
    }
}
