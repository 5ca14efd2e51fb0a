package io.acord.spark.block;

import io.acord.internal.system.WholeFile;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Files of numbers that one process writes and another reads: little endian, a mark at the beginning that says what it
 * is, a checksum at the end. A file appears under its name when it is whole; one that was torn or changed is noticed by
 * whoever reads it.
 */
final class NumberFile {

    private static final int BUFFER = 1 << 20;

    private NumberFile() {}

    /** The file is not what was written. */
    static final class Damaged extends IOException {
        private static final long serialVersionUID = 1;

        Damaged(Path file, String why) {
            super(file + " is damaged: " + why);
        }
    }

    /** Writes a file from the first number to the last. Scratch; one thread. */
    static final class Writer implements Closeable {
        private final Path file;
        private final Path partial;
        private final FileChannel channel;
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
        private final CRC32C crc = new CRC32C();
        private final boolean durable;
        private boolean done;

        /** A file whose loss would matter is {@code durable}: it is on the disk before it appears. */
        Writer(Path file, long mark, boolean durable) throws IOException {
            this.file = file;
            this.durable = durable;
            Path folder = file.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            // A name of its own: an attempt that Spark has given up may still be writing.
            this.partial = file.resolveSibling("." + file.getFileName() + "." + Long.toHexString(System.nanoTime()));
            this.channel = FileChannel.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            number(mark);
        }

        private void room(int bytes) throws IOException {
            if (buffer.remaining() < bytes) {
                drain();
            }
        }

        private void drain() throws IOException {
            buffer.flip();
            crc.update(buffer);
            buffer.rewind();
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            buffer.clear();
        }

        void number(long value) throws IOException {
            room(8);
            buffer.putLong(value);
        }

        void number(double value) throws IOException {
            room(8);
            buffer.putDouble(value);
        }

        /** As many numbers as there are, and the numbers. */
        void numbers(int[] values) throws IOException {
            number(values.length);
            for (int value : values) {
                room(4);
                buffer.putInt(value);
            }
        }

        /** As many numbers as there are, and the numbers; −1 for null. */
        void numbers(double @Nullable [] values) throws IOException {
            number(values == null ? -1L : values.length);
            if (values == null) {
                return;
            }
            for (double value : values) {
                room(8);
                buffer.putDouble(value);
            }
        }

        /** Makes the file appear; returns its checksum. */
        long finish() throws IOException {
            drain();
            long sum = crc.getValue();
            number(sum);
            drain();
            if (durable) {
                channel.force(true);
            }
            channel.close();
            WholeFile.move(partial, file);
            done = true;
            return sum;
        }

        @Override
        public void close() throws IOException {
            if (!done) {
                channel.close();
                Files.deleteIfExists(partial);
            }
        }
    }

    /**
     * Reads a file from the first number to the last. What was read counts only after {@link #end}. Scratch; one
     * thread.
     */
    static final class Reader implements Closeable {
        private final Path file;
        private final FileChannel channel;
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
        private final CRC32C crc = new CRC32C();
        private final long size;
        private long left; // bytes not taken into the buffer yet, the checksum not counted

        Reader(Path file, long mark) throws IOException {
            this.file = file;
            this.channel = FileChannel.open(file, StandardOpenOption.READ);
            this.size = channel.size();
            this.left = size - 8;
            buffer.limit(0);
            try {
                if (left < 8 || number() != mark) {
                    throw new Damaged(file, "it begins otherwise");
                }
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        }

        private void need(int bytes) throws IOException {
            if (buffer.remaining() >= bytes) {
                return;
            }
            buffer.compact();
            int kept = buffer.position();
            buffer.limit((int) Math.min(buffer.capacity(), kept + left));
            while (buffer.hasRemaining()) {
                if (channel.read(buffer) < 0) {
                    throw new EOFException(file + " ends too early");
                }
            }
            left -= buffer.position() - kept;
            buffer.position(kept);
            crc.update(buffer);
            buffer.position(0);
            if (buffer.remaining() < bytes) {
                throw new Damaged(file, "it ends too early");
            }
        }

        long number() throws IOException {
            need(8);
            return buffer.getLong();
        }

        double real() throws IOException {
            need(8);
            return buffer.getDouble();
        }

        private int count(int bytes) throws IOException {
            long count = number();
            if (count < -1 || count > size / bytes) {
                throw new Damaged(file, "a list of " + count + " numbers does not fit into it");
            }
            return (int) count;
        }

        int[] wholes() throws IOException {
            int[] values = new int[Math.max(0, count(4))];
            for (int k = 0; k < values.length; k++) {
                need(4);
                values[k] = buffer.getInt();
            }
            return values;
        }

        double @Nullable [] realsOrNull() throws IOException {
            int count = count(8);
            if (count < 0) {
                return null;
            }
            double[] values = new double[count];
            for (int k = 0; k < values.length; k++) {
                need(8);
                values[k] = buffer.getDouble();
            }
            return values;
        }

        double[] reals() throws IOException {
            double[] values = realsOrNull();
            if (values == null) {
                throw new Damaged(file, "a list is missing");
            }
            return values;
        }

        /** Everything has been read: is it what was written? */
        void end() throws IOException {
            if (left != 0 || buffer.hasRemaining()) {
                throw new Damaged(file, "there is more in it than should be");
            }
            ByteBuffer last = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            while (last.hasRemaining()) {
                if (channel.read(last, size - 8 + last.position()) < 0) {
                    throw new EOFException(file + " ends too early");
                }
            }
            if (last.getLong(0) != crc.getValue()) {
                throw new Damaged(file, "its checksum is wrong");
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** Whether a file is there; shared file systems may show a folder later than what is in it. */
    static boolean isThere(Path file) throws IOException {
        try {
            return Files.size(file) > 0;
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
