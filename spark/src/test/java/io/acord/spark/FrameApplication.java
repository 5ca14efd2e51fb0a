package io.acord.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** A program for {@code spark-submit}: plays data frames from a checkpoint, and says after which round it went on. */
public final class FrameApplication {

    static final int ITERATIONS = 100;

    private FrameApplication() {}

    /**
     * Arguments: the address of costs, edges, checkpoint and actions; the file that is told; and after how many rounds
     * blocks keep what they played.
     */
    public static void main(String[] arguments) throws Exception {
        String root = arguments[0];
        SparkSession spark = SparkSession.builder().getOrCreate();
        PlayedFrame played = AcordFrame.on(spark)
                .costs(spark.read()
                        .schema("round INT, agent STRING, alpha DOUBLE, v DOUBLE")
                        .option("header", true)
                        .csv(root + "/costs.csv"))
                .edges(spark.read()
                        .schema("round INT, i STRING, j STRING, weight DOUBLE")
                        .option("header", true)
                        .csv(root + "/edges.csv"))
                .beta(5)
                .iterations(ITERATIONS)
                .blocks(2)
                .keepEvery(Integer.parseInt(arguments[2]))
                .checkpoint(root + "/checkpoint")
                .play();
        played.actions().coalesce(1).write().csv(root + "/actions");
        Files.writeString(Path.of(arguments[1]), Integer.toString(played.resumedAfter()));
        spark.stop();
    }
}
