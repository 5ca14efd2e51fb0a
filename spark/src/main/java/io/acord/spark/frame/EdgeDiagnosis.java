package io.acord.spark.frame;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;

import io.acord.input.Complaints;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** What is wrong with edges of which blocks said that something is: a few examples of each kind. */
final class EdgeDiagnosis {

    private EdgeDiagnosis() {}

    /**
     * Complaints about edges.
     *
     * @param links {@code round, i, j, weight}
     * @param agents {@code agent, …}
     */
    static Complaints of(Dataset<Row> links, Dataset<Row> agents, int horizon) {
        Complaints complaints = new Complaints();
        Dataset<Row> named =
                links.withColumn("edge", concat(lit("edges: ("), shown("i"), lit(", "), shown("j"), lit(")")));
        for (String end : new String[] {"i", "j"}) {
            Dataset<Row> known = agents.select("agent").toDF(end);
            Dataset<Row> unknown = named.filter(col(end).isNull())
                    .unionByName(named.filter(col(end).isNotNull())
                            .join(known, FramePreparation.toSeq(end), "left_anti")
                            .select("round", "i", "j", "weight", "edge"));
            examples(
                    unknown,
                    "couples somebody unknown as " + end,
                    "agents that have costs",
                    "add it to the costs, or drop the edge",
                    complaints);
        }
        examples(
                named.filter(col("i").equalTo(col("j"))),
                "joins an agent with itself",
                "two different agents, because nobody differs from himself",
                "drop the edge",
                complaints);
        examples(
                named.filter(col("weight")
                        .isNaN()
                        .or(col("weight").lt(0))
                        .or(col("weight").equalTo(Double.POSITIVE_INFINITY))),
                "has a weight that is no number of 0 or more",
                "a finite number of 0 or more, because a negative one would reward differing",
                "give the strength of the coupling",
                complaints);
        examples(
                named.filter(col("round").lt(0).or(col("round").gt(horizon))),
                "is of a round that is not played",
                "1 to " + horizon + ", or none for all rounds",
                "drop the edge, or add costs",
                complaints);
        repetitions(links, complaints);
        return complaints;
    }

    private static Column shown(String end) {
        return org.apache.spark.sql.functions.coalesce(col(end), lit("nobody"));
    }

    private static void examples(Dataset<Row> wrong, String found, String needed, String fix, Complaints complaints) {
        FramePreparation.examples(wrong, "edge").forEach(edge -> complaints.add(edge, found, needed, fix));
    }

    private static void repetitions(Dataset<Row> links, Complaints complaints) {
        Dataset<Row> pairs = links.filter(col("i").notEqual(col("j")))
                .select(
                        col("round"),
                        least(col("i"), col("j")).as("a"),
                        greatest(col("i"), col("j")).as("b"))
                .withColumn("edge", concat(lit("edges: ("), col("a"), lit(", "), col("b"), lit(")")));
        Dataset<Row> again =
                pairs.groupBy("round", "edge").count().filter(col("count").gt(1));
        Dataset<Row> always =
                pairs.filter(col("round").equalTo(0)).select("edge").distinct();
        Dataset<Row> both = pairs.filter(col("round").gt(0)).join(always, FramePreparation.toSeq("edge"), "left_semi");
        examples(
                again.select("edge").unionByName(both.select("edge")).distinct(),
                "is there twice in a round",
                "each edge once, because its dissimilarity is charged once",
                "drop one of the two, or add up their weights",
                complaints);
    }
}
