package io.acord.spark.frame;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lead;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import io.acord.lab.store.Storage;
import io.acord.spark.block.CostFile;
import io.acord.spark.block.RosterFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.expressions.Window;
import org.jspecify.annotations.Nullable;

/** Brings costs and forecasts of some rounds to the blocks of a fleet, where tasks look at them and write them down. */
record CostPreparation(FramePreparation blocks, Storage storage, FramePreparation.Fleet fleet, FrameTerms terms) {

    /** Writes the costs of the rounds first .. last down; returns a checksum of them. */
    long costs(Dataset<Row> costs, int first, int last) {
        int d = terms.dimension();
        Dataset<Row> lines = FrameColumns.costs(costs, d, null);
        if (first > 1 || last < terms.horizon()) {
            Column isNone = col("round").isNull().or(col("round").lt(1)); // it is complained about
            lines = lines.filter(col("round").between(first, last).or(isNone));
        }
        List<Column> columns = new ArrayList<>(List.of(block(), col("round"), id()));
        addCost(columns, d);
        columns.add(when(col("id").isNull(), col("agent")).as("stranger"));
        Storage into = storage;
        String rosters = fleet.folder();
        FrameTerms agreed = terms;
        return WrittenCosts.checksum(
                "costs",
                blocks.byBlock(placed(lines, columns), "round", "id")
                        .mapPartitions(mine -> List.of(written(into, rosters, agreed, first, last, mine))
                                .iterator())
                        .collect());
    }

    private static Column block() {
        return coalesce(col("block"), lit(0)).as("block");
    }

    private static Column id() {
        return coalesce(col("id"), lit(-1)).as("id");
    }

    private static void addCost(List<Column> columns, int d) {
        columns.add(col("alpha"));
        for (int c = 0; c < d; c++) {
            columns.add(col("v" + c));
        }
        columns.add(col("cost"));
    }

    /** Lines with the number and the block of their agent. */
    private Dataset<Row> placed(Dataset<Row> lines, List<Column> columns) {
        return blocks.placed(lines, fleet.folder(), fleet.agents()).select(columns.toArray(Column[]::new));
    }

    /**
     * Writes down what is believed in the rounds first .. last; returns a checksum of it. A line is believed from the
     * round in which it was made until the next one for the same round is, and seen where that is near enough.
     */
    long forecasts(Dataset<Row> forecasts, int window, int first, int last) {
        int d = terms.dimension();
        Column next =
                lead(col("made"), 1).over(Window.partitionBy("agent", "round").orderBy(col("made")));
        Column isBad = expr(
                "made is null or round is null or made < 1 or made >= round or made <=> next and next is not null");
        Column from = expr("greatest(made, round - " + window + ", " + first + ")");
        Column to = expr("least(coalesce(next, round), round, " + (last + 1) + ") - 1");
        Dataset<Row> lines = FrameColumns.forecasts(forecasts, d)
                .withColumn("next", next)
                .withColumn("isBad", isBad)
                .withColumn("from", from)
                .withColumn("to", to)
                .filter(expr("isBad or from <= to and round <= " + terms.horizon()))
                .withColumn("now", explode(expr("if(isBad, array(0), sequence(from, to))")));
        List<Column> columns = new ArrayList<>(
                List.of(block(), col("now"), expr("round - now as ahead"), id(), col("made"), col("round")));
        addCost(columns, d);
        columns.add(col("agent"));
        Storage into = storage;
        String rosters = fleet.folder();
        FrameTerms agreed = terms;
        return WrittenCosts.checksum(
                "forecasts",
                blocks.byBlock(placed(lines, columns), "now", "ahead", "id")
                        .mapPartitions(mine -> List.of(new ForecastWriter(into, me(), agreed, roster(into, rosters))
                                        .write(mine, first, last))
                                .iterator())
                        .collect());
    }

    private static int me() {
        return TaskContext.getPartitionId();
    }

    private static RosterFile roster(Storage storage, String fleet) throws IOException {
        return RosterFile.read(storage.open(FrameFiles.roster(fleet, me())), FrameFiles.roster(fleet, me()));
    }

    private static WrittenCosts written(
            Storage storage, String fleet, FrameTerms terms, int first, int last, Iterator<InternalRow> lines)
            throws IOException {
        @Nullable CostFile held = null;
        if (first > 1 && terms.holdsMissing()) {
            String name = FrameFiles.costs(first - 1, me());
            try {
                held = CostFile.read(storage.open(name), name);
            } catch (NoSuchFileException e) {
                throw new IOException("the costs of round " + (first - 1) + " are not in " + storage.uri(), e);
            }
        }
        return new CostWriter(storage, me(), terms, first, last, roster(storage, fleet), held).write(lines);
    }
}
