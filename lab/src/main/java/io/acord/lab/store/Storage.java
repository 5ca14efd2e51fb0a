package io.acord.lab.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A place for files that driver and tasks see under the same names. Names are relative to it, with slashes between
 * folders. Nothing is ever renamed or changed once it is whole: what object stores can do is enough.
 */
public interface Storage extends Serializable {

    /**
     * A new file. Until it is committed it may be missing, or be there in part: what matters carries a checksum.
     *
     * @param durable whether it is on the disk once it is committed
     */
    Sink create(String name, boolean durable) throws IOException;

    /** A file to read; {@link java.nio.file.NoSuchFileException} if there is none. */
    Source open(String name) throws IOException;

    /** The names of what lies in a folder, in no order; nothing if there is no such folder. */
    List<String> list(String folder) throws IOException;

    /** Deletes a file, or a folder with all that lies in it; nothing happens if there is neither. */
    void delete(String name) throws IOException;

    /** Deletes the folder of it all if nothing lies in it. */
    void deleteEmpty() throws IOException;

    /** Where it is, for people and for Spark. */
    String uri();

    /** Bytes on their way to a file; closed without a commit, none appears. */
    interface Sink extends Closeable {
        /** Takes all that remains in a buffer. */
        void write(ByteBuffer bytes) throws IOException;

        /** The file is whole. */
        void commit() throws IOException;
    }

    /** The bytes of a file. */
    interface Source extends Closeable {
        long size();

        /** Reads some bytes; −1 at the end. */
        int read(ByteBuffer into) throws IOException;
    }

    /** Writes a short file at once. */
    default void write(String name, byte[] bytes) throws IOException {
        try (Sink sink = create(name, true)) {
            sink.write(ByteBuffer.wrap(bytes));
            sink.commit();
        }
    }

    /**
     * Writes a short file unless there is one; whether it did. On HDFS and in folders looking and making are one step;
     * object stores may let two do it at the same moment, and the later one's bytes stay.
     */
    boolean writeNew(String name, byte[] bytes) throws IOException;

    /** The whole of a short file; {@link java.nio.file.NoSuchFileException} if there is none. */
    default byte[] read(String name) throws IOException {
        try (Source source = open(name)) {
            ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(source.size()));
            int count = 0;
            while (all.hasRemaining() && count >= 0) {
                count = source.read(all);
            }
            return all.array();
        }
    }
}
