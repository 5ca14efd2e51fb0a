package io.acord.service;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.internal.system.FolderLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What was asked and answered, round by round, in one file that only grows. A record is on disk when {@link #append}
 * returns. One process at a time, one thread at a time.
 *
 * <p>A record has a header (magic, length, checksum of both), its bytes, and their checksum. A file that ends within a
 * record was being written when the process or the machine stopped: that round was never answered, and what is there of
 * it is cut off; of the first record, only if it is the beginning of the one that this service writes. Everything else
 * that does not fit is damage to something that was answered, and is refused: going on would answer a round twice. That
 * rounds are missing which were answered is seen by the {@link AnsweredMark}.
 */
final class RoundJournal implements AutoCloseable {

    /** One round as it was played. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record Entry(byte[] body, byte[] answer, byte[] fleet) {}

    private static final int MAGIC = 0x41435331; // "ACS1"
    private static final int HEADER = 12;
    private static final int CHECKSUM = 4;

    private final Path file;
    private final FileChannel channel;
    private final FolderLock lock;
    private @Nullable AnsweredMark mark;
    private int chain; // of the checksums of all records
    private long end; // of what is written and whole
    private long[] starts = new long[64]; // of the records; 0 is the description
    private int records;
    private long cutOff;
    private boolean broken;

    private RoundJournal(Path file, FileChannel channel, FolderLock lock) {
        this.file = file;
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Opens the journal in a folder; both are made if they are not there.
     *
     * @param description of what is played, a line for everything that must not change
     * @throws BadInputException if the journal is in use, damaged, or of something else
     */
    static RoundJournal open(Path folder, String description) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw Complaints.refuse("--state: " + folder, "is a file", "a folder", "choose another name");
        }
        FolderLock lock = FolderLock.take(folder)
                .orElseThrow(() -> Complaints.refuse(
                        "--state: " + folder,
                        "is in use",
                        "a state of its own for every service",
                        "end the other service, or choose another folder"));
        try {
            return open(folder, lock, description);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static RoundJournal open(Path folder, FolderLock lock, String description) throws IOException {
        Path file = folder.resolve("journal");
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            RoundJournal journal = new RoundJournal(file, channel, lock);
            Path markFile = folder.resolve("answered");
            Optional<AnsweredMark.Answered> answered = AnsweredMark.read(markFile);
            journal.recover(record(description.getBytes(StandardCharsets.UTF_8)).array(), answered);
            if (journal.records == 0) {
                journal.write(description.getBytes(StandardCharsets.UTF_8));
                syncFolder(folder);
            } else {
                refuseOther(folder, new String(journal.read(0), StandardCharsets.UTF_8), description);
            }
            journal.mark = AnsweredMark.create(markFile, journal.answered());
            return journal;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static void refuseOther(Path folder, String known, String asked) {
        Complaints complaints = new Complaints();
        String[] before = known.split("\n", -1);
        String[] now = asked.split("\n", -1);
        for (int k = 0; k < Math.max(before.length, now.length); k++) {
            String was = k < before.length ? before[k] : "";
            String is = k < now.length ? now[k] : "";
            if (!was.equals(is)) {
                complaints.add(
                        "--state: " + folder,
                        "belongs to a scenario with " + shortened(was),
                        "one with " + shortened(is)
                                + ", because rounds that were answered must not change their meaning",
                        "serve the scenario it was made with, or choose another folder");
            }
        }
        complaints.throwIfAny();
    }

    private static String shortened(String line) {
        return line.isEmpty() ? "nothing there" : line.length() > 200 ? line.substring(0, 200) + "…" : line;
    }

    private static void syncFolder(Path folder) {
        try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
            directory.force(true);
        } catch (IOException e) {
            // not every system can: then the file's own sync has to do
        }
    }

    private AnsweredMark.Answered answered() {
        return new AnsweredMark.Answered(records, chain);
    }

    /**
     * What is whole of a journal, the description included.
     *
     * @param end of it, in bytes
     * @param damage what is wrong after it; null: nothing, or a record that was never answered
     */
    record Whole(int records, long end, long size, @Nullable BadInputException damage) {}

    /** Looks at a journal that nobody else has, and changes nothing. */
    static Whole wholePart(Path file, FolderLock held, Optional<AnsweredMark.Answered> answered) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            RoundJournal journal = new RoundJournal(file, channel, held);
            BadInputException damage = null;
            try {
                journal.scan(channel.size(), answered);
            } catch (BadInputException found) {
                damage = found;
            }
            return new Whole(journal.records, journal.end, channel.size(), damage);
        }
    }

    /** Takes note of all records that are whole. */
    private void scan(long size, Optional<AnsweredMark.Answered> answered) throws IOException {
        while (end < size) {
            if (size - end < HEADER) {
                break;
            }
            byte[] head = bytes(end, HEADER);
            ByteBuffer header = ByteBuffer.wrap(head);
            int magic = header.getInt();
            int length = header.getInt();
            if (magic != MAGIC || length < 0 || header.getInt() != checksum(head, 0, 8)) {
                throw damaged(size);
            }
            if (size - end < (long) HEADER + length + CHECKSUM) {
                break;
            }
            byte[] payload = bytes(end + HEADER, length + CHECKSUM);
            if (ByteBuffer.wrap(payload, length, CHECKSUM).getInt() != checksum(payload, 0, length)) {
                throw damaged(size);
            }
            note(end + HEADER + length + CHECKSUM, checksum(payload, 0, length));
            if (answered.isPresent()
                    && answered.get().records() == records
                    && answered.get().chain() != chain) {
                throw refuseMissing(answered.get(), "has other rounds than were answered");
            }
        }
        // A description alone has answered nothing.
        if (answered.isPresent() && answered.get().records() > Math.max(1, records)) {
            throw refuseMissing(answered.get(), "ends after round " + Math.max(0, records - 1));
        }
    }

    /**
     * @param first what a journal of this service begins with
     * @param answered what it had when it was last written to, if that is known
     */
    private void recover(byte[] first, Optional<AnsweredMark.Answered> answered) throws IOException {
        long size = channel.size();
        scan(size, answered);
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
        int rounds = answered.records() - 1;
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
                "is damaged at byte " + end + " of " + size + (records > 0 ? ", after round " + (records - 1) : ""),
                "a journal as it was written, because rounds that were answered must not be answered again",
                "restore the file from a copy; to give up everything from there on, cut it: truncate -s " + end + " "
                        + file + ", and remove " + file.resolveSibling("answered"));
    }

    private void note(long next, int checksum) {
        chain = AnsweredMark.chained(chain, checksum);
        if (records == starts.length) {
            starts = Arrays.copyOf(starts, 2 * records);
        }
        starts[records++] = end;
        end = next;
    }

    /** How many rounds there are. */
    int rounds() {
        return records - 1;
    }

    /** How many bytes of a record that was not finished were cut off on opening. */
    long cutOff() {
        return cutOff;
    }

    /**
     * Whether a write failed in a way that could not be undone: nothing can be appended until the journal is opened
     * anew.
     */
    boolean isBroken() {
        return broken;
    }

    /**
     * Adds the next round; when this returns it is on disk. After an exception nothing is added, or the journal is
     * broken.
     */
    void append(Entry entry) throws IOException {
        ByteBuffer payload = ByteBuffer.allocate(
                Math.toIntExact(12L + entry.body().length + entry.answer().length + entry.fleet().length));
        for (byte[] part : new byte[][] {entry.body(), entry.answer(), entry.fleet()}) {
            payload.putInt(part.length).put(part);
        }
        write(payload.array());
    }

    /** A payload as it lies in the file. */
    private static ByteBuffer record(byte[] payload) {
        ByteBuffer record = ByteBuffer.allocate(Math.addExact(payload.length, HEADER + CHECKSUM));
        record.putInt(MAGIC).putInt(payload.length);
        record.putInt(checksum(record.array(), 0, 8)).put(payload).putInt(checksum(payload, 0, payload.length));
        return record.flip();
    }

    private void write(byte[] payload) throws IOException {
        if (broken) {
            throw new IOException("the journal is broken");
        }
        ByteBuffer record = record(payload);
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
        if (mark != null) {
            mark.write(answered());
        }
    }

    private void undo() {
        try {
            channel.truncate(end);
            channel.force(false);
        } catch (IOException worse) {
            broken = true;
        }
    }

    /** A round that was played. */
    Entry round(int t) throws IOException {
        ByteBuffer payload = ByteBuffer.wrap(read(t));
        return new Entry(part(payload), part(payload), part(payload));
    }

    /** The last round; empty before the first. */
    Optional<Entry> last() throws IOException {
        return rounds() == 0 ? Optional.empty() : Optional.of(round(rounds()));
    }

    private static byte[] part(ByteBuffer payload) {
        byte[] part = new byte[payload.getInt()];
        payload.get(part);
        return part;
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
        if (mark != null) {
            mark.close();
        }
        channel.close();
        lock.close();
    }
}
