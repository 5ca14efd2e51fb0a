package io.acord.spark.names;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Numbers by name, with open addressing. Two numbers a slot lie side by side, because each look at memory is a long
 * one: what was put there, 0 if the slot is free, and the name's key. Short names are their key; of longer ones the
 * bytes lie elsewhere. Many may read what one has filled.
 */
public final class NameTable {

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int CHUNK = 1 << 20; // bytes of long names
    private static final long OFFSET = (1L << 32) - 1;

    private long[] slots;
    private int used;
    private byte[][] chunks = new byte[4][]; // each name with its length before it, none in two
    private long end; // where the next one is put

    /** A table that has room for so many names, and gets more if it has to. */
    public NameTable(int names) {
        slots = new long[Integer.highestOneBit(Math.max(8, Math.min(names, 1 << 27))) << 3];
    }

    int size() {
        return used;
    }

    /** What is there of each name; 0 of unknown ones. */
    public void find(NameBatch names, long[] found) {
        int mask = slots.length - 1;
        for (int k = 0; k < names.size(); k++) {
            long key = names.key(k);
            int at = names.hash(k) << 1 & mask;
            // The loop for short names has nothing to wait for but the slots, and many are on their way at once.
            while (key >= 0 && slots[at] != 0 && slots[at + 1] != key) {
                at = at + 2 & mask;
            }
            found[k] = slots[key >= 0 ? at : slot(names.text(), names.start(k), names.length(k), key, names.hash(k))];
        }
    }

    /** What is there of a name; if nothing is, a number other than 0 is put there and 0 returned. */
    long put(byte[] text, int start, int length, long value) {
        long bits = NameBatch.bits(text, start, length);
        return put(text, start, length, NameBatch.key(length, bits), NameBatch.hash(bits), value);
    }

    /** The same of a name of a batch. */
    long put(NameBatch names, int k, long value) {
        return put(names.text(), names.start(k), names.length(k), names.key(k), names.hash(k), value);
    }

    /** The same of a name of a list. */
    public long put(NameList names, int k, long value) {
        return put(names.text(), names.start(k), names.length(k), value);
    }

    private long put(byte[] text, int start, int length, long key, int hash, long value) {
        int at = slot(text, start, length, key, hash);
        if (slots[at] != 0) {
            return slots[at];
        }
        slots[at] = value;
        slots[at + 1] = key >= 0 ? key : key | store(text, start, length);
        used++;
        if (4 * used > slots.length) { // more than half of them
            grow();
        }
        return 0;
    }

    /** Where a name is, or would be. */
    private int slot(byte[] text, int start, int length, long key, int hash) {
        int mask = slots.length - 1;
        int at = hash << 1 & mask;
        while (slots[at] != 0 && !isAt(at, text, start, length, key)) {
            at = at + 2 & mask;
        }
        return at;
    }

    private boolean isAt(int at, byte[] text, int start, int length, long key) {
        long there = slots[at + 1];
        if (key >= 0) {
            return there == key;
        }
        if (there >>> 32 != key >>> 32) {
            return false;
        }
        byte[] chunk = chunks[chunk(there)];
        int from = within(there);
        return length(chunk, from) == length
                && Arrays.equals(chunk, from + 4, from + 4 + length, text, start, start + length);
    }

    // Offsets are counted in fours, which 32 bits of do for 16 GB.
    private static int chunk(long key) {
        return (int) ((key & OFFSET) / (CHUNK / 4));
    }

    private static int within(long key) {
        return (int) ((key & OFFSET) % (CHUNK / 4)) * 4;
    }

    private static int length(byte[] chunk, int at) {
        return (int) INTS.get(chunk, at);
    }

    private long store(byte[] text, int start, int length) {
        if (end % CHUNK != 0 && end / CHUNK != (end + 3 + length) / CHUNK) {
            end = (end / CHUNK + 1) * CHUNK;
        }
        long offset = end / 4;
        if (offset > OFFSET) {
            throw new IllegalStateException("the names take more than 16 GB");
        }
        int c = (int) (end / CHUNK);
        if (c >= chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * c);
        }
        if (chunks[c] == null) { // a name that is larger than a chunk has one of its own, and the places of several
            chunks[c] = new byte[Math.max(CHUNK, Math.addExact(4, length))];
        }
        int at = (int) (end % CHUNK);
        INTS.set(chunks[c], at, length);
        System.arraycopy(text, start, chunks[c], at + 4, length);
        end += 4L + ((length + 3) & ~3);
        return offset;
    }

    private void grow() {
        long[] before = slots;
        slots = new long[Math.multiplyExact(2, before.length)];
        int mask = slots.length - 1;
        for (int from = 0; from < before.length; from += 2) {
            if (before[from] != 0) {
                int at = hashOf(before[from + 1]) << 1 & mask;
                while (slots[at] != 0) {
                    at = at + 2 & mask;
                }
                slots[at] = before[from];
                slots[at + 1] = before[from + 1];
            }
        }
    }

    private int hashOf(long key) {
        if (key >= 0) {
            return NameBatch.hash(key & (1L << 56) - 1);
        }
        byte[] chunk = chunks[chunk(key)];
        int from = within(key);
        return NameBatch.hash(NameBatch.bits(chunk, from + 4, length(chunk, from)));
    }
}
