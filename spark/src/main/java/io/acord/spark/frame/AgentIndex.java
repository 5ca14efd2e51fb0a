package io.acord.spark.frame;

import io.acord.lab.store.Storage;
import io.acord.spark.block.RosterFile;
import io.acord.spark.names.NameBatch;
import io.acord.spark.names.NameList;
import io.acord.spark.names.NameTable;
import java.io.IOException;
import java.lang.ref.SoftReference;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Everybody's number and block by name, in a process that runs tasks: it spares edges and costs their way to where a
 * name is known. Read from the rosters by the first task that asks, and shared by all of its process until memory gets
 * scarce. Immutable.
 *
 * <p>A place is 1 + the block in the upper half, and the number in the lower; 0 is nowhere.
 */
final class AgentIndex {

    /** The share of an executor's memory that names may take; of fleets that take more edges and costs are joined. */
    static final String SHARE = "spark.acord.namesInMemory";

    private static final String DEFAULT_SHARE = "0.125";
    private static final int BYTES_AN_AGENT = 80; // with a name of a dozen letters
    private static final int MOST = 1 << 26; // agents

    private static String latestOf = "";
    private static SoftReference<@Nullable AgentIndex> latest = new SoftReference<>(null);

    private final NameTable places;

    private AgentIndex(int agents) {
        this.places = new NameTable(agents);
    }

    /** Whether executors have room for the names of so many agents. */
    static boolean fits(SparkSession spark, int agents) {
        double share = Double.parseDouble(spark.conf().get(SHARE, DEFAULT_SHARE));
        return agents <= MOST
                && (double) agents * BYTES_AN_AGENT
                        <= share * spark.sparkContext().executorMemory() * 1e6;
    }

    /** The index of the agents of a fleet in this process. */
    static synchronized AgentIndex of(Storage storage, String fleet, int blocks, int agents) throws IOException {
        String which = storage.uri() + "/" + fleet;
        AgentIndex known = which.equals(latestOf) ? latest.get() : null;
        if (known == null) {
            known = new AgentIndex(agents);
            for (int b = 0; b < blocks; b++) {
                known.add(b, RosterFile.read(storage.open(FrameFiles.roster(fleet, b)), FrameFiles.roster(fleet, b)));
            }
            latest = new SoftReference<>(known);
            latestOf = which;
        }
        return known;
    }

    private void add(int block, RosterFile roster) {
        NameList names = roster.names();
        for (int row = 0; row < names.size(); row++) {
            places.put(names, row, (long) (block + 1) << 32 | roster.ids()[row]);
        }
    }

    /** The place of each name. */
    void find(NameBatch names, long[] found) {
        places.find(names, found);
    }

    /** The agent's number in a place; −1 nowhere. */
    static int number(long place) {
        return place == 0 ? -1 : (int) place;
    }

    /** The agent's block there; 0 nowhere. */
    static int block(long place) {
        return place == 0 ? 0 : (int) (place >>> 32) - 1;
    }
}
