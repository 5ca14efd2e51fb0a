package io.acord.spark.frame;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import io.acord.cost.HittingCost;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.data.JsonCosts;
import io.acord.lab.store.Storage;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
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

    private static final StructType DEALT = new StructType()
            .add("block", DataTypes.IntegerType)
            .add("id", DataTypes.IntegerType)
            .add("agent", DataTypes.StringType);

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

    /** Numbers the agents, deals them out and writes their blocks down, in a folder of their own. */
    public Fleet fleet(
            Dataset<Row> costs, @Nullable Dataset<Row> edges, @Nullable Dataset<Row> start, Partitioning partitioning)
            throws IOException {
        AgentTable agents =
                AgentTable.of(spark, FrameColumns.costs(costs, d, partitioning.column()), partitioning.column());
        if (blocks > agents.agents()) {
            throw Complaints.refuse(
                    "blocks",
                    "is " + blocks,
                    "1 to " + agents.agents() + ", because every block has an agent at least",
                    "give a number in between; one block a core is usual");
        }
        if (partitioning.kind() != Partitioning.Kind.STREAMING || edges == null) {
            return written(dealt(agents, partitioning), agents.agents(), agents.horizon(), edges, start);
        }
        try (StreamedBlocks streamed =
                StreamedBlocks.of(spark, this, agents.numbered(), agents.agents(), FrameColumns.edges(edges))) {
            Dataset<Row> dealt = agents.numbered()
                    .join(streamed.places().hint("shuffle_hash"), toSeq("id"), "inner")
                    .select("block", "id", "agent");
            return written(dealt, agents.agents(), agents.horizon(), edges, start);
        }
    }

    /** The same agents as before with edges and a start that may be others, in a folder of their own. */
    public Fleet again(Fleet before, @Nullable Dataset<Row> edges, @Nullable Dataset<Row> start) throws IOException {
        return written(agents(before.folder(), DEALT), before.agents(), before.horizon(), edges, start);
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
        Dataset<Row> table = places == null ? dealt : withStart(dealt, agents, places);
        String folder = FrameCheckpoint.newFleet();
        boolean isWhole = false;
        try {
            // Kept before anybody uses the numbers: whoever goes on finds them as they were.
            table.write().parquet(storage.uri() + "/" + FrameFiles.agents(folder));
            List<BlockBuilder.Built> built = built(folder, agents(folder, table.schema()), agents, horizon, links);
            if (places != null
                    && built.stream().mapToLong(BlockBuilder.Built::rows).sum() != agents) {
                diagnoseStart(dealt, places); // as many as there are, but others
            }
            if (links != null && built.stream().anyMatch(block -> block.wrong() > 0)) {
                EdgeDiagnosis.of(links, dealt, horizon).throwIfAny();
                throw new AssertionError("edges are wrong, and nobody knows why");
            }
            Fleet fleet = summary(folder, agents, horizon, built);
            isWhole = true;
            return fleet;
        } finally {
            if (!isWhole) {
                storage.delete(folder);
            }
        }
    }

    /** As it was written. Without its schema a job would find that out first. */
    private Dataset<Row> agents(String fleet, StructType schema) {
        return spark.read().schema(schema).parquet(storage.uri() + "/" + FrameFiles.agents(fleet));
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

    /** The table with where everybody starts; whoever is missing there is missing in it. */
    private static Dataset<Row> withStart(Dataset<Row> table, int agents, Dataset<Row> start) {
        // One job says whether anything can be wrong, and who it is only then.
        Row counts = start.select(
                        count(lit(1)),
                        countDistinct(col("agent")),
                        sum(when(isBad(start), 1L).otherwise(0L)))
                .head();
        if (counts.getLong(0) != agents || counts.getLong(1) != agents || counts.getLong(2) > 0) {
            diagnoseStart(table, start);
        }
        List<Column> columns = new ArrayList<>(List.of(col("block"), col("id"), col("agent")));
        Arrays.stream(coordinates(start))
                .map(org.apache.spark.sql.functions::col)
                .forEach(columns::add);
        return table.join(start.hint("shuffle_hash"), toSeq("agent"), "inner").select(columns.toArray(Column[]::new));
    }

    private static String[] coordinates(Dataset<Row> start) {
        return Arrays.stream(start.columns())
                .filter(name -> !name.equals("agent"))
                .toArray(String[]::new);
    }

    private static Column isBad(Dataset<Row> start) {
        Column isBad = lit(false);
        for (String name : coordinates(start)) {
            isBad = isBad.or(col(name).isNull())
                    .or(col(name).isNaN())
                    .or(org.apache.spark.sql.functions.abs(col(name)).equalTo(Double.POSITIVE_INFINITY));
        }
        return isBad;
    }

    /** Complains about who has no start, or two, or is not known, or is nowhere. */
    private static void diagnoseStart(Dataset<Row> table, Dataset<Row> start) {
        Complaints complaints = new Complaints();
        Dataset<Row> known = table.select("agent").withColumn("isThere", lit(true));
        examples(start.filter(isBad(start)), "agent")
                .forEach(name -> complaints.add(
                        "start: agent \"" + name + "\"", "is not at numbers", "finite numbers", "correct them"));
        examples(start.groupBy("agent").count().filter(col("count").gt(1)), "agent")
                .forEach(name -> complaints.add(
                        "start: agent \"" + name + "\"", "is there twice", "one row an agent", "drop one of them"));
        examples(start.join(known, toSeq("agent"), "left_anti"), "agent")
                .forEach(name -> complaints.add(
                        "start: agent \"" + name + "\"", "is not known", "agents that have costs", "drop it"));
        examples(table.join(start, toSeq("agent"), "left_anti"), "agent")
                .forEach(name -> complaints.add(
                        "start",
                        "has no row of agent " + name,
                        "one row an agent",
                        "add it, or give no start: everybody begins at 0 then"));
        complaints.throwIfAny();
        throw new AssertionError("the start is wrong, and nobody knows why");
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
        for (int k = 0; k < order.length; k++) {
            columns[k] = col(order[k]);
        }
        Dataset<Row> placed = rows.repartitionById(blocks, col("block")).sortWithinPartitions(columns);
        JavaRDD<InternalRow> parts = inner(placed);
        if (parts.getNumPartitions() != blocks) {
            throw new IllegalStateException(
                    "Spark made " + parts.getNumPartitions() + " partitions of " + blocks + " blocks");
        }
        return parts;
    }

    private List<BlockBuilder.Built> built(
            String fleet, Dataset<Row> table, int agents, int horizon, @Nullable Dataset<Row> links) {
        JavaRDD<InternalRow> rows = byBlock(table, "id");
        Storage into = storage;
        int dimension = d;
        JavaRDD<ArcChunk> arcs = links == null
                ? null
                : new ArcPreparation(storage, fleet, blocks)
                        .arcs(links, table, AgentIndex.fits(spark, agents) ? rows : null, agents);
        List<BlockBuilder.Built> found = new ArrayList<>((arcs == null
                        ? rows.mapPartitions(here -> List.of(
                                        new BlockBuilder(into, fleet, TaskContext.getPartitionId(), dimension, horizon)
                                                .build(here, Collections.emptyIterator()))
                                .iterator())
                        : rows.zipPartitions(
                                arcs,
                                (here, chunks) -> List.of(new BlockBuilder(
                                                        into, fleet, TaskContext.getPartitionId(), dimension, horizon)
                                                .build(here, chunks))
                                        .iterator()))
                .collect());
        found.sort(Comparator.comparingInt(BlockBuilder.Built::block));
        return found;
    }

    private static Fleet summary(String folder, int agents, int horizon, List<BlockBuilder.Built> found) {
        long arcs = 0;
        long cut = 0;
        long checksum = 0;
        int largest = 0;
        boolean always = false;
        TreeSet<Integer> rounds = new TreeSet<>();
        for (BlockBuilder.Built built : found) {
            if (built.rows() == 0) {
                throw Complaints.refuse(
                        "blocks",
                        "leaves block " + built.block() + " without an agent",
                        "an agent in every block",
                        "give fewer blocks, or another partitionBy");
            }
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

    /** Rows that have an {@code agent} with its {@code id} and {@code block}, both null of strangers. */
    Dataset<Row> placed(Dataset<Row> lines, Fleet fleet) {
        return AgentIndex.fits(spark, fleet.agents())
                ? lines.withColumn(
                                "place",
                                AgentIndex.lookup(storage, fleet.folder(), blocks, fleet.agents())
                                        .apply(col("agent")))
                        .withColumn("id", AgentIndex.number("place"))
                        .withColumn("block", AgentIndex.block("place"))
                : lines.join(agents(fleet.folder(), DEALT).hint("shuffle_hash"), toSeq("agent"), "left_outer");
    }
}
