package io.acord.lab.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The fields of one line of comma separated values. Blanks around a field do not count unless it is quoted. Scratch;
 * one thread.
 */
final class CsvFields {

    private byte separator = ',';
    private byte[] bytes = new byte[0];
    private byte[] unquoted = new byte[256];
    private int count;
    private int[] from = new int[16];
    private int[] to = new int[16];
    private int[] column = new int[16]; // where the field starts in the line

    /** Says what stands between fields. */
    void separator(char between) {
        separator = (byte) between;
    }

    /** Splits a line. */
    void split(LineReader line) throws Malformed {
        count = 0;
        if (hasQuotes(line)) {
            splitQuoted(line);
            return;
        }
        bytes = line.bytes();
        int begin = line.start();
        for (int k = begin; k <= line.end(); k++) {
            if (k == line.end() || bytes[k] == separator) {
                trimmed(begin, k, begin);
                begin = k + 1;
            }
        }
    }

    private static boolean hasQuotes(LineReader line) {
        for (int k = line.start(); k < line.end(); k++) {
            if (line.bytes()[k] == '"') {
                return true;
            }
        }
        return false;
    }

    private void trimmed(int begin, int end, int at) {
        int low = begin;
        int high = end;
        while (low < high && isBlank(bytes[low])) {
            low++;
        }
        while (high > low && isBlank(bytes[high - 1])) {
            high--;
        }
        add(low, high, at + low - begin);
    }

    private boolean isBlank(byte b) {
        return b == ' ' || (b == '\t' && separator != '\t');
    }

    private void add(int low, int high, int at) {
        if (count == from.length) {
            from = Arrays.copyOf(from, 2 * count);
            to = Arrays.copyOf(to, 2 * count);
            column = Arrays.copyOf(column, 2 * count);
        }
        from[count] = low;
        to[count] = high;
        column[count++] = at;
    }

    /** Copies fields without their quotes. */
    private void splitQuoted(LineReader line) throws Malformed {
        byte[] in = line.bytes();
        int end = line.end();
        if (unquoted.length < end - line.start()) {
            unquoted = new byte[end - line.start()];
        }
        bytes = unquoted;
        int written = 0;
        int k = line.start();
        while (true) {
            while (k < end && isBlank(in[k])) {
                k++;
            }
            int begin = written;
            if (k < end && in[k] == '"') {
                int quote = k++;
                while (true) {
                    if (k >= end) {
                        throw new Malformed(quote, "has a quote that does not end on its line");
                    }
                    if (in[k] == '"') {
                        if (k + 1 < end && in[k + 1] == '"') {
                            k++;
                        } else {
                            break;
                        }
                    }
                    unquoted[written++] = in[k++];
                }
                k++;
                while (k < end && isBlank(in[k])) {
                    k++;
                }
                if (k < end && in[k] != separator) {
                    throw new Malformed(k, "goes on after a closing quote");
                }
                add(begin, written, quote);
            } else {
                while (k < end && in[k] != separator) {
                    if (in[k] == '"') {
                        throw new Malformed(k, "has a quote within a field");
                    }
                    unquoted[written++] = in[k++];
                }
                trimmed(begin, written, k - (written - begin));
            }
            if (k >= end) {
                return;
            }
            k++;
        }
    }

    int count() {
        return count;
    }

    byte[] bytes() {
        return bytes;
    }

    int from(int field) {
        return from[field];
    }

    int to(int field) {
        return to[field];
    }

    boolean isEmpty(int field) {
        return from[field] == to[field];
    }

    /** Where a field starts in the bytes of its line. */
    int column(int field) {
        return column[field];
    }

    String text(int field) {
        return new String(bytes, from[field], to[field] - from[field], StandardCharsets.UTF_8);
    }

    /** A line that is not of comma separated values. */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;
        private final int at;
        private final String found;

        Malformed(int at, String found) {
            super(found, null, false, false);
            this.at = at;
            this.found = found;
        }

        int at() {
            return at;
        }

        String found() {
            return found;
        }
    }
}
