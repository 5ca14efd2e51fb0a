package io.acord.spark.frame;

import io.acord.spark.names.NameBatch;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/** Some edges with the numbers and blocks of their ends, −1 and 0 of unknown ones. Scratch; one task. */
final class EdgeBatch {

    private static final int MOST = 512;

    final int[] rounds = new int[MOST];
    final int[] tails = new int[MOST];
    final int[] tailBlocks = new int[MOST];
    final int[] heads = new int[MOST];
    final int[] headBlocks = new int[MOST];
    final double[] weights = new double[MOST];
    int size;

    /** Where edges come from. */
    interface Source {
        /** Puts the next ones in place of those that are there; false if there are none. */
        boolean fill(EdgeBatch batch);
    }

    /** Rows {@code round, tail, tailBlock, head, headBlock, weight}. */
    static Source joined(Iterator<InternalRow> rows) {
        return batch -> {
            batch.size = 0;
            while (batch.size < MOST && rows.hasNext()) {
                InternalRow row = rows.next();
                int k = batch.size++;
                batch.rounds[k] = row.getInt(0);
                batch.tails[k] = row.getInt(1);
                batch.tailBlocks[k] = row.getInt(2);
                batch.heads[k] = row.getInt(3);
                batch.headBlocks[k] = row.getInt(4);
                batch.weights[k] = row.getDouble(5);
            }
            return batch.size > 0;
        };
    }

    /** Rows {@code round, i, j, weight}, whose ends are looked up. */
    static Source named(Iterator<InternalRow> rows, AgentIndex index) {
        NameBatch names = new NameBatch();
        long[] places = new long[2 * MOST];
        return batch -> {
            batch.size = 0;
            names.clear();
            while (batch.size < MOST && rows.hasNext()) {
                InternalRow row = rows.next();
                batch.rounds[batch.size] = row.getInt(0);
                names.add(row.isNullAt(1) ? UTF8String.EMPTY_UTF8 : row.getUTF8String(1)); // nobody is called so
                names.add(row.isNullAt(2) ? UTF8String.EMPTY_UTF8 : row.getUTF8String(2));
                batch.weights[batch.size++] = row.getDouble(3);
            }
            index.find(names, places);
            for (int k = 0; k < batch.size; k++) {
                long one = places[2 * k];
                long other = places[2 * k + 1];
                batch.tails[k] = AgentIndex.number(one);
                batch.tailBlocks[k] = AgentIndex.block(one);
                batch.heads[k] = AgentIndex.number(other);
                batch.headBlocks[k] = AgentIndex.block(other);
            }
            return batch.size > 0;
        };
    }
}
