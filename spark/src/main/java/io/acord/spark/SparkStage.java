package io.acord.spark;

import io.acord.input.Complaints;
import io.acord.internal.system.DaemonThread;
import io.acord.spark.block.BlockJob;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** One barrier stage: Spark starts the tasks together, and together again when one fails or its executor is lost. */
final class SparkStage implements Stage {

    private final SparkContext spark;
    private final String blocks; // what complaints call the number of blocks
    private volatile String tag = "";
    private volatile boolean over;

    SparkStage(SparkContext spark) {
        this(spark, "--blocks");
    }

    SparkStage(SparkContext spark, String blocks) {
        this.spark = spark;
        this.blocks = blocks;
    }

    @Override
    public List<Integer> run(BlockJob job) throws IOException {
        JavaSparkContext context = new JavaSparkContext(spark);
        tag = "acord-" + job.id(); // a tag: the group may be the caller's
        spark.addJobTag(tag);
        try {
            JavaRDD<Integer> ids =
                    context.parallelize(IntStream.range(0, job.blocks()).boxed().toList(), job.blocks());
            ClassTag<Integer> tag = ClassTag$.MODULE$.apply(Integer.class);
            // The shuffle behind the barrier stage is there for its failures: Spark starts a barrier stage again if its
            // results go to another stage, and gives the job up if they go to the driver.
            return new JavaRDD<>(ids.rdd().barrier().mapPartitions(new PlayBlock(job), false, tag), tag)
                    .repartition(1)
                    .collect();
        } catch (Exception e) { // Scala's methods throw checked exceptions undeclared
            String message = String.valueOf(e.getMessage());
            if (message.contains("SPARK-24819")) { // the number that Spark gives this complaint
                throw Complaints.refuse(
                        blocks,
                        "is " + job.blocks() + ", and the cluster has fewer slots",
                        "a free slot for every block, because they talk to each other and have to run at the same time",
                        "give fewer " + blocks + ", or more executors or cores");
            }
            throw new IOException(
                    "the cluster gave up; what was played is kept, start again to go on: "
                            + message.lines().limit(3).collect(Collectors.joining(" ")),
                    e);
        } finally {
            over = true;
            spark.removeJobTag(tag);
        }
    }

    /** Again and again until the job has ended: Spark forgets to cancel a job that it does not know yet. */
    @Override
    public void cancel() {
        DaemonThread.of(
                        () -> {
                            while (!over && !spark.isStopped()) {
                                spark.cancelJobsWithTag(tag);
                                try {
                                    Thread.sleep(200);
                                } catch (InterruptedException e) {
                                    return;
                                }
                            }
                        },
                        "acord-cancel")
                .start();
    }
}
