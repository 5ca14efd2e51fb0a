package io.acord.fleet.journal;

import io.acord.input.Complaints;
import io.acord.model.Actions;
import io.acord.protocol.Journal;
import io.acord.protocol.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Where a member's snapshots outlive it. */
public interface SnapshotStore extends AutoCloseable {

    /** What was found on opening. */
    Journal.Recovered recovered();

    /**
     * The last snapshot that was found; the first one of a block at x_0 if there is none.
     *
     * @param folder where this is, for whoever has to mend it
     * @throws io.acord.input.BadInputException if it is of another block
     */
    default Snapshot last(Path folder, Actions x0) {
        Snapshot found = recovered().snapshot().orElseGet(() -> Snapshot.initial(x0));
        Actions last = found.actions();
        if (last.agents() != x0.agents() || last.dimension() != x0.dimension()) {
            throw Complaints.refuse(
                    "journal " + folder,
                    "is of " + last.agents() + " agents in " + last.dimension() + " dimensions",
                    x0.agents() + " agents in " + x0.dimension() + " dimensions",
                    "give another folder, or remove this one if the member shall begin anew");
        }
        return found;
    }

    /** When the snapshot that was found was written, by the wall clock; empty if none was. */
    Optional<Instant> lastWritten();

    /** Writes a snapshot; when this returns it is on disk. */
    void write(Snapshot snapshot) throws IOException;

    @Override
    void close() throws IOException;
}
