package io.acord.fleet.journal;

import io.acord.protocol.Journal;
import io.acord.protocol.Snapshot;
import java.io.IOException;

/** Where a member's snapshots outlive it. */
public interface SnapshotStore extends AutoCloseable {

    /** What was found on opening. */
    Journal.Recovered recovered();

    /** Writes a snapshot; when this returns it is on disk. */
    void write(Snapshot snapshot) throws IOException;

    @Override
    void close() throws IOException;
}
