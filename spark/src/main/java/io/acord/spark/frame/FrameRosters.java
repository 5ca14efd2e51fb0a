package io.acord.spark.frame;

import io.acord.input.Complaints;
import io.acord.lab.store.Storage;
import io.acord.spark.block.RosterFile;
import io.acord.spark.names.NameList;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The rosters of a fleet: who lives in which block, by which number.
 *
 * @param fleet its folder
 */
record FrameRosters(SparkSession spark, Storage storage, String fleet, int blocks) {

    private static final StructType DEALT = new StructType()
            .add("block", DataTypes.IntegerType)
            .add("id", DataTypes.IntegerType)
            .add("agent", DataTypes.StringType);

    /**
     * Has who lives in each block written down by its task; returns a checksum of it.
     *
     * @param dealt {@code block, id, agent} of each block as one partition, by id
     */
    long write(JavaRDD<InternalRow> dealt) {
        Storage into = storage;
        String folder = fleet;
        List<Roster> rosters = new ArrayList<>(dealt.mapPartitions(
                        mine -> List.of(roster(into, folder, TaskContext.getPartitionId(), mine))
                                .iterator())
                .collect());
        rosters.sort(Comparator.comparingInt(Roster::block));
        long checksum = 0;
        for (Roster roster : rosters) {
            if (roster.rows() == 0) {
                throw Complaints.refuse(
                        "blocks",
                        "leaves block " + roster.block() + " without an agent",
                        "an agent in every block",
                        "give fewer blocks, or another partitionBy");
            }
            checksum = 31 * checksum + roster.checksum();
        }
        return checksum;
    }

    /** What a driver learns of a roster. */
    private record Roster(int block, int rows, long checksum) implements Serializable {}

    private static Roster roster(Storage storage, String fleet, int me, Iterator<InternalRow> agents)
            throws IOException {
        int[] ids = new int[64];
        NameList.Builder names = new NameList.Builder();
        while (agents.hasNext()) {
            InternalRow agent = agents.next();
            int row = names.size();
            if (row == ids.length) {
                ids = Arrays.copyOf(ids, Math.addExact(row, row >> 1));
            }
            ids[row] = agent.getInt(1);
            byte[] name = agent.getUTF8String(2).getBytes();
            names.add(name, 0, name.length);
        }
        RosterFile roster = new RosterFile(Arrays.copyOf(ids, names.size()), names.list());
        return new Roster(me, names.size(), roster.write(storage.create(FrameFiles.roster(fleet, me), true)));
    }

    /** {@code block, id, agent}, as written down in rosters. */
    Dataset<Row> agents() {
        Storage from = storage;
        String folder = fleet;
        JavaRDD<InternalRow> rows = JavaSparkContext.fromSparkContext(spark.sparkContext())
                .parallelize(IntStream.range(0, blocks).boxed().toList(), blocks)
                .flatMap(block -> rows(
                        block,
                        RosterFile.read(
                                from.open(FrameFiles.roster(folder, block)), FrameFiles.roster(folder, block))));
        return ((org.apache.spark.sql.classic.SparkSession) spark).internalCreateDataFrame(rows.rdd(), DEALT, false);
    }

    private static Iterator<InternalRow> rows(int block, RosterFile roster) {
        NameList names = roster.names();
        return IntStream.range(0, names.size())
                .<InternalRow>mapToObj(row -> new GenericInternalRow(new Object[] {
                    block, roster.ids()[row], UTF8String.fromBytes(names.text(), names.start(row), names.length(row))
                }))
                .iterator();
    }
}
