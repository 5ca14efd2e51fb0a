package io.acord.spark.frame;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;

import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.data.CostLines;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Who there is: the names of a frame's agents in the order of their UTF-8 bytes, numbered from 0 on without a gap, as
 * files are in memory. The driver learns how many each task has, nothing else.
 */
final class AgentTable {

    /** Names of one kind of trouble that are shown. */
    static final int SHOWN = 20;

    private static final StructType NUMBERED = new StructType()
            .add("agent", DataTypes.StringType, false)
            .add("id", DataTypes.IntegerType, false)
            .add("key", DataTypes.StringType, true);

    private final Dataset<Row> numbered; // agent, id, key
    private final int agents;
    private final int horizon;

    private AgentTable(Dataset<Row> numbered, int agents, int horizon) {
        this.numbered = numbered;
        this.agents = agents;
        this.horizon = horizon;
    }

    /** What a task found of its part of the names. */
    private record Part(int index, long agents, int horizon, ArrayList<Complaint> complaints) implements Serializable {}

    /** Numbers the agents of costs as {@link FrameColumns#costs} has them. */
    static AgentTable of(SparkSession spark, Dataset<Row> costs, @Nullable String key) {
        Dataset<Row> each = key == null
                ? costs.groupBy("agent").agg(max("round").as("last"))
                : costs.groupBy("agent")
                        .agg(
                                max("round").as("last"),
                                min("key").as("key"),
                                max("key").as("other"));
        JavaRDD<Row> sorted = each.orderBy(col("agent")).toJavaRDD();
        boolean hasKey = key != null;
        List<Part> parts = sorted.mapPartitionsWithIndex(
                        (index, rows) -> List.of(look(index, rows, hasKey)).iterator(), true)
                .collect();
        Complaints complaints = new Complaints();
        long[] first = new long[sorted.getNumPartitions()];
        long agents = 0;
        int horizon = 0;
        for (Part part : parts) {
            first[part.index()] = agents;
            agents += part.agents();
            horizon = Math.max(horizon, part.horizon());
            part.complaints().forEach(complaints::add);
        }
        if (agents == 0) {
            complaints.add("costs", "has no row", "a row for every agent and round", "give costs");
        }
        if (agents > Integer.MAX_VALUE - 8) {
            complaints.add(
                    "costs",
                    "speaks of " + agents + " agents",
                    "at most " + (Integer.MAX_VALUE - 8),
                    "split the fleet");
        }
        complaints.throwIfAny();
        JavaRDD<Row> numbered =
                sorted.mapPartitionsWithIndex((index, rows) -> new Numbering(rows, (int) first[index], hasKey), true);
        return new AgentTable(spark.createDataFrame(numbered, NUMBERED), (int) agents, horizon);
    }

    private static Part look(int index, Iterator<Row> rows, boolean hasKey) {
        long count = 0;
        int horizon = 0;
        ArrayList<Complaint> complaints = new ArrayList<>();
        while (rows.hasNext()) {
            Row row = rows.next();
            count++;
            horizon = row.isNullAt(1) ? horizon : Math.max(horizon, row.getInt(1));
            String problem = row.isNullAt(0) ? "is missing" : CostLines.nameProblem(row.getString(0));
            if (complaints.size() >= SHOWN) {
                continue;
            }
            if (!problem.isEmpty()) {
                complaints.add(new Complaint(
                        "costs: agent" + (row.isNullAt(0) ? "" : " \"" + shown(row.getString(0)) + "\""),
                        problem,
                        "a name of one line, as text or a number",
                        "name the agent"));
            } else if (hasKey && !Objects.equals(row.get(2), row.get(3))) {
                complaints.add(new Complaint(
                        "costs: agent \"" + row.getString(0) + "\"",
                        "has the keys " + row.get(2) + " and " + row.get(3),
                        "one, because it lives in one block",
                        "give all its rows the same"));
            }
        }
        return new Part(index, count, horizon, complaints);
    }

    static String shown(String name) {
        String printable = name.replaceAll("\\p{Cntrl}", "?");
        return printable.length() > 60 ? printable.substring(0, 60) + "…" : printable;
    }

    /** Gives names that come in their order the numbers from the first on. */
    private static final class Numbering implements Iterator<Row> {
        private final Iterator<Row> rows;
        private final boolean hasKey;
        private int next;

        Numbering(Iterator<Row> rows, int first, boolean hasKey) {
            this.rows = rows;
            this.next = first;
            this.hasKey = hasKey;
        }

        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public Row next() {
            Row row = rows.next();
            return RowFactory.create(row.get(0), next++, hasKey ? row.get(2) : null);
        }
    }

    /** {@code agent, id, key}. */
    Dataset<Row> numbered() {
        return numbered;
    }

    int agents() {
        return agents;
    }

    /** The last round of which there is a cost. */
    int horizon() {
        return horizon;
    }
}
