package io.acord.lab.block;

import io.acord.lab.store.LocalStorage;
import io.acord.lab.store.Storage;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Files of numbers that one process writes and another reads: little endian, a mark at the beginning that says what it
 * is, a checksum at the end. A file appears under its name when it is whole; one that was torn or changed is noticed by
 * whoever reads it.
 */
public final class NumberFile {

    private static final int BUFFER = 1 << 20;

    private NumberFile() {}

    /** The file is not what was written. */
    public static final class Damaged extends IOException {
        private static final long serialVersionUID = 1;

        public Damaged(Object file, String why) {
            super(file + " is damaged: " + why);
        }
    }

    /** Writes a file from the first number to the last. Scratch; one thread. */
    public static final class Writer implements Closeable {
        private final Storage.Sink sink;
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
        private final CRC32C crc = new CRC32C();

        public Writer(Storage.Sink sink, long mark) throws IOException {
            this.sink = sink;
            number(mark);
        }

        /** A file whose loss would matter is {@code durable}: it is on the disk before it appears. */
        public Writer(Path file, long mark, boolean durable) throws IOException {
            this(LocalStorage.sink(file, durable), mark);
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
            sink.write(buffer);
            buffer.clear();
        }

        public void number(long value) throws IOException {
            room(8);
            buffer.putLong(value);
        }

        public void number(double value) throws IOException {
            room(8);
            buffer.putDouble(value);
        }

        /** As many numbers as there are, and the numbers. */
        public void numbers(int[] values) throws IOException {
            number(values.length);
            for (int at = 0; at < values.length; ) {
                room(4);
                int part = Math.min(buffer.remaining() / 4, values.length - at);
                buffer.asIntBuffer().put(values, at, part);
                buffer.position(buffer.position() + 4 * part);
                at += part;
            }
        }

        /** As many bytes as there are, and the bytes. */
        public void bytes(byte[] values) throws IOException {
            number(values.length);
            for (int at = 0; at < values.length; ) {
                room(1);
                int part = Math.min(buffer.remaining(), values.length - at);
                buffer.put(values, at, part);
                at += part;
            }
        }

        /** As many numbers as there are, and the numbers; −1 for null. */
        public void numbers(double @Nullable [] values) throws IOException {
            number(values == null ? -1L : values.length);
            if (values == null) {
                return;
            }
            for (int at = 0; at < values.length; ) {
                room(8);
                int part = Math.min(buffer.remaining() / 8, values.length - at);
                buffer.asDoubleBuffer().put(values, at, part);
                buffer.position(buffer.position() + 8 * part);
                at += part;
            }
        }

        /** As many texts as there are, and their bytes; a text may be missing. */
        public void texts(@Nullable String[] values) throws IOException {
            number(values.length);
            for (String value : values) {
                byte[] bytes = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
                number(bytes == null ? -1L : bytes.length);
                for (int at = 0; bytes != null && at < bytes.length; ) {
                    room(1);
                    int part = Math.min(buffer.remaining(), bytes.length - at);
                    buffer.put(bytes, at, part);
                    at += part;
                }
            }
        }

        /** Makes the file appear; returns its checksum. */
        public long finish() throws IOException {
            drain();
            long sum = crc.getValue();
            number(sum);
            drain();
            sink.commit();
            return sum;
        }

        @Override
        public void close() throws IOException {
            sink.close();
        }
    }

    /**
     * Reads a file from the first number to the last. What was read counts only after {@link #end}. Scratch; one
     * thread.
     */
    public static final class Reader implements Closeable {
        private final String file;
        private final Storage.Source source;
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
        private final CRC32C crc = new CRC32C();
        private final long size;
        private long left; // bytes not taken into the buffer yet, the checksum not counted

        public Reader(Path file, long mark) throws IOException {
            this(LocalStorage.source(file), file.toString(), mark);
        }

        /** Reads a source to its end; {@code file} is what complaints call it. */
        public Reader(Storage.Source source, String file, long mark) throws IOException {
            this.file = file;
            this.source = source;
            this.size = source.size();
            this.left = size - 8;
            buffer.limit(0);
            try {
                if (left < 8 || number() != mark) {
                    throw new Damaged(file, "it begins otherwise");
                }
            } catch (IOException e) {
                source.close();
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
                if (source.read(buffer) < 0) {
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

        public long number() throws IOException {
            need(8);
            return buffer.getLong();
        }

        public double real() throws IOException {
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

        public int[] wholes() throws IOException {
            int[] values = new int[Math.max(0, count(4))];
            for (int at = 0; at < values.length; ) {
                need(4);
                int part = Math.min(buffer.remaining() / 4, values.length - at);
                buffer.asIntBuffer().get(values, at, part);
                buffer.position(buffer.position() + 4 * part);
                at += part;
            }
            return values;
        }

        /** What {@link Writer#bytes} wrote. */
        public byte[] bytes() throws IOException {
            byte[] values = new byte[Math.max(0, count(1))];
            take(values);
            return values;
        }

        private void take(byte[] into) throws IOException {
            for (int at = 0; at < into.length; ) {
                need(1);
                int part = Math.min(buffer.remaining(), into.length - at);
                buffer.get(into, at, part);
                at += part;
            }
        }

        public double @Nullable [] realsOrNull() throws IOException {
            int count = count(8);
            if (count < 0) {
                return null;
            }
            double[] values = new double[count];
            for (int at = 0; at < values.length; ) {
                need(8);
                int part = Math.min(buffer.remaining() / 8, values.length - at);
                buffer.asDoubleBuffer().get(values, at, part);
                buffer.position(buffer.position() + 8 * part);
                at += part;
            }
            return values;
        }

        public @Nullable String[] texts() throws IOException {
            @Nullable String[] values = new String[Math.max(0, count(1))];
            for (int k = 0; k < values.length; k++) {
                values[k] = text();
            }
            return values;
        }

        private @Nullable String text() throws IOException {
            int length = count(1);
            byte[] bytes = new byte[Math.max(0, length)];
            take(bytes);
            return length < 0 ? null : new String(bytes, StandardCharsets.UTF_8);
        }

        /** Takes a text and lets go of it. */
        public interface TextTaker {
            void take(int k, String text);
        }

        /** Shows texts one by one, but for those that are missing; returns how many there could be. */
        public int texts(TextTaker taker) throws IOException {
            int count = Math.max(0, count(1));
            for (int k = 0; k < count; k++) {
                String text = text();
                if (text != null) {
                    taker.take(k, text);
                }
            }
            return count;
        }

        public double[] reals() throws IOException {
            double[] values = realsOrNull();
            if (values == null) {
                throw new Damaged(file, "a list is missing");
            }
            return values;
        }

        /** Everything has been read: is it what was written? */
        public void end() throws IOException {
            if (left != 0 || buffer.hasRemaining()) {
                throw new Damaged(file, "there is more in it than should be");
            }
            ByteBuffer last = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            while (last.hasRemaining()) {
                if (source.read(last) < 0) {
                    throw new EOFException(file + " ends too early");
                }
            }
            if (last.getLong(0) != crc.getValue()) {
                throw new Damaged(file, "its checksum is wrong");
            }
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }

    /** Whether a file is there; shared file systems may show a folder later than what is in it. */
    public static boolean isThere(Path file) throws IOException {
        try {
            return Files.size(file) > 0;
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
