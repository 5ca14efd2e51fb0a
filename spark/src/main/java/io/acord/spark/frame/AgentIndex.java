package io.acord.spark.frame;

import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.udf;

import io.acord.lab.store.Storage;
import io.acord.spark.block.RosterFile;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/**
 * Everybody's number and block by name, in a process that runs tasks: it spares edges and costs their way to where a
 * name is known. Read from the rosters by the first task that asks, and shared by all of its process until memory gets
 * scarce. Immutable.
 */
final class AgentIndex {

    /** The share of an executor's memory that names may take; of fleets that take more edges and costs are joined. */
    static final String SHARE = "spark.acord.namesInMemory";

    private static final String DEFAULT_SHARE = "0.125";
    private static final int BYTES_AN_AGENT = 80; // with a name of a dozen letters
    private static final int MOST = 1 << 26; // agents

    private static String latestOf = "";
    private static SoftReference<@Nullable AgentIndex> latest = new SoftReference<>(null);

    // With open addressing, two numbers a slot side by side, because each look at memory is a long one: a place, 0 if
    // the slot is free; and how long the name is, and where in those of its block. A place is 1 + the block in the
    // upper half, and the number in the lower.
    private final long[] slots;
    private final byte[][] names; // of each block, one after the other

    private AgentIndex(int blocks, int agents) {
        this.slots = new long[Integer.highestOneBit(Math.max(8, agents)) << 3]; // at most half of them are used
        this.names = new byte[blocks][];
    }

    /** Whether executors have room for the names of so many agents. */
    static boolean fits(SparkSession spark, int agents) {
        double share = Double.parseDouble(spark.conf().get(SHARE, DEFAULT_SHARE));
        return agents <= MOST
                && (double) agents * BYTES_AN_AGENT
                        <= share * spark.sparkContext().executorMemory() * 1e6;
    }

    /** A function of a column of names: the place of each, null of strangers. */
    static UserDefinedFunction lookup(Storage storage, String fleet, int blocks, int agents) {
        return udf(new Lookup(storage, fleet, blocks, agents), DataTypes.LongType);
    }

    /** The agent's number in a column of places. */
    static Column number(String place) {
        return expr("int(" + place + " & 2147483647)");
    }

    /** The agent's block there. */
    static Column block(String place) {
        return expr("int(shiftright(" + place + ", 32))");
    }

    private static final class Lookup implements UDF1<@Nullable String, @Nullable Long> {
        private static final long serialVersionUID = 1;

        private final Storage storage;
        private final String fleet;
        private final int blocks;
        private final int agents;
        private transient @Nullable AgentIndex index;

        Lookup(Storage storage, String fleet, int blocks, int agents) {
            this.storage = storage;
            this.fleet = fleet;
            this.blocks = blocks;
            this.agents = agents;
        }

        @Override
        public @Nullable Long call(@Nullable String name) throws IOException {
            AgentIndex known = index;
            if (known == null) {
                known = of(storage, fleet, blocks, agents);
                index = known;
            }
            return name == null ? null : known.place(name);
        }
    }

    private static synchronized AgentIndex of(Storage storage, String fleet, int blocks, int agents)
            throws IOException {
        String which = storage.uri() + "/" + fleet;
        AgentIndex known = which.equals(latestOf) ? latest.get() : null;
        if (known == null) {
            known = new AgentIndex(blocks, agents);
            for (int b = 0; b < blocks; b++) {
                known.add(b, RosterFile.read(storage.open(FrameFiles.roster(fleet, b)), FrameFiles.roster(fleet, b)));
            }
            latest = new SoftReference<>(known);
            latestOf = which;
        }
        return known;
    }

    private void add(int block, RosterFile roster) {
        int rows = roster.ids().length;
        byte[] all = new byte[16 * rows + 16];
        int end = 0;
        for (int row = 0; row < rows; row++) {
            byte[] name = roster.names()[row].getBytes(StandardCharsets.UTF_8);
            if (end + name.length > all.length) {
                all = Arrays.copyOf(all, Math.addExact(all.length, Math.max(name.length, all.length / 2)));
            }
            System.arraycopy(name, 0, all, end, name.length);
            names[block] = all;
            int at = slot(name);
            slots[at] = (long) (block + 1) << 32 | roster.ids()[row];
            slots[at + 1] = (long) name.length << 32 | end;
            end += name.length;
        }
        names[block] = Arrays.copyOf(all, end);
    }

    private @Nullable Long place(String name) {
        long found = slots[slot(name.getBytes(StandardCharsets.UTF_8))];
        return found == 0 ? null : (Long) (found - (1L << 32));
    }

    /** Where a name is, or would be. */
    private int slot(byte[] name) {
        int hash = Arrays.hashCode(name) * 0x9E3779B9;
        int at = (hash ^ hash >>> 15) << 1 & slots.length - 1;
        while (slots[at] != 0 && !isAt(at, name)) {
            at = at + 2 & slots.length - 1;
        }
        return at;
    }

    private boolean isAt(int slot, byte[] name) {
        int length = (int) (slots[slot + 1] >>> 32);
        int from = (int) slots[slot + 1];
        byte[] ofBlock = names[(int) (slots[slot] >>> 32) - 1];
        return length == name.length && Arrays.equals(ofBlock, from, from + length, name, 0, length);
    }
}
