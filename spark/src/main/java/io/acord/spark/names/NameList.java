package io.acord.spark.names;

import io.acord.lab.block.NumberFile;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names as bytes of UTF-8, one after the other: a million of them are two objects. Immutable.
 *
 * @param ends of each in the text; the next one begins there
 */
@SuppressWarnings("ArrayRecordComponent") // written by one task, read by another
public record NameList(byte[] text, int[] ends) implements Serializable {

    /** Reads what a roster wrote. */
    public static NameList read(NumberFile.Reader in) throws IOException {
        int[] ends = in.wholes();
        return new NameList(in.bytes(), ends);
    }

    public int size() {
        return ends.length;
    }

    /** Where a name begins in the text. */
    public int start(int k) {
        return k == 0 ? 0 : ends[k - 1];
    }

    public int length(int k) {
        return ends[k] - start(k);
    }

    /** A name as text. */
    public String get(int k) {
        return new String(text, start(k), length(k), StandardCharsets.UTF_8);
    }

    /** Puts a list together. Scratch; one thread. */
    public static final class Builder {
        private byte[] text = new byte[256];
        private int[] ends = new int[16];
        private int size;

        public int size() {
            return size;
        }

        /** Bytes of all names so far. */
        public int bytes() {
            return size == 0 ? 0 : ends[size - 1];
        }

        public void add(byte[] bytes, int from, int length) {
            int at = bytes();
            int end = Math.addExact(at, length);
            if (end > text.length) {
                text = Arrays.copyOf(text, Math.max(end, Math.addExact(text.length, text.length >> 1)));
            }
            System.arraycopy(bytes, from, text, at, length);
            if (size == ends.length) {
                ends = Arrays.copyOf(ends, Math.addExact(size, size >> 1));
            }
            ends[size++] = end;
        }

        public NameList list() {
            return new NameList(Arrays.copyOf(text, bytes()), Arrays.copyOf(ends, size));
        }
    }
}
