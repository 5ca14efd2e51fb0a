package io.acord.fleet.journal;

import io.acord.internal.system.FolderLock;
import io.acord.protocol.Journal;
import io.acord.protocol.Snapshot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;

/**
 * A journal in two files that are written in turns: whatever happens while one is written, the other holds the snapshot
 * before. Constant in size. One process at a time.
 */
public final class JournalFiles implements SnapshotStore {

    private final FileChannel[] files = new FileChannel[2];
    private final FolderLock lock;
    private final Journal.Recovered recovered;
    private final Instant modified; // the file that was written last
    private int next;

    private JournalFiles(Path folder) throws IOException {
        this.lock = FolderLock.take(folder)
                .orElseThrow(() ->
                        new IOException("the journal in " + folder + " is in use: two members must not share one"));
        byte[][] held = new byte[2][];
        Instant latest = Instant.MIN;
        for (int k = 0; k < 2; k++) {
            Path file = folder.resolve("journal-" + k);
            held[k] = new byte[0];
            if (Files.exists(file)) {
                held[k] = Files.readAllBytes(file);
                Instant time = Files.getLastModifiedTime(file).toInstant();
                latest = time.isAfter(latest) ? time : latest;
            }
            files[k] = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        }
        this.recovered = Journal.recover(held);
        this.modified = latest;
        // The file that does not hold the latest is the one to write over.
        boolean latestInFirst = Journal.recover(held[0]).snapshot().equals(recovered.snapshot());
        this.next = latestInFirst && recovered.snapshot().isPresent() ? 1 : 0;
    }

    /** Opens the journal of a folder, made if it is not there. */
    public static JournalFiles open(Path folder) throws IOException {
        return new JournalFiles(folder);
    }

    @Override
    public Journal.Recovered recovered() {
        return recovered;
    }

    @Override
    public Optional<Instant> lastWritten() {
        return recovered.snapshot().map(found -> modified);
    }

    @Override
    public void write(Snapshot snapshot) throws IOException {
        ByteBuffer record = ByteBuffer.wrap(Journal.encode(snapshot));
        FileChannel file = files[next];
        int size = record.remaining();
        while (record.hasRemaining()) {
            file.write(record, record.position());
        }
        if (file.size() > size) {
            file.truncate(size);
        }
        file.force(false);
        next = 1 - next;
    }

    @Override
    public void close() throws IOException {
        lock.close();
        for (FileChannel file : files) {
            file.close();
        }
    }
}
