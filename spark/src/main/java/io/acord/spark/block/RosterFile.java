package io.acord.spark.block;

import io.acord.lab.block.NumberFile;
import io.acord.lab.store.Storage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Who lives in a block. Immutable.
 *
 * @param ids of the agents, ascending; row by row
 * @param names of the agents
 * @param ownRounds the rounds in which the block has edges that it does not always have, ascending: their graph is
 *     theirs alone
 */
@SuppressWarnings("ArrayRecordComponent") // read by one task
public record RosterFile(int[] ids, String[] names, int[] ownRounds) {

    private static final long MARK = 0x0001_726574736f72L; // "roster", version 1

    /** Writes the file; returns its checksum. */
    public long write(Storage.Sink sink) throws IOException {
        try (NumberFile.Writer out = new NumberFile.Writer(sink, MARK)) {
            out.numbers(ids);
            out.texts(names);
            out.numbers(ownRounds);
            return out.finish();
        }
    }

    /** Reads a source; {@code name} is what complaints call it. */
    public static RosterFile read(Storage.Source source, String name) throws IOException {
        try (NumberFile.Reader in = new NumberFile.Reader(source, name, MARK)) {
            int[] ids = in.wholes();
            @Nullable String[] found = in.texts();
            String[] names = new String[found.length];
            for (int k = 0; k < names.length; k++) {
                String one = found[k];
                if (one == null) {
                    throw new NumberFile.Damaged(name, "a name is missing");
                }
                names[k] = one;
            }
            int[] ownRounds = in.wholes();
            in.end();
            return new RosterFile(ids, names, ownRounds);
        }
    }
}
