package io.acord.service;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Records one after the other in a file that only grows. A record is on disk when {@link #append} returns. One thread.
 *
 * <p>A record has a header (magic, length, checksum of both), its bytes, and their checksum. The first one describes
 * what is played. A file that goes on from another has a snapshot next: what the service remembered then. All others
 * are rounds. A file that ends within a record was being written when the process or the machine stopped: that round
 * was never answered, and what is there of it is cut off; of the first record, only if it is the beginning of the one
 * that this service writes. Everything else that does not fit is damage to something that was answered, and is refused:
 * going on would answer a round twice.
 */
final class JournalFile implements AutoCloseable {

    /** One round as it was played. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record Entry(byte[] body, byte[] answer, byte[] fleet) {}

    /**
     * What a service remembers between two files.
     *
     * @param rounds that were decided before
     * @param fleet after them
     * @param bodies of rounds, the newest first, that agents have their last costs from
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record Snapshot(int rounds, byte[] fleet, List<byte[]> bodies) {}

    private static final int MAGIC = 0x41435331; // "ACS1"
    private static final int SNAPSHOT = 0x41435332; // "ACS2"
    private static final int HEADER = 12;
    private static final int CHECKSUM = 4;

    private final Path file;
    private final FileChannel channel;
    private @Nullable Snapshot snapshot;
    private int chain; // of the checksums of all records
    private long end; // of what is written and whole
    private long[] starts = new long[64]; // of the records
    private int records;
    private long cutOff;
    private boolean broken;

    private JournalFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Opens a file, which is made if it is not there, to go on with it. What is unfinished at its end is cut off.
     *
     * @param description what a file of this service begins with
     * @param answered what this file, or the one before it, had when it was last written to, if that is known
     */
    static JournalFile open(Path file, String description, Optional<AnsweredMark.Answered> answered)
            throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        JournalFile journal = new JournalFile(file, channel);
        try {
            byte[] first = description.getBytes(StandardCharsets.UTF_8);
            journal.recover(answered);
            journal.cutUnfinished(record(MAGIC, first).array());
            if (journal.records == 0) {
                journal.write(MAGIC, first);
            }
            return journal;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Opens a file that others go on from: nothing of it may be missing, and nothing is changed. */
    static JournalFile openEnded(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        JournalFile journal = new JournalFile(file, channel);
        try {
            journal.recover(Optional.empty());
            if (journal.end < channel.size()) {
                throw journal.damaged(channel.size());
            }
            return journal;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * What is whole of a file.
     *
     * @param records that are whole, its description included
     * @param firstRound that it has, or would have
     * @param lastRound that is whole
     * @param end of what is whole, in bytes
     * @param damage what is wrong after it; null: nothing, or a record that was never answered
     */
    record Whole(
            int records,
            int firstRound,
            int lastRound,
            long end,
            long size,
            @Nullable BadInputException damage) {

        /** Whether all of it is there, up to its last byte. */
        boolean isSound() {
            return damage == null && end == size;
        }
    }

    /** Looks at a file that nobody else has, and changes nothing. */
    static Whole wholePart(Path file, Optional<AnsweredMark.Answered> answered) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            JournalFile journal = new JournalFile(file, channel);
            BadInputException damage = null;
            try {
                journal.recover(answered);
            } catch (BadInputException found) {
                damage = found;
            }
            int last = Math.max(journal.before(), journal.lastRound());
            return new Whole(journal.records, journal.before() + 1, last, journal.end, channel.size(), damage);
        }
    }

    /** Makes a file that goes on from others; it is on disk as a whole when this returns. */
    static void create(Path file, String description, Snapshot from) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            JournalFile journal = new JournalFile(file, channel);
            journal.write(MAGIC, description.getBytes(StandardCharsets.UTF_8));
            List<byte[]> parts = new ArrayList<>();
            parts.add(ByteBuffer.allocate(4).putInt(from.rounds()).array());
            parts.add(from.fleet());
            parts.addAll(from.bodies());
            journal.write(SNAPSHOT, joined(parts));
        }
    }

    /** Reads to the end of the last record that is whole. */
    private void recover(Optional<AnsweredMark.Answered> answered) throws IOException {
        long size = channel.size();
        while (size - end >= HEADER) {
            byte[] head = bytes(end, HEADER);
            ByteBuffer header = ByteBuffer.wrap(head);
            int magic = header.getInt();
            int length = header.getInt();
            boolean isKnown = magic == MAGIC || (magic == SNAPSHOT && records == 1);
            if (!isKnown || length < 0 || header.getInt() != checksum(head, 0, 8)) {
                throw damaged(size);
            }
            if (size - end < (long) HEADER + length + CHECKSUM) {
                break;
            }
            byte[] payload = bytes(end + HEADER, length + CHECKSUM);
            if (ByteBuffer.wrap(payload, length, CHECKSUM).getInt() != checksum(payload, 0, length)) {
                throw damaged(size);
            }
            if (magic == SNAPSHOT) {
                List<byte[]> parts = parts(ByteBuffer.wrap(payload, 0, length));
                snapshot = new Snapshot(
                        ByteBuffer.wrap(parts.get(0)).getInt(),
                        parts.get(1),
                        List.copyOf(parts.subList(2, parts.size())));
            }
            note(end + HEADER + length + CHECKSUM, checksum(payload, 0, length));
            if (answered.isPresent()
                    && answered.get().before() == before()
                    && answered.get().records() == records
                    && answered.get().chain() != chain) {
                throw refuseMissing(answered.get(), "has other rounds than were answered");
            }
        }
        // A description alone has answered nothing.
        if (answered.isPresent()
                && answered.get().before() == before()
                && answered.get().records() > Math.max(1, records)) {
            throw refuseMissing(answered.get(), "ends after round " + Math.max(0, lastRound()));
        }
    }

    /**
     * Cuts off what was being written.
     *
     * @param first what a file of this service begins with
     */
    private void cutUnfinished(byte[] first) throws IOException {
        long size = channel.size();
        cutOff = size - end;
        if (cutOff > 0 && records == 0) {
            // Nothing was answered if it is our own beginning that is unfinished; anything else is somebody's file.
            byte[] found = bytes(0, Math.toIntExact(Math.min(size, first.length)));
            if (size > first.length || !Arrays.equals(found, Arrays.copyOf(first, found.length))) {
                throw damaged(size);
            }
        }
        if (cutOff > 0) {
            channel.truncate(end);
            channel.force(false);
        }
    }

    private BadInputException refuseMissing(AnsweredMark.Answered answered, String found) {
        int rounds = answered.records() - 1 - (snapshot == null ? 0 : 1);
        return Complaints.refuse(
                "--state: " + file,
                found,
                (rounds == 1 ? "the round that was" : "all " + rounds + " rounds that were")
                        + " answered, because they must not be answered again",
                "restore the file from a copy; to give up what is missing, remove " + file.resolveSibling("answered"));
    }

    private BadInputException damaged(long size) {
        return Complaints.refuse(
                "--state: " + file,
                "is damaged at byte " + end + " of " + size
                        + (records > 0 ? ", after round " + Math.max(0, lastRound()) : ""),
                "a journal as it was written, because rounds that were answered must not be answered again",
                "restore the file from a copy; to give up everything from there on: ./acord journal check --repair "
                        + file.resolveSibling("").normalize());
    }

    private void note(long next, int checksum) {
        chain = AnsweredMark.chained(chain, checksum);
        if (records == starts.length) {
            starts = Arrays.copyOf(starts, 2 * records);
        }
        starts[records++] = end;
        end = next;
    }

    /** What the file begins with. */
    String description() throws IOException {
        return new String(read(0), StandardCharsets.UTF_8);
    }

    /** What was remembered when the file was begun; empty if it has everything from the first round on. */
    Optional<Snapshot> snapshot() {
        return Optional.ofNullable(snapshot);
    }

    /** How many rounds were decided before the file was begun. */
    int before() {
        return snapshot == null ? 0 : snapshot.rounds();
    }

    /** The last round that it has; as many as {@link #before} if it has none. */
    int lastRound() {
        return before() + records - 1 - (snapshot == null ? 0 : 1);
    }

    /** How many bytes of a record that was not finished were cut off on opening. */
    long cutOff() {
        return cutOff;
    }

    AnsweredMark.Answered answered() {
        return new AnsweredMark.Answered(before(), records, chain);
    }

    /**
     * Whether a write failed in a way that could not be undone: nothing can be appended until the file is opened anew.
     */
    boolean isBroken() {
        return broken;
    }

    /**
     * Adds the next round; when this returns it is on disk. After an exception nothing is added, or the file is broken.
     */
    void append(Entry entry) throws IOException {
        write(MAGIC, joined(List.of(entry.body(), entry.answer(), entry.fleet())));
    }

    private static byte[] joined(List<byte[]> parts) {
        long size = parts.stream().mapToLong(part -> 4L + part.length).sum();
        ByteBuffer payload = ByteBuffer.allocate(Math.toIntExact(size));
        for (byte[] part : parts) {
            payload.putInt(part.length).put(part);
        }
        return payload.array();
    }

    private static List<byte[]> parts(ByteBuffer payload) {
        List<byte[]> parts = new ArrayList<>();
        while (payload.hasRemaining()) {
            byte[] part = new byte[payload.getInt()];
            payload.get(part);
            parts.add(part);
        }
        return parts;
    }

    /** A payload as it lies in the file. */
    private static ByteBuffer record(int magic, byte[] payload) {
        ByteBuffer record = ByteBuffer.allocate(Math.addExact(payload.length, HEADER + CHECKSUM));
        record.putInt(magic).putInt(payload.length);
        record.putInt(checksum(record.array(), 0, 8)).put(payload).putInt(checksum(payload, 0, payload.length));
        return record.flip();
    }

    private void write(int magic, byte[] payload) throws IOException {
        if (broken) {
            throw new IOException("the journal is broken");
        }
        ByteBuffer record = record(magic, payload);
        try {
            for (long at = end; record.hasRemaining(); ) {
                at += channel.write(record, at);
            }
            channel.force(false);
        } catch (IOException | RuntimeException failed) {
            undo();
            throw failed;
        }
        note(end + record.capacity(), checksum(payload, 0, payload.length));
    }

    private void undo() {
        try {
            channel.truncate(end);
            channel.force(false);
        } catch (IOException worse) {
            broken = true;
        }
    }

    /** A round that this file has. */
    Entry round(int t) throws IOException {
        List<byte[]> parts = parts(ByteBuffer.wrap(read(t - before() + (snapshot == null ? 0 : 1))));
        return new Entry(parts.get(0), parts.get(1), parts.get(2));
    }

    private byte[] read(int record) throws IOException {
        long next = record + 1 < records ? starts[record + 1] : end;
        int length = Math.toIntExact(next - starts[record] - HEADER - CHECKSUM);
        return bytes(starts[record] + HEADER, length);
    }

    private byte[] bytes(long from, int length) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(length);
        while (into.hasRemaining()) {
            if (channel.read(into, from + into.position()) < 0) {
                throw new IOException(file + " has become shorter");
            }
        }
        return into.array();
    }

    static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
