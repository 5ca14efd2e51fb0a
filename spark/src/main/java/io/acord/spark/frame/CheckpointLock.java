package io.acord.spark.frame;

import io.acord.input.Complaints;
import io.acord.internal.system.DaemonThread;
import io.acord.internal.system.FolderLock;
import io.acord.lab.store.LocalStorage;
import io.acord.lab.store.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps others away from a checkpoint while a driver plays. In a folder the system does; elsewhere a file {@code lock}
 * that names its driver and is written once, and a file of that driver's own, its <em>beat</em>, which it writes again
 * every few seconds: one that stands still is of a driver that has died. A driver that only slept may find the lock
 * taken when it wakes, wherever it slept, and cannot overwrite it, because its beat has another name. It has to
 * {@link #check} before it hands out more work.
 */
public final class CheckpointLock implements AutoCloseable {

    static final String FILE = "lock";
    private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
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
        byte[] other = read(storage, FILE);
        if (other != null) {
            awaitDeath(storage, other, beatMillis);
            storage.delete(FILE);
            storage.delete(beatOf(other));
        }
        Heartbeat heartbeat = new Heartbeat(storage, beatMillis);
        return new CheckpointLock(heartbeat, heartbeat);
    }

    /**
     * Returns when a lock was given up, or has stood still for long enough.
     *
     * @throws io.acord.input.BadInputException as soon as its driver is seen alive
     */
    private static void awaitDeath(Storage storage, byte[] lock, long beatMillis) throws IOException {
        byte[] beat = read(storage, beatOf(lock));
        for (int k = 0; k < BEATS_TO_WAIT; k++) {
            pause(beatMillis);
            byte[] now = read(storage, FILE);
            if (now == null) {
                return;
            }
            if (!Arrays.equals(lock, now) || !Arrays.equals(beat, read(storage, beatOf(lock)))) {
                throw refusal(storage);
            }
        }
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

    /** The beat of the driver that a lock names. */
    private static String beatOf(byte[] lock) {
        String id = new String(lock, StandardCharsets.UTF_8);
        return FILE + "." + (ID.matcher(id).matches() ? id : "0"); // a lock that is torn has no beat
    }

    private static byte @Nullable [] read(Storage storage, String name) throws IOException {
        try {
            return storage.read(name);
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

    /** Writes a beat again and again, as long as the lock is its own. Thread-safe. */
    private static final class Heartbeat implements Closeable {
        private final Storage storage;
        private final long millis;
        private final byte[] id = UUID.randomUUID().toString().replace("-", "").getBytes(StandardCharsets.UTF_8);
        private final String beat = beatOf(id);
        private boolean lost;
        private boolean closed;

        Heartbeat(Storage storage, long millis) throws IOException {
            this.storage = storage;
            this.millis = millis;
            write(0); // before the lock: one without a beat would be of the dead
            boolean taken = false;
            try {
                taken = storage.writeNew(FILE, id);
                pause(taken ? LOOK_AGAIN_MS : 0); // making a file may be more than one step: somebody may have come too
                taken = taken && isOurs();
            } finally {
                if (!taken) {
                    storage.delete(beat);
                }
            }
            if (!taken) {
                throw refusal(storage);
            }
            DaemonThread.of(this::run, "acord-lock").start();
        }

        private void write(long count) throws IOException {
            storage.write(beat, Long.toString(count).getBytes(StandardCharsets.UTF_8));
        }

        /** Once it was another's it never is ours again. */
        synchronized boolean isOurs() throws IOException {
            lost = lost || !Arrays.equals(id, read(storage, FILE));
            return !lost;
        }

        private synchronized void run() {
            for (long count = 1; !closed && !lost; count++) {
                try {
                    wait(millis);
                    if (!closed && isOurs()) {
                        write(count);
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
            storage.delete(beat);
        }
    }

    @Override
    public void close() throws IOException {
        held.close();
    }
}
