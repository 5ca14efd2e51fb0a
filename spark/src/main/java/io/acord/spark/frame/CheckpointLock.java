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
import org.jspecify.annotations.Nullable;

/**
 * Keeps others away from a checkpoint while a driver plays. In a folder the system does; elsewhere a file that is
 * written again every few seconds, so that one whose driver has died is told by its standing still. A driver that only
 * slept may find it taken when it wakes: it has to {@link #check} before it hands out more work.
 */
public final class CheckpointLock implements AutoCloseable {

    static final String FILE = "lock";
    private static final long BEAT_MS = 3_000;
    private static final int BEATS_TO_WAIT = 4;
    private static final long LOOK_AGAIN_MS = 200;

    private final Closeable held;
    private final @Nullable Heartbeat heartbeat; // null: the system keeps it for us

    private CheckpointLock(Closeable held, @Nullable Heartbeat heartbeat) {
        this.held = held;
        this.heartbeat = heartbeat;
    }

    /**
     * Takes a checkpoint.
     *
     * @throws io.acord.input.BadInputException if another driver has it
     */
    public static CheckpointLock take(Storage storage) throws IOException {
        if (storage instanceof LocalStorage local) {
            FolderLock lock = FolderLock.take(local.folder()).orElseThrow(() -> refusal(storage));
            return new CheckpointLock(lock::close, null);
        }
        return take(storage, BEAT_MS);
    }

    /** Takes a checkpoint by a file, written again after so many milliseconds. */
    static CheckpointLock take(Storage storage, long beatMillis) throws IOException {
        byte[] other = read(storage);
        if (other != null) {
            pause(BEATS_TO_WAIT * beatMillis);
            byte[] now = read(storage);
            if (now != null && !Arrays.equals(other, now)) {
                throw refusal(storage);
            }
            storage.delete(FILE); // its driver has died
        }
        Heartbeat heartbeat = new Heartbeat(storage, beatMillis);
        return new CheckpointLock(heartbeat, heartbeat);
    }

    /**
     * Makes sure that nobody has taken the checkpoint in the meantime.
     *
     * @throws IOException if somebody has, or nobody can tell
     */
    public void check() throws IOException {
        if (heartbeat != null && !heartbeat.isOurs()) {
            throw new IOException(
                    heartbeat.storage.uri()
                            + " was taken by another driver, because this one was silent for too long; what was played is kept");
        }
    }

    private static RuntimeException refusal(Storage storage) {
        return Complaints.refuse(
                "checkpoint " + storage.uri(),
                "is in use by another driver",
                "a place of its own for every job, because drivers would overwrite each other's files",
                "wait for the other one, or give another checkpoint");
    }

    private static byte @Nullable [] read(Storage storage) throws IOException {
        try {
            return storage.read(FILE);
        } catch (NoSuchFileException e) {
            return null;
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

    /** Writes a file again and again, as long as it is its own. Thread-safe. */
    private static final class Heartbeat implements Closeable {
        private final Storage storage;
        private final long millis;
        private final String id = UUID.randomUUID().toString();
        private boolean lost;
        private boolean closed;

        Heartbeat(Storage storage, long millis) throws IOException {
            this.storage = storage;
            this.millis = millis;
            if (!storage.writeNew(FILE, text(0))) {
                throw refusal(storage);
            }
            pause(LOOK_AGAIN_MS); // where making a file is not one step, somebody may have come at the same moment
            if (!isOurs()) {
                throw refusal(storage);
            }
            DaemonThread.of(this::run, "acord-lock").start();
        }

        private byte[] text(long count) {
            return (id + " " + count).getBytes(StandardCharsets.UTF_8);
        }

        /** Once it was another's it never is ours again. */
        synchronized boolean isOurs() throws IOException {
            byte[] found = lost ? null : read(storage);
            lost = found == null || !new String(found, StandardCharsets.UTF_8).startsWith(id);
            return !lost;
        }

        private synchronized void run() {
            for (long count = 1; !closed && !lost; count++) {
                try {
                    wait(millis);
                    if (!closed && isOurs()) {
                        storage.write(FILE, text(count));
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                } catch (IOException e) {
                    // once is no matter; if it stays so, playing fails for the same reason
                }
            }
        }

        @Override
        public synchronized void close() throws IOException {
            closed = true;
            notifyAll();
            if (isOurs()) {
                storage.delete(FILE);
            }
        }
    }

    @Override
    public void close() throws IOException {
        held.close();
    }
}
