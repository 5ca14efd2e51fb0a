package io.acord.spark;

import java.util.List;
import org.apache.spark.sql.SparkSession;

/** One session on threads of this process for all tests that claim nothing of processes. It ends with the process. */
final class LocalSpark {

    /** Tasks that run at a time. */
    static final String MASTER = "local[4]";

    private LocalSpark() {}

    /** The data are small: Spark's generated classes would take longer to compile than all their rows take. */
    static SparkSession session() {
        return SparkSession.builder()
                .config(Cluster.conf(
                        MASTER,
                        "tests",
                        List.of(
                                "spark.sql.shuffle.partitions=2",
                                "spark.sql.ansi.enabled=true",
                                "spark.sql.adaptive.enabled=false",
                                "spark.sql.codegen.wholeStage=false",
                                "spark.sql.codegen.factoryMode=NO_CODEGEN",
                                "spark.scheduler.barrier.maxConcurrentTasksCheck.maxFailures=2"),
                        60))
                .getOrCreate();
    }
}
