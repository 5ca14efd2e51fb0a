package io.acord.spark.frame;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Arcs of the rows of a block in the rounds of one kind: taken in any order, then row by row and by the id at the far
 * end. Mutable; one task.
 */
final class ArcRows {

    private int[] row = new int[64];
    private int[] far = new int[64]; // the id at the other end
    private int[] host = new int[64]; // its block
    private double @Nullable [] weight; // null: all are 1
    private int size;

    int size() {
        return size;
    }

    int row(int k) {
        return row[k];
    }

    int far(int k) {
        return far[k];
    }

    int host(int k) {
        return host[k];
    }

    /** The weights, as many as arcs; null if all are 1. */
    double @Nullable [] weights() {
        return weight == null ? null : Arrays.copyOf(weight, size);
    }

    private double weight(int k) {
        return weight == null ? 1 : weight[k];
    }

    void add(int r, int f, int h, double w) {
        if (size == row.length) {
            int larger = Math.addExact(size, size >> 1);
            row = Arrays.copyOf(row, larger);
            far = Arrays.copyOf(far, larger);
            host = Arrays.copyOf(host, larger);
            weight = weight == null ? null : Arrays.copyOf(weight, larger);
        }
        row[size] = r;
        far[size] = f;
        host[size] = h;
        if (w != 1 && weight == null) {
            weight = new double[row.length];
            Arrays.fill(weight, 1);
        }
        if (weight != null) {
            weight[size] = w;
        }
        size++;
    }

    private void add(ArcRows other, int k) {
        add(other.row[k], other.far[k], other.host[k], other.weight(k));
    }

    /**
     * Brings the arcs into their order, those of so many rows; returns how many are there again. Rows are counted, not
     * compared: all that is left to sort are the few arcs of each, which by then lie side by side.
     */
    int sort(int rows) {
        int[] first = new int[rows + 1];
        for (int k = 0; k < size; k++) {
            first[row[k] + 1]++;
        }
        for (int r = 0; r < rows; r++) {
            first[r + 1] += first[r];
        }
        int[] next = Arrays.copyOf(first, rows);
        long[] keys = new long[size]; // the far end, and which arc it is
        for (int k = 0; k < size; k++) {
            keys[next[row[k]]++] = (long) far[k] << 32 | k;
        }
        int repeated = 0;
        for (int r = 0; r < rows; r++) {
            sort(keys, first[r], first[r + 1]);
            Arrays.fill(row, first[r], first[r + 1], r);
            for (int k = first[r] + 1; k < first[r + 1]; k++) {
                repeated += keys[k] >>> 32 == keys[k - 1] >>> 32 ? 1 : 0;
            }
        }
        arrange(keys);
        return repeated;
    }

    private static void sort(long[] keys, int from, int to) {
        if (to - from > FEW) {
            Arrays.sort(keys, from, to);
            return;
        }
        for (int k = from + 1; k < to; k++) {
            long key = keys[k];
            int at = k;
            for (; at > from && keys[at - 1] > key; at--) {
                keys[at] = keys[at - 1];
            }
            keys[at] = key;
        }
    }

    private static final int FEW = 32;

    private void arrange(long[] keys) {
        int[] hosts = new int[size];
        for (int k = 0; k < size; k++) {
            hosts[k] = host[(int) keys[k]];
            far[k] = (int) (keys[k] >>> 32);
        }
        host = hosts;
        row = Arrays.copyOf(row, size);
        far = Arrays.copyOf(far, size);
        double[] given = weight;
        if (given != null) {
            double[] arranged = new double[size];
            Arrays.setAll(arranged, k -> given[(int) keys[k]]);
            weight = arranged;
        }
    }

    /** Arcs of one and of the other, both in their order; those that are in both are there twice. */
    static ArcRows merged(ArcRows one, ArcRows other) {
        ArcRows both = new ArcRows();
        int a = 0;
        int b = 0;
        while (a < one.size || b < other.size) {
            boolean isOne = b == other.size || (a < one.size && one.place(a) <= other.place(b));
            both.add(isOne ? one : other, isOne ? a++ : b++);
        }
        return both;
    }

    /** How many arcs, which are in their order, are there again. */
    int repeated() {
        return (int)
                IntStream.range(1, size).filter(k -> place(k) == place(k - 1)).count();
    }

    private long place(int k) {
        return (long) row[k] << 32 | far[k];
    }
}
