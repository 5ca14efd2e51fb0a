package io.acord.protocol;

import java.nio.ByteBuffer;

/** A journal that believes every checksum, to see that a test notices. For tests in other packages. */
public final class GullibleJournal {

    private GullibleJournal() {}

    public static Journal.Recovered recover(byte[]... files) {
        return Journal.recover((file, at, body) -> ByteBuffer.wrap(file).getInt(at + 8), files);
    }
}
