package io.acord.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.input.BadInputException;
import io.acord.lab.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;

/** Rounds that arrive in micro-batches are decided once. */
class FrameStreamTest extends FrameCase {

    /** So many micro-batches; {@code -Dacord.spark.batches=50} for more. */
    private static final int BATCHES = Integer.getInteger("acord.spark.batches", 5);

    @Test
    void everyRoundOfAStreamIsDecidedOnceThoughItsDriverIsLostInTheMiddle() throws Exception {
        Path arriving = Files.createDirectories(folder.resolve("arriving"));
        Random random = new Random(3);
        List<String> all = new ArrayList<>();
        for (int t = 1; t <= BATCHES; t++) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < AGENTS; i++) {
                lines.append(t + "," + name(i) + ",1," + 10 * random.nextGaussian() + "\n");
            }
            all.add(lines.toString().strip());
            Path file = Files.writeString(arriving.resolve(t + ".csv"), lines);
            assertThat(file.toFile().setLastModified(1_700_000_000_000L + 10_000L * t))
                    .isTrue();
        }
        write("costs.csv", "round,agent,alpha,v", all);
        Path edges = write("edges.csv", "round,i,j,weight", edgeLines(2, false));
        Scenario scenario = scenario("{kind: csv, file: costs.csv}", "{kind: csv, file: edges.csv}", "{iterations: 6}");
        List<Integer> decided = new ArrayList<>();
        List<PlayedFrame> last = new ArrayList<>();
        int lost = 1 + BATCHES / 2;
        Consumer<PlayedFrame> untilLost = played -> {
            if (played.horizon() == lost) {
                throw new IllegalStateException("lost after it was played and before Spark knows");
            }
            decided.add(played.horizon());
        };
        assertThatThrownBy(() -> stream(arriving, edges, untilLost))
                .hasStackTraceContaining("lost after it was played");
        byte[] before = Files.readAllBytes(folder.resolve("checkpoint/actions/" + lost + "/b00001"));
        stream(arriving, edges, played -> {
            decided.add(played.horizon());
            last.add(played);
        });
        Map<String, String> whole = files(folder.resolve("checkpoint"));
        Files.writeString(arriving.resolve("more.csv"), all.get(0));
        Path others = write("others.csv", "round,i,j,weight", edgeLines(3, false));
        assertThatThrownBy(() -> stream(arriving, others, played -> {}))
                .hasStackTraceContaining("is of other agents, edges or start");
        assertThat(files(folder.resolve("checkpoint"))).isEqualTo(whole);
        assertThat(decided).hasSize(BATCHES).isSorted().doesNotHaveDuplicates();
        assertThat(last.get(0).resumedAfter()).isEqualTo(lost);
        assertThat(folder.resolve("checkpoint/actions/" + lost + "/b00001")).hasBinaryContent(before);
        assertThat(played(last.get(last.size() - 1))).isEqualTo(expected(scenario));
    }

    @Test
    void aBatchWhoseRoundsAreNoneIsComplainedAbout() throws Exception {
        Dataset<Row> costs = rows(write("costs.csv", "round,agent,alpha,v", costLines(1)));
        Dataset<Row> edges = rows(write("edges.csv", "round,i,j,weight", edgeLines(2, false)));
        List<PlayedFrame> decided = new ArrayList<>();
        var batches = frame(costs, edges).iterations(6).blocks(2).onBatches(decided::add);
        assertThatThrownBy(() -> batches.call(costs.drop("round"), 0L))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("costs: column \"round\" is missing");
        assertThatThrownBy(() -> batches.call(costs.withColumn("round", lit("first")), 0L))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("costs: column \"round\" is \"first\"");
        assertThat(folder.resolve("checkpoint")).doesNotExist();
        batches.call(costs.limit(0), 0L);
        assertThat(decided).isEmpty();
        batches.call(costs.filter("round = 1"), 0L);
        assertThat(decided).hasSize(1);
        Dataset<Row> odd = costs.filter("agent = 'z1' and round = 5").withColumn("round", lit("second"));
        assertThatThrownBy(() -> batches.call(
                        costs.filter("round = 2")
                                .withColumn("round", col("round").cast("string"))
                                .union(odd),
                        1L))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("costs: agent \"z1\": round is not a whole number");
        assertThat(decided).hasSize(1);
    }

    private void stream(Path arriving, Path edges, Consumer<PlayedFrame> decided) throws Exception {
        AcordFrame frame = AcordFrame.on(spark)
                .edges(rows(edges))
                .beta(5)
                .iterations(6)
                .blocks(2)
                .checkpoint(folder.resolve("checkpoint").toString());
        spark.readStream()
                .schema("round INT, agent STRING, alpha DOUBLE, v DOUBLE")
                .option("maxFilesPerTrigger", 1)
                .csv(arriving.toString())
                .writeStream()
                .foreachBatch(frame.onBatches(decided))
                .option("checkpointLocation", folder.resolve("stream").toString())
                .trigger(Trigger.AvailableNow())
                .start()
                .awaitTermination();
    }
}
