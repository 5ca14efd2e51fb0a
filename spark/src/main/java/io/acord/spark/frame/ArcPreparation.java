package io.acord.spark.frame;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import io.acord.lab.store.Storage;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/** Brings edges to the blocks of their ends. */
record ArcPreparation(Storage storage, String fleet, int blocks) {

    /**
     * The arcs of each block as one partition.
     *
     * @param links as {@link FrameColumns#edges} has them
     * @param table {@code block, id, agent} of all agents; null: executors have room for everybody's name
     */
    JavaRDD<ArcChunk> arcs(Dataset<Row> links, @Nullable Dataset<Row> table, int agents) {
        int count = blocks;
        Storage from = storage;
        String folder = fleet;
        JavaRDD<InternalRow> rows = FramePreparation.inner(table == null ? links : joined(links, table));
        boolean isJoined = table != null;
        return rows.mapPartitionsToPair(edges -> ArcChunk.of(
                        isJoined
                                ? EdgeBatch.joined(edges)
                                : EdgeBatch.named(edges, AgentIndex.of(from, folder, count, agents)),
                        count))
                .partitionBy(ArcChunk.byBlock(count))
                .values();
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
