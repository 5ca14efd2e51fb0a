package io.acord.spark.frame;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import io.acord.input.Complaints;
import java.util.Arrays;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Where everybody starts, as a frame {@code agent, x0, …}: what is wrong with it. */
final class FrameStart {

    private FrameStart() {}

    /** Complains about a start that is not as many rows as agents, of different agents, with numbers. */
    static void check(Dataset<Row> dealt, int agents, Dataset<Row> start) {
        // One job says whether anything can be wrong, and who it is only then.
        Row counts = start.select(
                        count(lit(1)),
                        countDistinct(col("agent")),
                        sum(when(isBad(start), 1L).otherwise(0L)))
                .head();
        if (counts.getLong(0) != agents || counts.getLong(1) != agents || counts.getLong(2) > 0) {
            diagnose(dealt, start).throwIfAny();
            throw new AssertionError("the start is wrong, and nobody knows why");
        }
    }

    static String[] coordinates(Dataset<Row> start) {
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

    /** Complaints about who has no start, or two, or is not known, or is nowhere. */
    static Complaints diagnose(Dataset<Row> table, Dataset<Row> start) {
        Complaints complaints = new Complaints();
        Dataset<Row> known = table.select("agent").withColumn("isThere", lit(true));
        FramePreparation.examples(start.filter(isBad(start)), "agent")
                .forEach(name -> complaints.add(
                        "start: agent \"" + name + "\"", "is not at numbers", "finite numbers", "correct them"));
        FramePreparation.examples(
                        start.groupBy("agent").count().filter(col("count").gt(1)), "agent")
                .forEach(name -> complaints.add(
                        "start: agent \"" + name + "\"", "is there twice", "one row an agent", "drop one of them"));
        FramePreparation.examples(start.join(known, FramePreparation.toSeq("agent"), "left_anti"), "agent")
                .forEach(name -> complaints.add(
                        "start: agent \"" + name + "\"", "is not known", "agents that have costs", "drop it"));
        FramePreparation.examples(table.join(start, FramePreparation.toSeq("agent"), "left_anti"), "agent")
                .forEach(name -> complaints.add(
                        "start",
                        "has no row of agent " + name,
                        "one row an agent",
                        "add it, or give no start: everybody begins at 0 then"));
        return complaints;
    }
}
