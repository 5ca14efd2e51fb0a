package io.acord.spark.names;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * The agents that some lines of costs speak of, each once. Immutable.
 *
 * @param names in any order
 * @param low the smallest key of each, null where it has none; null: nobody asks for keys
 * @param high the largest key of each
 * @param isSomebodyNameless whether there is a line without an agent
 * @param horizon the last round of the lines
 */
@SuppressWarnings("ArrayRecordComponent") // written by one task, read by another
public record AgentNames(
        NameList names,
        @Nullable UTF8String @Nullable [] low,
        @Nullable UTF8String @Nullable [] high,
        boolean isSomebodyNameless,
        int horizon)
        implements Serializable {

    private static final int MOST = 1 << 20;
    private static final int MOST_BYTES = 1 << 26;

    /** Those of lines {@code agent, round [, key]}: about a million at a time, and the next ones anew. */
    public static Iterator<AgentNames> of(Iterator<InternalRow> lines, boolean hasKey) {
        return new Iterator<>() {
            private final Collector collector = new Collector(hasKey);

            @Override
            public boolean hasNext() {
                return lines.hasNext();
            }

            @Override
            public AgentNames next() {
                if (!lines.hasNext()) {
                    throw new NoSuchElementException();
                }
                collector.clear();
                while (lines.hasNext() && !collector.isFull()) {
                    collector.add(lines.next());
                }
                return collector.names();
            }
        };
    }

    /** All of some, in the order of their bytes. */
    public static AgentNames merged(Iterator<AgentNames> some, boolean hasKey) {
        Collector collector = new Collector(hasKey);
        some.forEachRemaining(collector::add);
        AgentNames all = collector.names();
        int[] order = NameOrder.of(all.names());
        return all.only(order, order.length);
    }

    /** The first so many of an order. */
    private AgentNames only(int[] order, int count) {
        NameList.Builder chosen = new NameList.Builder();
        for (int k = 0; k < count; k++) {
            chosen.add(names.text(), names.start(order[k]), names.length(order[k]));
        }
        return new AgentNames(
                chosen.list(), only(low, order, count), only(high, order, count), isSomebodyNameless, horizon);
    }

    private static @Nullable UTF8String @Nullable [] only(
            @Nullable UTF8String @Nullable [] keys, int[] order, int count) {
        if (keys == null) {
            return null;
        }
        @Nullable UTF8String[] chosen = new UTF8String[count];
        Arrays.setAll(chosen, k -> keys[order[k]]);
        return chosen;
    }

    /** Some of them, evenly spread over all. */
    public NameList sample(int most) {
        int count = Math.min(most, names.size());
        NameList.Builder sample = new NameList.Builder();
        for (int k = 0; k < count; k++) {
            int at = (int) ((long) k * names.size() / count);
            sample.add(names.text(), names.start(at), names.length(at));
        }
        return sample.list();
    }

    /** Those between two bounds that follow each other, piece by piece: in piece p is what bounds 0 .. p−1 allow. */
    public AgentNames[] split(NameList bounds) {
        int[] size = new int[bounds.size() + 1];
        int[] piece = new int[names.size()];
        for (int k = 0; k < piece.length; k++) {
            piece[k] = piece(bounds, k);
            size[piece[k]]++;
        }
        int[][] order = new int[size.length][];
        Arrays.setAll(order, p -> new int[size[p]]);
        Arrays.fill(size, 0);
        for (int k = 0; k < piece.length; k++) {
            order[piece[k]][size[piece[k]]++] = k;
        }
        AgentNames[] pieces = new AgentNames[size.length];
        Arrays.setAll(pieces, p -> only(order[p], size[p]));
        return pieces;
    }

    /** How many bounds a name is not before. */
    private int piece(NameList bounds, int k) {
        int from = names.start(k);
        int to = from + names.length(k);
        int low = 0;
        int high = bounds.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            int start = bounds.start(middle);
            boolean isBefore =
                    Arrays.compareUnsigned(names.text(), from, to, bounds.text(), start, start + bounds.length(middle))
                            < 0;
            low = isBefore ? low : middle + 1;
            high = isBefore ? middle : high;
        }
        return low;
    }

    /** Collects names. Scratch; one task. */
    private static final class Collector {
        private final boolean hasKey;
        private final NameBatch one = new NameBatch();
        private NameTable table = new NameTable(0); // 1 + the place in the list
        private NameList.Builder list = new NameList.Builder();
        private @Nullable UTF8String[] low = {};
        private @Nullable UTF8String[] high = {};
        private boolean isSomebodyNameless;
        private int horizon;

        Collector(boolean hasKey) {
            this.hasKey = hasKey;
        }

        void clear() {
            table = new NameTable(table.size());
            list = new NameList.Builder();
            low = new UTF8String[0];
            high = new UTF8String[0];
            isSomebodyNameless = false;
            horizon = 0;
        }

        boolean isFull() {
            return list.size() >= MOST || list.bytes() >= MOST_BYTES;
        }

        void add(InternalRow line) {
            horizon = line.isNullAt(1) ? horizon : Math.max(horizon, line.getInt(1));
            if (line.isNullAt(0)) {
                isSomebodyNameless = true;
                return;
            }
            one.clear();
            one.add(line.getUTF8String(0));
            long known = table.put(one, 0, list.size() + 1);
            if (known == 0) {
                list.add(one.text(), 0, one.length(0));
            }
            if (hasKey) {
                UTF8String key = line.isNullAt(2) ? null : line.getUTF8String(2);
                widen(known, key, key);
            }
        }

        void add(AgentNames others) {
            horizon = Math.max(horizon, others.horizon);
            isSomebodyNameless |= others.isSomebodyNameless;
            NameList names = others.names;
            for (int k = 0; k < names.size(); k++) {
                long known = table.put(names, k, list.size() + 1);
                if (known == 0) {
                    list.add(names.text(), names.start(k), names.length(k));
                }
                if (others.low != null && others.high != null) {
                    widen(known, others.low[k], others.high[k]);
                }
            }
        }

        /** Takes keys of a name that is known, or of the one that was just put down. */
        private void widen(long known, @Nullable UTF8String from, @Nullable UTF8String to) {
            int at = (known == 0 ? list.size() : (int) known) - 1;
            if (at >= low.length) {
                low = Arrays.copyOf(low, Math.max(16, 2 * at));
                high = Arrays.copyOf(high, low.length);
            }
            UTF8String least = low[at];
            UTF8String most = high[at];
            if (from != null && (least == null || from.binaryCompare(least) < 0)) {
                low[at] = from.copy();
            }
            if (to != null && (most == null || to.binaryCompare(most) > 0)) {
                high[at] = to.copy();
            }
        }

        AgentNames names() {
            int size = list.size();
            return new AgentNames(
                    list.list(),
                    hasKey ? Arrays.copyOf(low, size) : null,
                    hasKey ? Arrays.copyOf(high, size) : null,
                    isSomebodyNameless,
                    horizon);
        }
    }
}
