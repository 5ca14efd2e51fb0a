package io.acord.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/** A program for {@code spark-submit}: plays costs that arrive as files in a folder, and writes what was played. */
public final class StreamApplication {

    private StreamApplication() {}

    /** Arguments: the folder of it all. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        SparkSession spark = SparkSession.builder().getOrCreate();
        AcordFrame frame = AcordFrame.on(spark)
                .edges(spark.read()
                        .schema("round INT, i STRING, j STRING, weight DOUBLE")
                        .option("header", true)
                        .csv(folder.resolve("edges.csv").toString()))
                .beta(5)
                .iterations(6)
                .blocks(2)
                .checkpoint(folder.resolve("checkpoint").toString());
        AtomicReference<PlayedFrame> last = new AtomicReference<>();
        spark.readStream()
                .schema("round INT, agent STRING, alpha DOUBLE, v DOUBLE")
                .option("maxFilesPerTrigger", 1)
                .csv(folder.resolve("arriving").toString())
                .writeStream()
                .foreachBatch(frame.onBatches(played -> {
                    last.set(played);
                    tell(folder, played.horizon());
                }))
                .option("checkpointLocation", folder.resolve("stream").toString())
                .trigger(Trigger.AvailableNow())
                .start()
                .awaitTermination();
        Objects.requireNonNull(last.get(), "nothing arrived")
                .actions()
                .coalesce(1)
                .write()
                .csv(folder.resolve("actions").toString());
        spark.stop();
    }

    private static void tell(Path folder, int round) {
        try {
            Files.writeString(
                    folder.resolve("decided.txt"), round + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
