package io.acord.spark.block;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Frames from one block to another of the same host, through a file that both have mapped. There is room for two:
 * whoever tells a third one has been told the second one, by somebody who had taken the first one ({@link Exchange}).
 *
 * <p>The one who tells makes the file and {@link #offer offers} it over the link; the other one opens it, finds the
 * number there that it was told, and says so in the file. From then on its name is not needed any more, and nothing is
 * left of it when both have ended, however they do. Whoever cannot open it says nothing, and is told over the link.
 *
 * <pre>
 *   0  a number that nobody guesses, 16 bytes
 *  16  1: it is read
 *  64  of each frame when it is of, how many numbers it has, 48 bytes of nothing, numbers
 * </pre>
 */
final class SharedFrames {

    /** When a frame is of that offers a file: never. */
    static final long OFFER = -1;

    private static final int SLOTS = 2;
    private static final int SECRET = 16;
    private static final int HEADER = 64; // a cache line
    private static final int IS_READ = 16;
    private static final Path MEMORY = Path.of("/dev/shm"); // files that are never written to a disk
    private static final Pattern NAME = Pattern.compile("acord-blocks-[0-9a-z]{1,40}");
    private static final Duration FORGOTTEN = Duration.ofMinutes(10); // a name is needed for milliseconds
    private static final SecureRandom RANDOM = new SecureRandom();

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Path file;
    private final MappedByteBuffer memory;
    private final DoubleBuffer[] numbers = new DoubleBuffer[SLOTS];
    private final int capacity; // numbers of a frame
    private boolean isNamed;
    private int told;

    private SharedFrames(Path file, MappedByteBuffer memory, int capacity, boolean isNamed) {
        this.file = file;
        this.memory = memory;
        this.capacity = capacity;
        this.isNamed = isNamed;
        for (int slot = 0; slot < SLOTS; slot++) {
            this.numbers[slot] = memory.slice(at(slot) + HEADER, 8 * capacity)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asDoubleBuffer();
        }
    }

    private int at(int slot) {
        return HEADER + slot * (HEADER + 8 * capacity);
    }

    private static long size(int capacity) {
        return HEADER + SLOTS * (HEADER + 8L * capacity);
    }

    /** Set to true, blocks of the same host use their links, as those of several hosts do. */
    private static final String LINKS = "acord.spark.links";

    /** The folder of such files; null where there is none, and blocks of the same host use their links. */
    static @Nullable Path folder() {
        return !Boolean.getBoolean(LINKS) && Files.isDirectory(MEMORY) && Files.isWritable(MEMORY) ? MEMORY : null;
    }

    /** A file for frames of at most so many numbers. */
    static SharedFrames create(Path folder, int capacity) throws IOException {
        long size = size(capacity);
        if (size > Integer.MAX_VALUE) {
            throw new IOException("frames of " + capacity + " numbers are too large for one file");
        }
        deleteForgotten(folder);
        Path file = Files.createTempFile(folder, "acord-blocks-", ""); // nobody else may open it
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // All of it is written once: a page that was not there could not be had later, and there would be no error
            // but the end of the process.
            ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 16);
            for (long at = 0; at < size; at += zeros.capacity()) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), size - at));
                while (zeros.hasRemaining()) {
                    channel.write(zeros, at + zeros.position());
                }
            }
            MappedByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, size);
            byte[] secret = new byte[SECRET];
            RANDOM.nextBytes(secret);
            memory.put(0, secret);
            return new SharedFrames(file, memory, capacity, true);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** Deletes names that somebody left who was killed before the other one had opened the file. */
    private static void deleteForgotten(Path folder) throws IOException {
        Instant since = Instant.now().minus(FORGOTTEN);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "acord-blocks-*")) {
            for (Path each : all) {
                try {
                    if (Files.getLastModifiedTime(each, LinkOption.NOFOLLOW_LINKS)
                            .toInstant()
                            .isBefore(since)) {
                        Files.deleteIfExists(each);
                    }
                } catch (IOException e) {
                    // somebody else's, or somebody else has just deleted it
                }
            }
        }
    }

    /** What the other one is told over the link. */
    byte[] offer() {
        byte[] name = String.valueOf(file.getFileName()).getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(8 + 4 + SECRET + name.length).order(ByteOrder.LITTLE_ENDIAN);
        frame.putLong(OFFER).putInt(capacity).put(memory.slice(0, SECRET)).put(name);
        return frame.array();
    }

    /** Opens what was offered; null if it is not there, or is not what was offered. */
    static @Nullable SharedFrames accept(Path folder, byte[] offer) {
        ByteBuffer frame = ByteBuffer.wrap(offer).order(ByteOrder.LITTLE_ENDIAN);
        if (offer.length < 8 + 4 + SECRET || frame.getLong() != OFFER) {
            return null;
        }
        int capacity = frame.getInt();
        byte[] secret = new byte[SECRET];
        frame.get(secret);
        String name = StandardCharsets.UTF_8.decode(frame).toString();
        if (capacity < 0
                || size(capacity) > Integer.MAX_VALUE
                || !NAME.matcher(name).matches()) {
            return null;
        }
        Path file = folder.resolve(name);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (channel.size() != size(capacity)) {
                return null;
            }
            MappedByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, size(capacity));
            return memory.slice(0, SECRET).equals(ByteBuffer.wrap(secret))
                    ? new SharedFrames(file, memory, capacity, false)
                    : null;
        } catch (IOException | RuntimeException e) {
            return null; // of another host after all, or of another user
        }
    }

    /** Says to the one who tells that from now on frames are found here. */
    void beRead() {
        LONGS.setRelease(memory, IS_READ, 1L);
    }

    /** Whether the other one looks here. */
    boolean isRead() {
        boolean isRead = (long) LONGS.getAcquire(memory, IS_READ) == 1;
        if (isRead) {
            forget();
        }
        return isRead;
    }

    /** Whether so many numbers are not too many. */
    boolean hasRoomFor(int count) {
        return count <= capacity;
    }

    /** Where the numbers of the next frame go. */
    DoubleBuffer next() {
        return numbers[told % SLOTS];
    }

    /** Tells what was written to {@link #next}. */
    void tell(long when, int count) {
        int slot = told++ % SLOTS;
        LONGS.set(memory, at(slot) + 8, (long) count);
        LONGS.setRelease(memory, at(slot), when);
    }

    /** Where a frame is; −1 if it has not been told here. */
    int find(long when) {
        for (int slot = 0; slot < SLOTS; slot++) {
            if ((long) LONGS.getAcquire(memory, at(slot)) == when) {
                return slot;
            }
        }
        return -1;
    }

    /** The numbers of a frame that was found; null if it does not have so many. */
    @Nullable
    DoubleBuffer numbers(int slot, int count) {
        return (long) LONGS.get(memory, at(slot) + 8) == count ? numbers[slot] : null;
    }

    /** The file needs no name any more. */
    void forget() {
        if (isNamed) {
            isNamed = false;
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // the next one to make such a file will
            }
        }
    }
}
