package io.acord.spark.names;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Sorts names by their bytes. The first eight of each travel with it as a number, so that most comparisons look at no
 * name and all of them at memory that lies side by side. Scratch; one thread.
 */
public final class NameOrder {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int FEW = 16;

    private final NameList names;
    private long[] heads; // of names in their order so far, as numbers that compare like the bytes
    private int[] order;
    private long[] otherHeads;
    private int[] otherOrder;

    private NameOrder(NameList names) {
        this.names = names;
        int size = names.size();
        heads = new long[size];
        order = new int[size];
        otherHeads = new long[size];
        otherOrder = new int[size];
        for (int k = 0; k < size; k++) {
            order[k] = k;
            heads[k] = head(names, k) ^ Long.MIN_VALUE;
        }
    }

    /** Which name comes first, which second, and so on. */
    public static int[] of(NameList names) {
        NameOrder sorting = new NameOrder(names);
        sorting.sort();
        return sorting.order;
    }

    private static long head(NameList names, int k) {
        int start = names.start(k);
        int length = names.length(k);
        if (length >= Long.BYTES) {
            return (long) LONGS.get(names.text(), start);
        }
        long head = 0;
        for (int b = 0; b < length; b++) {
            head |= (names.text()[start + b] & 0xFFL) << (56 - 8 * b);
        }
        return head;
    }

    private void sort() {
        int size = order.length;
        for (int from = 0; from < size; from += FEW) {
            insert(from, Math.min(size, from + FEW));
        }
        for (long width = FEW; width < size; width *= 2) {
            for (long from = 0; from < size; from += 2 * width) {
                merge((int) from, (int) Math.min(size, from + width), (int) Math.min(size, from + 2 * width));
            }
            long[] mergedHeads = otherHeads;
            int[] merged = otherOrder;
            otherHeads = heads;
            otherOrder = order;
            heads = mergedHeads;
            order = merged;
        }
    }

    private void insert(int from, int to) {
        for (int k = from + 1; k < to; k++) {
            long head = heads[k];
            int name = order[k];
            int at = k;
            for (; at > from && isAfter(heads[at - 1], order[at - 1], head, name); at--) {
                heads[at] = heads[at - 1];
                order[at] = order[at - 1];
            }
            heads[at] = head;
            order[at] = name;
        }
    }

    private void merge(int from, int middle, int to) {
        int a = from;
        int b = middle;
        for (int at = from; at < to; at++) {
            boolean isSecond = a == middle || (b < to && isAfter(heads[a], order[a], heads[b], order[b]));
            int next = isSecond ? b++ : a++;
            otherHeads[at] = heads[next];
            otherOrder[at] = order[next];
        }
    }

    private boolean isAfter(long headOfOne, int one, long headOfOther, int other) {
        return headOfOne == headOfOther ? compare(one, other) > 0 : headOfOne > headOfOther;
    }

    private int compare(int one, int other) {
        byte[] text = names.text();
        int a = names.start(one);
        int b = names.start(other);
        return Arrays.compareUnsigned(text, a, a + names.length(one), text, b, b + names.length(other));
    }
}
