package io.acord.spark.names;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Some names that are looked for together. Each look at a large table waits for memory; those of names that are known
 * before the first look wait side by side. Scratch; one thread.
 */
public final class NameBatch {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ODD = 0x9E3779B97F4A7C15L;

    /** Longer names have another key: a bit in front, so that no short name has the same. */
    private static final int SHORT = 7;

    static final long IS_LONG = 1L << 63;

    private byte[] text = new byte[256];
    private int[] ends = new int[16];
    private long[] keys = new long[16];
    private int[] hashes = new int[16];
    private int size;

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
    }

    /** Takes a name as Spark has it, which may be gone afterwards. */
    public void add(UTF8String name) {
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, 2 * size);
            keys = Arrays.copyOf(keys, 2 * size);
            hashes = Arrays.copyOf(hashes, 2 * size);
        }
        int start = start(size);
        int end = Math.addExact(start, name.numBytes());
        if (end + Long.BYTES > text.length) {
            text = Arrays.copyOf(text, Math.addExact(end + Long.BYTES, text.length));
        }
        name.writeToMemory(text, Platform.BYTE_ARRAY_OFFSET + (long) start);
        ends[size] = end;
        long bits = bits(text, start, end - start);
        keys[size] = key(end - start, bits);
        hashes[size] = hash(bits);
        size++;
    }

    byte[] text() {
        return text;
    }

    int start(int k) {
        return k == 0 ? 0 : ends[k - 1];
    }

    int length(int k) {
        return ends[k] - start(k);
    }

    long key(int k) {
        return keys[k];
    }

    int hash(int k) {
        return hashes[k];
    }

    /** A short name itself; of a longer one 64 bits that depend on all of it. */
    static long bits(byte[] text, int start, int length) {
        if (length <= SHORT) {
            return tail(text, start, length);
        }
        long bits = length;
        int at = 0;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            bits = mix(bits ^ (long) LONGS.get(text, start + at));
        }
        return at == length ? bits : mix(bits ^ tail(text, start + at, length - at));
    }

    private static long tail(byte[] text, int start, int length) {
        if (start + Long.BYTES <= text.length) {
            return (long) LONGS.get(text, start) & ((1L << (8 * length)) - 1);
        }
        long bits = 0;
        for (int k = 0; k < length; k++) {
            bits |= (text[start + k] & 0xFFL) << (8 * k);
        }
        return bits;
    }

    /**
     * What a table knows of a name: a short one is its key. The lower half of a longer one's is free, for where it is.
     */
    static long key(int length, long bits) {
        return length <= SHORT
                ? ((long) length << 56) | bits
                : IS_LONG | ((long) Math.min(length, 0xFFF) << 51) | ((bits >>> 45) << 32);
    }

    static int hash(long bits) {
        return (int) mix(bits);
    }

    private static long mix(long bits) {
        long once = (bits ^ bits >>> 32) * ODD;
        long twice = (once ^ once >>> 29) * ODD;
        return twice ^ twice >>> 32;
    }
}
