package io.acord.spark.block;

import io.acord.lab.block.NumberFile;
import io.acord.lab.store.Storage;
import io.acord.spark.names.NameList;
import java.io.IOException;

/**
 * Who lives in a block. Immutable.
 *
 * @param ids of the agents, ascending; row by row
 * @param names of the agents
 */
@SuppressWarnings("ArrayRecordComponent") // read by one task
public record RosterFile(int[] ids, NameList names) {

    private static final long MARK = 0x0002_726574736f72L; // "roster", version 2

    /** Writes the file; returns its checksum. */
    public long write(Storage.Sink sink) throws IOException {
        try (NumberFile.Writer out = new NumberFile.Writer(sink, MARK)) {
            out.numbers(ids);
            out.numbers(names.ends());
            out.bytes(names.text());
            return out.finish();
        }
    }

    /** Reads a source; {@code name} is what complaints call it. */
    public static RosterFile read(Storage.Source source, String name) throws IOException {
        try (NumberFile.Reader in = new NumberFile.Reader(source, name, MARK)) {
            RosterFile read = new RosterFile(in.wholes(), NameList.read(in));
            in.end();
            return read;
        }
    }
}
