package io.acord.lab.data;

import io.acord.lab.options.FormulaName;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * Numbers names 0, 1, … as they come, and in the order of their bytes once they are {@link #sort sorted}. Names are
 * kept as bytes in one array: a million of them need little. Scratch until all have been seen; one thread.
 */
final class NameTable {

    private byte[] text = new byte[256];
    private int[] first = new int[16]; // name k is text[first[k] .. first[k + 1])
    private int size;
    private int[] slots = new int[32]; // id + 1 by hash, 0 for free

    int size() {
        return size;
    }

    /** The number of a name, a new one if it was not known. */
    int add(byte[] bytes, int from, int to) {
        int slot = slot(bytes, from, to);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        int at = first[size];
        int length = to - from;
        if (at + length > text.length) {
            text = Arrays.copyOf(text, Math.max(at + length, text.length + (text.length >> 1)));
        }
        System.arraycopy(bytes, from, text, at, length);
        if (size + 2 > first.length) {
            first = Arrays.copyOf(first, first.length + (first.length >> 1));
        }
        first[size + 1] = at + length;
        size++;
        slots[slot] = size;
        if (2 * size > slots.length) {
            rehash();
        }
        return size - 1;
    }

    int add(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return add(bytes, 0, bytes.length);
    }

    /** The number of a name, or −1. */
    int find(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return slots[slot(bytes, 0, bytes.length)] - 1;
    }

    /** Where a name is, or where it would be put. */
    private int slot(byte[] bytes, int from, int to) {
        int mask = slots.length - 1;
        int slot = hash(bytes, from, to) & mask;
        while (slots[slot] != 0) {
            int id = slots[slot] - 1;
            if (Arrays.equals(text, first[id], first[id + 1], bytes, from, to)) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private static int hash(byte[] bytes, int from, int to) {
        int hash = 1;
        for (int k = from; k < to; k++) {
            hash = 31 * hash + bytes[k];
        }
        hash *= 0x9E3779B9;
        return hash ^ (hash >>> 15);
    }

    private void rehash() {
        slots = new int[2 * slots.length];
        int mask = slots.length - 1;
        for (int id = 0; id < size; id++) {
            int slot = hash(text, first[id], first[id + 1]) & mask;
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = id + 1;
        }
    }

    String name(int id) {
        Objects.checkIndex(id, size);
        return new String(text, first[id], first[id + 1] - first[id], StandardCharsets.UTF_8);
    }

    /**
     * Numbers the names anew, in the order of their bytes: that of UTF-8, and of the characters' numbers.
     *
     * @return the new number of each
     */
    int[] sort() {
        Integer[] order = new Integer[size];
        Arrays.setAll(order, k -> k);
        Arrays.sort(
                order, (a, b) -> Arrays.compareUnsigned(text, first[a], first[a + 1], text, first[b], first[b + 1]));
        byte[] sorted = new byte[first[size]];
        int[] starts = new int[first.length];
        int[] rank = new int[size];
        for (int k = 0; k < size; k++) {
            int old = order[k];
            int length = first[old + 1] - first[old];
            System.arraycopy(text, first[old], sorted, starts[k], length);
            starts[k + 1] = starts[k] + length;
            rank[old] = k;
        }
        text = sorted;
        first = starts;
        slots = new int[slots.length / 2];
        rehash();
        return rank;
    }

    /** Why bytes cannot be somebody's name; empty if they can. */
    static String problem(byte[] bytes, int from, int to) {
        if (from == to) {
            return "is empty";
        }
        try {
            String name = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, to - from))
                    .toString();
            if (name.chars().anyMatch(Character::isISOControl)) {
                return "has control characters";
            }
            if (FormulaName.is(name)) {
                return "begins with " + name.charAt(0) + ", which spreadsheets take for a formula";
            }
            return name.length() > 1000 ? "has more than 1000 characters" : "";
        } catch (CharacterCodingException wrong) {
            return "is not UTF-8; the file may be Latin-1 and has to be saved as UTF-8";
        }
    }

    /** All names by number, each made when asked for. */
    List<String> names() {
        return new Names();
    }

    private final class Names extends AbstractList<String> implements RandomAccess {
        @Override
        public String get(int id) {
            return name(id);
        }

        @Override
        public int size() {
            return size;
        }
    }
}
