package io.acord.spark.frame;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;

import io.acord.cost.HittingCost;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.data.JsonCosts;
import io.acord.lab.store.Storage;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Brings data frames to where they are played: numbers the agents, deals them out, and has every block written down by
 * the task that got its agents, edges and costs. All complaints about the data come from here, before anything is
 * played.
 */
public final class FramePreparation {

    /** In which rounds anybody is coupled with anybody. */
    @SuppressWarnings("ArrayRecordComponent") // at most one number a round
    public record Coupled(boolean always, int[] rounds) implements Serializable {}

    /**
     * The fleet of a frame, written down.
     *
     * @param folder where
     * @param horizon the last round of which there is a cost
     * @param largestBlock agents of the fullest block
     * @param arcs of all rounds together
     * @param cut arcs that join two blocks
     * @param checksum of all that was written
     */
    public record Fleet(
            String folder,
            int agents,
            int horizon,
            int largestBlock,
            long arcs,
            long cut,
            Coupled coupled,
            long checksum) {

        /** As a line of text. */
        public String line() {
            return folder + " " + agents + " " + horizon + " " + largestBlock + " " + arcs + " " + cut + " "
                    + coupled.always() + " "
                    + Arrays.stream(coupled.rounds())
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining(","))
                    + " " + Long.toHexString(checksum);
        }

        /** Whether it is the same fleet, in whatever folder. */
        boolean isSameAs(Fleet other) {
            return other.in(folder).line().equals(line());
        }

        private Fleet in(String another) {
            return new Fleet(another, agents, horizon, largestBlock, arcs, cut, coupled, checksum);
        }

        /** Reads what {@link #line} wrote. */
        public static Fleet of(String line) {
            String[] parts = line.split(" ", -1);
            int[] rounds = parts[7].isEmpty()
                    ? new int[0]
                    : Arrays.stream(parts[7].split(",", -1))
                            .mapToInt(Integer::parseInt)
                            .toArray();
            return new Fleet(
                    parts[0],
                    Integer.parseInt(parts[1]),
                    Integer.parseInt(parts[2]),
                    Integer.parseInt(parts[3]),
                    Long.parseLong(parts[4]),
                    Long.parseLong(parts[5]),
                    new Coupled(Boolean.parseBoolean(parts[6]), rounds),
                    Long.parseUnsignedLong(parts[8], 16));
        }
    }

    private final SparkSession spark;
    private final Storage storage;
    private final int blocks;
    private final int d;

    /** A preparation of so many blocks of actions of so many coordinates. */
    public FramePreparation(SparkSession spark, Storage storage, int blocks, int dimension) {
        this.spark = spark;
        this.storage = storage;
        this.blocks = blocks;
        this.d = dimension;
    }

    public int blocks() {
        return blocks;
    }

    public int dimension() {
        return d;
    }

    /** Complains about columns that will not do; returns how many coordinates actions have, 0 if nobody can tell. */
    public static int check(
            Dataset<Row> costs,
            @Nullable Dataset<Row> edges,
            @Nullable Dataset<Row> start,
            @Nullable Dataset<Row> forecasts,
            Partitioning partitioning,
            Complaints complaints) {
        FrameColumns.checkCosts(costs, partitioning.column(), complaints);
        if (edges != null) {
            FrameColumns.checkEdges(edges, complaints);
        }
        if (!complaints.isEmpty()) {
            return 0;
        }
        int d = FrameColumns.targets(costs, "v");
        d = d > 0 ? d : dimensionOfTexts(costs, complaints);
        if (start != null && d > 0) {
            FrameColumns.checkStart(start, d, complaints);
        }
        if (forecasts != null && d > 0) {
            FrameColumns.checkForecasts(forecasts, d, complaints);
        }
        return d;
    }

    private static int dimensionOfTexts(Dataset<Row> costs, Complaints complaints) {
        List<Row> first = costs.select(col("cost").cast("string"))
                .filter(col("cost").isNotNull())
                .takeAsList(1);
        if (first.isEmpty()) {
            complaints.add("costs", "has no cost", "a row for every agent and round", "give costs");
            return 0;
        }
        Complaints trouble = new Complaints();
        HittingCost cost = JsonCosts.read(first.get(0).getString(0), trouble);
        for (Complaint one : trouble.all()) {
            complaints.add(one.within("costs: cost"));
        }
        return cost == null ? 0 : cost.dimension();
    }

    /**
     * The first and the last round of costs; null if there are none at all.
     *
     * @throws io.acord.input.BadInputException if there are, and none of them is of a round
     */
    public static @Nullable Row bounds(Dataset<Row> costs) {
        Row found = costs.selectExpr(
                        "min(try_cast(round as int))", "max(try_cast(round as int))", "count(*)", "any_value(round)")
                .head();
        if (found.isNullAt(0) && found.getLong(2) > 0) {
            throw Complaints.refuse(
                    "costs: column \"round\"",
                    found.isNullAt(3) ? "is empty" : "is \"" + AgentTable.shown(String.valueOf(found.get(3))) + "\"",
                    "whole numbers, because rounds are counted from 1",
                    "give every row its round");
        }
        return found.isNullAt(0) ? null : found;
    }

    /**
     * Numbers the agents, deals them out and writes their blocks down, in a folder of their own.
     *
     * <p>Who there is, round 1 says: everybody has to have a cost there. Who is only spoken of later is complained
     * about when costs are brought to the blocks. Names of all rounds are looked at where keys may differ from round to
     * round, and where something is wrong: they know best what.
     */
    public Fleet fleet(
            Dataset<Row> costs, @Nullable Dataset<Row> edges, @Nullable Dataset<Row> start, Partitioning partitioning)
            throws IOException {
        Dataset<Row> lines = FrameColumns.costs(costs, d, partitioning.column());
        if (partitioning.column() == null) {
            Row last = lines.agg(max("round")).head();
            try (AgentTable agents =
                    AgentTable.of(spark, lines.filter(col("round").equalTo(1)), null)) {
                return fleet(agents, last.getInt(0), edges, start, partitioning);
            } catch (BadInputException refused) {
                // it will be again, or costs of agents that are not there at first will be
            }
        }
        try (AgentTable agents = AgentTable.of(spark, lines, partitioning.column())) {
            return fleet(agents, agents.horizon(), edges, start, partitioning);
        }
    }

    private Fleet fleet(
            AgentTable agents,
            int horizon,
            @Nullable Dataset<Row> edges,
            @Nullable Dataset<Row> start,
            Partitioning partitioning)
            throws IOException {
        if (blocks > agents.agents()) {
            throw Complaints.refuse(
                    "blocks",
                    "is " + blocks,
                    "1 to " + agents.agents() + ", because every block has an agent at least",
                    "give a number in between; one block a core is usual");
        }
        if (partitioning.kind() != Partitioning.Kind.STREAMING || edges == null) {
            return written(dealt(agents, partitioning), agents.agents(), horizon, edges, start);
        }
        try (StreamedBlocks streamed =
                StreamedBlocks.of(spark, this, agents.numbered(), agents.agents(), FrameColumns.edges(edges))) {
            Dataset<Row> dealt = agents.numbered()
                    .join(streamed.places().hint("shuffle_hash"), toSeq("id"), "inner")
                    .select("block", "id", "agent");
            return written(dealt, agents.agents(), horizon, edges, start);
        }
    }

    /** The same agents as before with edges and a start that may be others, in a folder of their own. */
    public Fleet again(Fleet before, @Nullable Dataset<Row> edges, @Nullable Dataset<Row> start) throws IOException {
        return written(rosters(before.folder()).agents(), before.agents(), before.horizon(), edges, start);
    }

    /** Deletes the folder of a fleet that is not played. */
    public void forget(Fleet fleet) throws IOException {
        storage.delete(fleet.folder());
    }

    private Fleet written(
            Dataset<Row> dealt, int agents, int horizon, @Nullable Dataset<Row> edges, @Nullable Dataset<Row> start)
            throws IOException {
        Dataset<Row> links = edges == null ? null : FrameColumns.edges(edges);
        Dataset<Row> places = start == null ? null : FrameColumns.start(start, d);
        if (places != null) {
            FrameStart.check(dealt, agents, places);
        }
        String folder = FrameCheckpoint.newFleet();
        FrameRosters rosters = rosters(folder);
        boolean isWhole = false;
        try {
            // Kept before anybody uses the numbers: whoever goes on finds them as they were.
            long checksum = rosters.write(byBlock(dealt, "id"));
            List<BlockBuilder.Built> built = built(folder, agents, horizon, places, links);
            long wrong = built.stream().mapToLong(BlockBuilder.Built::wrong).sum();
            if (wrong > 0 && places != null) {
                FrameStart.diagnose(rosters.agents(), places).throwIfAny(); // as many as there are, but others
            }
            if (wrong > 0 && links != null) {
                EdgeDiagnosis.of(links, rosters.agents(), horizon).throwIfAny();
            }
            if (wrong > 0) {
                throw new AssertionError("start or edges are wrong, and nobody knows why");
            }
            Fleet fleet = summary(folder, agents, horizon, built, checksum);
            isWhole = true;
            return fleet;
        } finally {
            if (!isWhole) {
                storage.delete(folder);
            }
        }
    }

    private FrameRosters rosters(String fleet) {
        return new FrameRosters(spark, storage, fleet, blocks);
    }

    /** {@code block, id, agent}. */
    private Dataset<Row> dealt(AgentTable agents, Partitioning partitioning) {
        Dataset<Row> numbered = agents.numbered();
        Column piece = expr("int(bigint(id) * " + blocks + " div " + agents.agents() + ")");
        return (switch (partitioning.kind()) {
                    case RANGE, STREAMING -> numbered.withColumn("block", piece); // without edges all are the same
                    case HASH -> numbered.withColumn("block", expr("int(pmod(xxhash64(id), " + blocks + "))"));
                    case KEY ->
                        numbered.orderBy(col("key"), col("id"))
                                .zipWithIndex("place")
                                .withColumn("block", expr("int(place * " + blocks + " div " + agents.agents() + ")"));
                })
                .select("block", "id", "agent");
    }

    static scala.collection.immutable.Seq<String> toSeq(String... names) {
        return scala.jdk.javaapi.CollectionConverters.asScala(List.of(names)).toSeq();
    }

    /** A few names of rows that something is wrong with, in their order. */
    static List<String> examples(Dataset<Row> wrong, String column) {
        return wrong.select(col(column).cast("string")).orderBy(column).limit(AgentTable.SHOWN).collectAsList().stream()
                .map(row -> row.isNullAt(0) ? "" : AgentTable.shown(row.getString(0)))
                .toList();
    }

    /** Rows as Spark has them itself, each of which may be gone when the next is asked for. */
    static JavaRDD<InternalRow> inner(Dataset<Row> rows) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) rows)
                .queryExecution()
                .toRdd()
                .toJavaRDD();
    }

    /** The rows of each block as one partition, in an order. */
    JavaRDD<InternalRow> byBlock(Dataset<Row> rows, String... order) {
        Column[] columns = new Column[order.length];
        Arrays.setAll(columns, k -> col(order[k]));
        Dataset<Row> placed = rows.repartitionById(blocks, col("block")).sortWithinPartitions(columns);
        JavaRDD<InternalRow> parts = inner(placed);
        if (parts.getNumPartitions() != blocks) {
            throw new IllegalStateException(
                    "Spark made " + parts.getNumPartitions() + " partitions of " + blocks + " blocks");
        }
        return parts;
    }

    private List<BlockBuilder.Built> built(
            String fleet, int agents, int horizon, @Nullable Dataset<Row> start, @Nullable Dataset<Row> links) {
        JavaRDD<InternalRow> starts = start == null ? null : byBlock(starts(start, fleet, agents), "id");
        JavaRDD<ArcChunk> arcs = links == null
                ? JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(List.of(), blocks)
                : new ArcPreparation(storage, fleet, blocks)
                        .arcs(
                                links,
                                AgentIndex.fits(spark, agents)
                                        ? null
                                        : rosters(fleet).agents(),
                                agents);
        Storage into = storage;
        int dimension = d;
        List<BlockBuilder.Built> found = new ArrayList<>((starts == null
                        ? arcs.mapPartitions(chunks -> built(into, fleet, dimension, horizon, null, chunks))
                        : starts.zipPartitions(
                                arcs, (rows, chunks) -> built(into, fleet, dimension, horizon, rows, chunks)))
                .collect());
        found.sort(Comparator.comparingInt(BlockBuilder.Built::block));
        return found;
    }

    private static Iterator<BlockBuilder.Built> built(
            Storage storage,
            String fleet,
            int dimension,
            int horizon,
            @Nullable Iterator<InternalRow> starts,
            Iterator<ArcChunk> chunks)
            throws IOException {
        return List.of(new BlockBuilder(storage, fleet, TaskContext.getPartitionId(), dimension, horizon)
                        .build(starts, chunks))
                .iterator();
    }

    /** {@code block, id, x0, …} of a start; −1 and block 0 of strangers. */
    private Dataset<Row> starts(Dataset<Row> start, String fleet, int agents) {
        List<Column> columns = new ArrayList<>(List.of(
                coalesce(col("block"), lit(0)).as("block"),
                coalesce(col("id"), lit(-1)).as("id")));
        Arrays.stream(FrameStart.coordinates(start))
                .map(org.apache.spark.sql.functions::col)
                .forEach(columns::add);
        return placed(start, fleet, agents).select(columns.toArray(Column[]::new));
    }

    private static Fleet summary(
            String folder, int agents, int horizon, List<BlockBuilder.Built> found, long ofRosters) {
        long arcs = 0;
        long cut = 0;
        long checksum = ofRosters;
        int largest = 0;
        boolean always = false;
        TreeSet<Integer> rounds = new TreeSet<>();
        for (BlockBuilder.Built built : found) {
            arcs += built.arcs();
            cut += built.cut();
            checksum = 31 * checksum + built.checksum();
            largest = Math.max(largest, built.rows());
            always |= built.hasAlways();
            for (int t : built.ownRounds()) {
                rounds.add(t);
            }
        }
        Coupled coupled =
                new Coupled(always, rounds.stream().mapToInt(Integer::intValue).toArray());
        return new Fleet(folder, agents, horizon, largest, arcs, cut, coupled, checksum);
    }

    /**
     * Writes the costs of the rounds first .. last down, and where agents look ahead what they believe in them; returns
     * a checksum of all.
     */
    public long rounds(
            Dataset<Row> costs, @Nullable Dataset<Row> forecasts, Fleet fleet, FrameTerms terms, int first, int last) {
        CostPreparation preparation = new CostPreparation(this, storage, fleet, terms);
        long checksum = preparation.costs(costs, first, last);
        return terms.lookahead() == null || forecasts == null
                ? checksum
                : 31 * checksum
                        + preparation.forecasts(forecasts, terms.lookahead().window(), first, last);
    }

    /** Rows of somebody with the {@code id} and {@code block} of that agent, both null of strangers. */
    Dataset<Row> placed(Dataset<Row> lines, String fleet, int agents) {
        if (!AgentIndex.fits(spark, agents)) {
            return lines.join(rosters(fleet).agents().hint("shuffle_hash"), toSeq("agent"), "left_outer");
        }
        Storage from = storage;
        int count = blocks;
        int at = lines.schema().fieldIndex("agent");
        JavaRDD<InternalRow> rows =
                inner(lines).mapPartitions(some -> new PlacedRows(some, at, AgentIndex.of(from, fleet, count, agents)));
        StructType schema = lines.schema().add("id", DataTypes.IntegerType).add("block", DataTypes.IntegerType);
        return ((org.apache.spark.sql.classic.SparkSession) spark).internalCreateDataFrame(rows.rdd(), schema, false);
    }
}
