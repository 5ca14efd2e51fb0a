package io.acord.spark.frame;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import io.acord.lab.store.Storage;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.jspecify.annotations.Nullable;

/** Brings edges to the blocks of their ends. */
final class ArcPreparation {

    private final Storage storage;
    private final String fleet;
    private final int blocks;

    ArcPreparation(Storage storage, String fleet, int blocks) {
        this.storage = storage;
        this.fleet = fleet;
        this.blocks = blocks;
    }

    /**
     * The arcs of each block as one partition.
     *
     * @param links as {@link FrameColumns#edges} has them
     * @param table {@code block, id, agent} of all agents
     * @param rows the same of each block as one partition, if executors have room for everybody's name; else null
     */
    JavaRDD<ArcChunk> arcs(Dataset<Row> links, Dataset<Row> table, @Nullable JavaRDD<InternalRow> rows, int agents) {
        Dataset<Row> ends = rows == null ? joined(links, table) : lookedUp(links, index(rows, agents));
        int count = blocks;
        return FramePreparation.inner(ends)
                .mapPartitionsToPair(edges -> ArcChunk.of(edges, count))
                .partitionBy(ArcChunk.byBlock(count))
                .values();
    }

    /** Has who lives in each block written down by its task, before anybody looks for an agent there. */
    private UserDefinedFunction index(JavaRDD<InternalRow> rows, int agents) {
        Storage into = storage;
        String folder = fleet;
        rows.foreachPartition(here -> BlockBuilder.writeRoster(into, folder, TaskContext.getPartitionId(), here));
        return AgentIndex.lookup(storage, fleet, blocks, agents);
    }

    private static Dataset<Row> joined(Dataset<Row> links, Dataset<Row> table) {
        Dataset<Row> who = table.select("agent", "id", "block");
        return ends(links.join(
                        who.toDF("i", "tail", "tailBlock").hint("shuffle_hash"),
                        FramePreparation.toSeq("i"),
                        "left_outer")
                .join(
                        who.toDF("j", "head", "headBlock").hint("shuffle_hash"),
                        FramePreparation.toSeq("j"),
                        "left_outer"));
    }

    private static Dataset<Row> lookedUp(Dataset<Row> links, UserDefinedFunction index) {
        return ends(links.withColumn("one", index.apply(col("i")))
                .withColumn("other", index.apply(col("j")))
                .select(
                        col("round"),
                        AgentIndex.number("one").as("tail"),
                        AgentIndex.block("one").as("tailBlock"),
                        AgentIndex.number("other").as("head"),
                        AgentIndex.block("other").as("headBlock"),
                        col("weight")));
    }

    /** {@code round, tail, tailBlock, head, headBlock, weight}: both ends of every edge, -1 for an unknown one. */
    private static Dataset<Row> ends(Dataset<Row> places) {
        return places.select(
                col("round"),
                coalesce(col("tail"), lit(-1)).as("tail"),
                coalesce(col("tailBlock"), lit(0)).as("tailBlock"),
                coalesce(col("head"), lit(-1)).as("head"),
                coalesce(col("headBlock"), lit(0)).as("headBlock"),
                col("weight"));
    }
}
