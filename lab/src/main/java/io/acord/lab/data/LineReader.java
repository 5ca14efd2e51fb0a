package io.acord.lab.data;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The lines of a file one after the other, as bytes without their ends; empty ones are skipped. Scratch; one thread.
 */
final class LineReader implements Closeable {

    /** Longer lines are a file without line ends, or of another kind. */
    static final int LONGEST = 1 << 24;

    private final InputStream in;
    private final String file;
    private byte[] buffer = new byte[1 << 16];
    private int filled; // buffer[0 .. filled) is read
    private int next; // where the next line starts
    private boolean ended;
    private boolean tooLong;
    private int number;
    private int start;
    private int end;

    LineReader(InputStream in, String file) {
        this.in = in;
        this.file = file;
    }

    /** Moves on to the next line that is not empty; false at the end of the file. */
    boolean next() throws IOException {
        do {
            if (!step()) {
                return false;
            }
        } while (isBlank());
        return true;
    }

    private boolean isBlank() {
        if (tooLong) {
            return false;
        }
        for (int k = start; k < end; k++) {
            if (buffer[k] != ' ' && buffer[k] != '\t') {
                return false;
            }
        }
        return true;
    }

    private boolean step() throws IOException {
        tooLong = false;
        int from = next;
        while (true) {
            for (int k = from; k < filled; k++) {
                if (buffer[k] == '\n') {
                    found(k, k + 1);
                    return true;
                }
            }
            if (filled - next > LONGEST) {
                tooLong = true;
                next = filled;
            }
            from = filled - next; // what has been looked at, once the line starts at 0
            if (!fill()) {
                if (next == filled && !tooLong) {
                    return false;
                }
                found(filled, filled);
                return true;
            }
        }
    }

    private void found(int lineEnd, int nextLine) {
        number++;
        tooLong |= lineEnd - next > LONGEST;
        start = tooLong ? lineEnd : next;
        end = lineEnd;
        if (number == 1 && end - start >= 3 && isMark()) {
            start += 3;
        }
        if (end > start && buffer[end - 1] == '\r') {
            end--;
        }
        next = nextLine;
    }

    private boolean isMark() {
        return buffer[start] == (byte) 0xEF && buffer[start + 1] == (byte) 0xBB && buffer[start + 2] == (byte) 0xBF;
    }

    /** Reads more behind the line that has begun, which moves to the front; false if there is no more. */
    private boolean fill() throws IOException {
        if (ended) {
            return false;
        }
        System.arraycopy(buffer, next, buffer, 0, filled - next);
        filled -= next;
        next = 0;
        if (filled == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        int count = in.read(buffer, filled, buffer.length - filled);
        if (count < 0) {
            ended = true;
            return false;
        }
        filled += count;
        return true;
    }

    /** The bytes among which the line lies, until the next one is asked for. */
    byte[] bytes() {
        return buffer;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** Whether the line was longer than {@link #LONGEST} and is left out. */
    boolean isTooLong() {
        return tooLong;
    }

    /** Counts from 1. */
    int number() {
        return number;
    }

    /** {@code file:line}. */
    String place() {
        return file + ":" + number;
    }

    /** {@code file:line:column} of a byte of {@link #bytes}; columns count characters. */
    String place(int at) {
        int column = 1;
        for (int k = start; k < Math.min(at, end); k++) {
            column += (buffer[k] & 0xC0) == 0x80 ? 0 : 1;
        }
        return place() + ":" + column;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
