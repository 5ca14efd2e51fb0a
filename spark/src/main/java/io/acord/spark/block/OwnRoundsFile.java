package io.acord.spark.block;

import io.acord.lab.block.NumberFile;
import io.acord.lab.store.Storage;
import java.io.IOException;

/**
 * The rounds in which a block has edges that it does not always have. Immutable.
 *
 * @param rounds ascending: their graph is theirs alone
 */
@SuppressWarnings("ArrayRecordComponent") // read by one task
public record OwnRoundsFile(int[] rounds) {

    private static final long MARK = 0x0001_736e776fL; // "owns", version 1

    /** Writes the file; returns its checksum. */
    public long write(Storage.Sink sink) throws IOException {
        try (NumberFile.Writer out = new NumberFile.Writer(sink, MARK)) {
            out.numbers(rounds);
            return out.finish();
        }
    }

    /** Reads a source; {@code name} is what complaints call it. */
    public static OwnRoundsFile read(Storage.Source source, String name) throws IOException {
        try (NumberFile.Reader in = new NumberFile.Reader(source, name, MARK)) {
            OwnRoundsFile read = new OwnRoundsFile(in.wholes());
            in.end();
            return read;
        }
    }
}
