package io.acord.service;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * How far a journal was answered, in a small file beside it: the number of its records and a checksum of all of theirs.
 * Without it a journal that was cut between two records looks like one that was never longer. One thread.
 *
 * <p>It is written after a record is on disk, and is itself synced with no round but at the end: so it never speaks of
 * a record that the disk does not have, and costs no round a second sync. A power cut may leave it behind the journal,
 * which says less and nothing wrong.
 */
final class AnsweredMark implements AutoCloseable {

    /**
     * What was answered.
     *
     * @param before how many rounds were decided before the file was begun that the records are in
     * @param records of the file, its description included
     * @param chain of their checksums, {@link #chained}
     */
    record Answered(int before, int records, int chain) {}

    private static final int MAGIC = 0x41434D32; // "ACM2"
    private static final int SIZE = 20;
    private static final int FORMER_MAGIC = 0x41434D31; // without before
    private static final int FORMER_SIZE = 16;

    private final Path file;
    private final FileChannel channel;

    private AnsweredMark(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** The checksum of a record and of all that are before it. */
    static int chained(int before, int checksum) {
        return JournalFile.checksum(
                ByteBuffer.allocate(8).putInt(before).putInt(checksum).array(), 0, 8);
    }

    /**
     * What the mark of a journal says; empty if there is none, as beside journals of earlier versions.
     *
     * @throws BadInputException if it is damaged
     */
    static Optional<Answered> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer mark = ByteBuffer.wrap(bytes);
        boolean isFormer = bytes.length == FORMER_SIZE && mark.getInt(0) == FORMER_MAGIC;
        boolean isOurs = bytes.length == SIZE && mark.getInt(0) == MAGIC;
        int end = bytes.length - 4;
        if (!(isFormer || isOurs) || mark.getInt(end) != JournalFile.checksum(bytes, 0, end)) {
            throw Complaints.refuse(
                    "--state: " + file,
                    "is damaged",
                    "the mark as it was written, because it tells whether rounds that were answered are missing",
                    "restore the file from a copy; to go on with the rounds that the journal has, remove it");
        }
        mark.position(4);
        return Optional.of(new Answered(isFormer ? 0 : mark.getInt(), mark.getInt(), mark.getInt()));
    }

    /** A mark that says so, in place of any that there is. */
    static AnsweredMark create(Path file, Answered answered) throws IOException {
        Path begun = file.resolveSibling(file.getFileName() + ".new");
        Files.write(begun, bytes(answered).array());
        Files.move(begun, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return new AnsweredMark(file, FileChannel.open(file, StandardOpenOption.WRITE));
    }

    private static ByteBuffer bytes(Answered answered) {
        ByteBuffer mark = ByteBuffer.allocate(SIZE);
        mark.putInt(MAGIC).putInt(answered.before()).putInt(answered.records()).putInt(answered.chain());
        return mark.putInt(JournalFile.checksum(mark.array(), 0, SIZE - 4)).flip();
    }

    void write(Answered answered) {
        try {
            ByteBuffer mark = bytes(answered);
            while (mark.hasRemaining()) {
                channel.write(mark, mark.position());
            }
        } catch (IOException e) {
            // The round is in the journal and stays answered; the mark says less than it could until the next one.
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.force(false);
        } finally {
            channel.close();
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
