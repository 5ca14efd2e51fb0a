package io.acord.lab.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Puts records in order without moving them. */
final class IndexSort {

    private static final int BITS = 16;
    private static final int MASK = (1 << BITS) - 1;

    private IndexSort() {}

    /**
     * The positions of the records in ascending order of their keys, equal ones in the order in which they stand; null
     * if they stand in order.
     *
     * @param keys none of them negative; the first counts most
     */
    static int @Nullable [] of(int count, int[]... keys) {
        if (isOrdered(count, keys)) {
            return null;
        }
        int[] order = new int[count];
        Arrays.setAll(order, k -> k);
        int[] other = new int[count];
        int[] places = new int[MASK + 2];
        for (int key = keys.length - 1; key >= 0; key--) {
            int largest = 0;
            for (int k = 0; k < count; k++) {
                largest |= keys[key][k];
            }
            for (int shift = 0; shift < Integer.SIZE && largest >>> shift != 0; shift += BITS) {
                distribute(count, keys[key], shift, order, other, places);
                int[] sorted = other;
                other = order;
                order = sorted;
            }
        }
        return order;
    }

    /** A stable counting sort by one digit. */
    private static void distribute(int count, int[] key, int shift, int[] from, int[] to, int[] places) {
        Arrays.fill(places, 0);
        for (int k = 0; k < count; k++) {
            places[((key[k] >>> shift) & MASK) + 1]++;
        }
        for (int digit = 0; digit < MASK; digit++) {
            places[digit + 1] += places[digit];
        }
        for (int k = 0; k < count; k++) {
            int digit = (key[from[k]] >>> shift) & MASK;
            to[places[digit]++] = from[k];
        }
    }

    private static boolean isOrdered(int count, int[][] keys) {
        for (int k = 1; k < count; k++) {
            for (int[] key : keys) {
                if (key[k - 1] > key[k]) {
                    return false;
                }
                if (key[k - 1] < key[k]) {
                    break;
                }
            }
        }
        return true;
    }
}
