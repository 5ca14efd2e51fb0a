package io.acord.fleet.journal;

import io.acord.protocol.Journal;
import io.acord.protocol.Snapshot;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** Where a member's snapshots outlive it. */
public interface SnapshotStore extends AutoCloseable {

    /** What was found on opening. */
    Journal.Recovered recovered();

    /** When the snapshot that was found was written, by the wall clock; empty if none was. */
    Optional<Instant> lastWritten();

    /** Writes a snapshot; when this returns it is on disk. */
    void write(Snapshot snapshot) throws IOException;

    @Override
    void close() throws IOException;
}
