package io.acord.spark.frame;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.struct;

import io.acord.lab.partition.PartitionChunk;
import io.acord.lab.partition.PartitionPass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Finds blocks for a graph whose names have no order, as jobs: a task has a chunk of the graph, streams its agents, and
 * tells the others between two passes where they went. The driver learns what each block has to do, and the cut.
 */
final class StreamedBlocks implements AutoCloseable {

    private static final StructType PLACES =
            new StructType().add("id", DataTypes.IntegerType, false).add("block", DataTypes.IntegerType, false);

    private final SparkSession spark;
    private JavaRDD<PartitionChunk> chunks;

    private StreamedBlocks(SparkSession spark, JavaRDD<PartitionChunk> chunks) {
        this.spark = spark;
        this.chunks = chunks;
    }

    /** What a driver learns of a chunk after a pass. */
    @SuppressWarnings("ArrayRecordComponent") // one number a block
    private record Report(long[] changes, long cut) implements Serializable {}

    /**
     * Looks for blocks.
     *
     * @param numbered {@code agent, id, …}
     * @param links {@code round, i, j, weight}; an edge of several rounds counts as often
     */
    static StreamedBlocks of(
            SparkSession spark, FramePreparation preparation, Dataset<Row> numbered, int agents, Dataset<Row> links) {
        int count = preparation.blocks();
        JavaRDD<PartitionChunk> chunks = preparation
                .byBlock(arcs(numbered, agents, links, count), "id", "far")
                .mapPartitionsWithIndex(
                        (chunk, arcs) ->
                                List.of(chunk(arcs, chunk, agents, count)).iterator(),
                        true);
        StreamedBlocks streamed = new StreamedBlocks(spark, chunks.persist(StorageLevel.MEMORY_AND_DISK()));
        streamed.play(agents, count);
        return streamed;
    }

    /**
     * {@code block, id, far}: every edge from both ends, the chunk of this end as its block. What is wrong is left out.
     */
    private static Dataset<Row> arcs(Dataset<Row> numbered, int agents, Dataset<Row> links, int count) {
        Dataset<Row> who = numbered.select("agent", "id");
        return links.join(who.toDF("i", "tail").hint("shuffle_hash"), FramePreparation.toSeq("i"), "inner")
                .join(who.toDF("j", "head").hint("shuffle_hash"), FramePreparation.toSeq("j"), "inner")
                .filter(col("tail").notEqual(col("head")))
                .select(explode(array(end("tail", "head"), end("head", "tail"))).as("arc"))
                .select(
                        expr("int(bigint(arc.id) * " + count + " div " + agents + ")")
                                .as("block"),
                        col("arc.id"),
                        col("arc.far"));
    }

    private static Column end(String here, String there) {
        return struct(col(here).as("id"), col(there).as("far"));
    }

    private static PartitionChunk chunk(Iterator<InternalRow> arcs, int chunk, int agents, int count) {
        int first = PartitionChunk.firstOf(chunk, agents, count);
        int rows = PartitionChunk.firstOf(chunk + 1, agents, count) - first;
        int[] firstArc = new int[rows + 1];
        int[] neighbors = new int[64];
        int size = 0;
        while (arcs.hasNext()) {
            InternalRow arc = arcs.next();
            if (size == neighbors.length) {
                neighbors = Arrays.copyOf(neighbors, Math.addExact(size, size >> 1));
            }
            firstArc[arc.getInt(1) - first + 1]++;
            neighbors[size++] = arc.getInt(2);
        }
        for (int row = 0; row < rows; row++) {
            firstArc[row + 1] += firstArc[row];
        }
        return PartitionChunk.of(first, firstArc, Arrays.copyOf(neighbors, size), count);
    }

    private void play(int agents, int count) {
        long all = chunks.map(PartitionChunk::effort).collect().stream()
                .mapToLong(Long::longValue)
                .sum();
        PartitionPass pass = PartitionPass.first(count, count, all);
        long[] cuts = {all};
        while (!pass.isOver(cuts)) {
            PartitionPass agreed = pass;
            JavaRDD<PartitionChunk> before = chunks;
            JavaRDD<PartitionChunk> played =
                    before.map(chunk -> chunk.after(agreed)).persist(StorageLevel.MEMORY_AND_DISK());
            JavaPairRDD<Integer, int[]> news = played.flatMapToPair(chunk -> addressed(chunk.news(agents, count)))
                    .partitionBy(new HashPartitioner(count)); // a number below it is its own
            chunks = played.zipPartitions(news, StreamedBlocks::hearing).persist(StorageLevel.MEMORY_AND_DISK());
            List<Report> reports = chunks.map(chunk -> new Report(chunk.changes(), chunk.cut()))
                    .collect();
            played.unpersist();
            before.unpersist();
            long[] changes = new long[count];
            for (Report report : reports) {
                Arrays.setAll(changes, b -> changes[b] + report.changes()[b]);
            }
            pass = pass.next(changes);
            cuts = Arrays.copyOf(cuts, cuts.length + 1);
            cuts[cuts.length - 1] = reports.stream().mapToLong(Report::cut).sum() / 2;
        }
    }

    private static Iterator<Tuple2<Integer, int[]>> addressed(int[][] news) {
        return IntStream.range(0, news.length)
                .filter(to -> news[to].length > 0)
                .mapToObj(to -> new Tuple2<>(to, news[to]))
                .iterator();
    }

    private static Iterator<PartitionChunk> hearing(
            Iterator<PartitionChunk> chunk, Iterator<Tuple2<Integer, int[]>> news) {
        List<int[]> told = new ArrayList<>();
        news.forEachRemaining(one -> told.add(one._2()));
        return List.of(chunk.next().hearing(told)).iterator();
    }

    /** {@code id, block}. */
    Dataset<Row> places() {
        return spark.createDataFrame(
                chunks.flatMap(chunk -> {
                    int[] blocks = chunk.blocks();
                    return IntStream.range(0, blocks.length)
                            .mapToObj(row -> RowFactory.create(chunk.first() + row, blocks[row]))
                            .iterator();
                }),
                PLACES);
    }

    /** Lets go of the chunks; places that nobody has read by now are worked out again. */
    @Override
    public void close() {
        chunks.unpersist();
    }
}
