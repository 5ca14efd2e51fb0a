package io.acord.spark.frame;

import io.acord.spark.names.NameBatch;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.unsafe.types.UTF8String;

/** Rows of somebody with the number and the block of that agent after them, both null of strangers. Scratch. */
final class PlacedRows implements Iterator<InternalRow> {

    private final Iterator<InternalRow> rows;
    private final int agent; // which cell the name is
    private final AgentIndex index;
    private final NameBatch name = new NameBatch();
    private final long[] place = new long[1];
    private final GenericInternalRow found = new GenericInternalRow(2);
    private final JoinedRow both = new JoinedRow();

    PlacedRows(Iterator<InternalRow> rows, int agent, AgentIndex index) {
        this.rows = rows;
        this.agent = agent;
        this.index = index;
    }

    @Override
    public boolean hasNext() {
        return rows.hasNext();
    }

    /** The next row, until the one after it is asked for. */
    @Override
    public InternalRow next() {
        InternalRow row = rows.next();
        name.clear();
        name.add(row.isNullAt(agent) ? UTF8String.EMPTY_UTF8 : row.getUTF8String(agent)); // nobody is called so
        index.find(name, place);
        if (place[0] == 0) {
            found.setNullAt(0);
            found.setNullAt(1);
        } else {
            found.setInt(0, AgentIndex.number(place[0]));
            found.setInt(1, AgentIndex.block(place[0]));
        }
        return both.apply(row, found);
    }
}
