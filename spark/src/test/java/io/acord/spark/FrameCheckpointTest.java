package io.acord.spark;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.input.BadInputException;
import io.acord.internal.system.FolderTree;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.store.Storage;
import io.acord.spark.frame.CheckpointLock;
import io.acord.spark.store.HadoopStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** A checkpoint is gone on from after whatever cut a job off, and belongs to one job and one driver. */
class FrameCheckpointTest extends FrameCase {

    @Test
    void aJobThatWasCutOffGoesOnFromWhatAllBlocksHaveKept() throws IOException {
        Path costs = write("costs.csv", "round,agent,alpha,v", costLines(1));
        Path edges = write("edges.csv", "round,i,j,weight", edgeLines(2, true));
        Scenario scenario = scenario("{kind: csv, file: costs.csv}", "{kind: csv, file: edges.csv}", "{iterations: 6}");
        PlayedFrame first =
                frame(rows(costs), rows(edges)).iterations(6).blocks(2).play();
        assertThat(first.resumedAfter()).isZero();
        Path state = folder.resolve("checkpoint/state");
        Files.delete(state.resolve("5/b00000"));
        byte[] torn = Files.readAllBytes(state.resolve("5/b00001"));
        torn[torn.length / 2] ^= 1;
        Files.write(state.resolve("5/b00001"), torn);
        PlayedFrame again =
                frame(rows(costs), rows(edges)).iterations(6).blocks(2).play();
        assertThat(again.resumedAfter()).isEqualTo(4);
        assertThat(played(again)).isEqualTo(expected(scenario));
        assertThatThrownBy(() ->
                        frame(rows(costs), rows(edges)).iterations(7).blocks(2).play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is of other agents, edges or start, or of another beta");
        again.forget();
        assertThat(folder.resolve("checkpoint")).doesNotExist();
    }

    private void tear(int t) throws IOException {
        Path file = folder.resolve("checkpoint/state/" + t + "/b00001");
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100));
    }

    @Test
    void aStateThatIsThereAndTornIsNotKept() throws IOException {
        Path costs = write("costs.csv", "round,agent,alpha,v", costLines(1));
        Path edges = write("edges.csv", "round,i,j,weight", edgeLines(2, true));
        Scenario scenario = scenario("{kind: csv, file: costs.csv}", "{kind: csv, file: edges.csv}", "{iterations: 6}");
        AcordFrame frame =
                frame(rows(costs), rows(edges)).iterations(6).blocks(2).keepEvery(2);
        frame.play();
        FolderTree.delete(folder.resolve("checkpoint/state/5")); // it was cut off before it had kept the last one
        tear(4);
        PlayedFrame again = frame.play();
        assertThat(again.resumedAfter()).isEqualTo(2);
        assertThat(played(again)).isEqualTo(expected(scenario));
    }

    @Test
    void theCostThatIsHeldIsStillThereWhenTheLastStateIsTorn() throws IOException {
        List<String> lines = new ArrayList<>(costLines(1));
        lines.removeIf(line -> line.startsWith("5," + name(4) + ","));
        Path costs = write("costs.csv", "round,agent,alpha,v", lines);
        Path edges = write("edges.csv", "round,i,j,weight", edgeLines(2, true));
        Scenario scenario = scenario(
                "{kind: csv, file: costs.csv, missing: hold}", "{kind: csv, file: edges.csv}", "{iterations: 6}");
        AcordFrame frame = frame(rows(costs), rows(edges))
                .holdMissing()
                .iterations(6)
                .blocks(2)
                .keepEvery(2);
        frame.play();
        tear(HORIZON);
        PlayedFrame again = frame.play();
        assertThat(again.resumedAfter()).isEqualTo(4);
        assertThat(played(again)).isEqualTo(expected(scenario));
    }

    private static void assertRefused(AcordFrame frame) {
        assertThatThrownBy(() -> frame.iterations(6).blocks(2).play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is of other agents, edges or start, or of another beta");
    }

    @Test
    void aJobThatIsRefusedTouchesNothingOfTheCheckpointOfAnother() throws IOException {
        Dataset<Row> costs = rows(write("costs.csv", "round,agent,alpha,v", costLines(1)));
        Dataset<Row> edges = rows(write("edges.csv", "round,i,j,weight", edgeLines(2, true)));
        Dataset<Row> others = rows(write("others.csv", "round,i,j,weight", edgeLines(3, true)));
        Dataset<Row> start = costs.select("agent").distinct().selectExpr("agent", "2.5 x0");
        Path checkpoint = folder.resolve("checkpoint");
        frame(costs, edges).start(start).iterations(6).blocks(2).play();
        Map<String, String> before = files(checkpoint);
        assertRefused(frame(costs, others).start(start)); // other weights
        assertRefused(frame(costs, edges)); // everybody elsewhere
        assertRefused(frame(costs, edges).start(start.selectExpr("agent", "x0 + 1 x0")));
        assertRefused(frame(costs.filter("agent <> 'z1'"), edges.filter("i <> 'z1' and j <> 'z1'"))
                .start(start.filter("agent <> 'z1'")));
        assertRefused(frame(costs, edges).start(start).beta(6));
        assertRefused(frame(costs, edges).start(start).partitionBy("hash"));
        assertThatThrownBy(() -> frame(
                                costs, edges.withColumn("weight", col("weight").minus(1)))
                        .start(start)
                        .iterations(6)
                        .blocks(2)
                        .play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("has a weight that is no number of 0 or more");
        assertThat(files(checkpoint)).isEqualTo(before);
        PlayedFrame again =
                frame(costs, edges).start(start).iterations(6).blocks(2).play();
        assertThat(again.resumedAfter()).isEqualTo(HORIZON);
        assertThat(files(checkpoint)).isEqualTo(before);
    }

    @Test
    void aFolderWithOtherThingsIsNeitherPlayedInNorDeleted() throws IOException {
        Dataset<Row> costs = rows(write("costs.csv", "round,agent,alpha,v", costLines(1)));
        Dataset<Row> edges = rows(write("edges.csv", "round,i,j,weight", edgeLines(2, false)));
        Path checkpoint = folder.resolve("checkpoint");
        Path thesis = Files.createDirectories(checkpoint.resolve("costs")).resolve("thesis.tex");
        Files.writeString(thesis, "ten years of work");
        Map<String, String> before = files(checkpoint);
        assertThatThrownBy(() -> frame(costs, edges).iterations(6).blocks(2).play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is a folder with other things: costs");
        assertThat(files(checkpoint)).isEqualTo(before);
        Files.delete(thesis);
        Files.delete(checkpoint.resolve("costs"));
        PlayedFrame played = frame(costs, edges).iterations(6).blocks(2).play();
        Path notes = Files.writeString(checkpoint.resolve("notes.txt"), "mine");
        played.forget();
        assertThat(files(checkpoint)).containsOnlyKeys("notes.txt");
        played.forget(); // it is not ours any more
        assertThat(notes).hasContent("mine");
    }

    @Test
    void twoJobsCannotShareACheckpoint() throws IOException {
        Dataset<Row> costs = rows(write("costs.csv", "round,agent,alpha,v", costLines(1)));
        Dataset<Row> edges = rows(write("edges.csv", "round,i,j,weight", edgeLines(2, false)));
        Files.createDirectories(folder.resolve("checkpoint"));
        try (var lock = io.acord.internal.system.FolderLock.take(folder.resolve("checkpoint"))
                .orElseThrow()) {
            assertThat(lock).isNotNull();
            assertThatThrownBy(() -> frame(costs, edges).blocks(2).play())
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("is in use by another driver");
        }
    }

    @Test
    void aCheckpointOnHdfsIsPlayedFromAndGoneOnFrom() throws Exception {
        Path costs = write("costs.csv", "round,agent,alpha,v", costLines(1));
        Path edges = write("edges.csv", "round,i,j,weight", edgeLines(2, true));
        Scenario scenario = scenario("{kind: csv, file: costs.csv}", "{kind: csv, file: edges.csv}", "{iterations: 6}");
        Configuration conf = new Configuration();
        conf.set("hdfs.minidfs.basedir", folder.resolve("hdfs").toString());
        try (MiniDFSCluster hdfs =
                new MiniDFSCluster.Builder(conf).numDataNodes(1).build()) {
            hdfs.waitActive();
            FileSystem files = hdfs.getFileSystem();
            String root = files.getUri() + "/acord";
            rows(costs).write().parquet(root + "/costs");
            rows(edges).write().parquet(root + "/edges");
            AcordFrame frame = frame(
                            spark.read().parquet(root + "/costs"), spark.read().parquet(root + "/edges"))
                    .iterations(6)
                    .blocks(2)
                    .checkpoint(root + "/run");
            PlayedFrame first = frame.play();
            assertThat(played(first)).isEqualTo(expected(scenario));
            first.actions().write().parquet(root + "/actions");
            assertThat(spark.read().parquet(root + "/actions").count()).isEqualTo((long) AGENTS * HORIZON);
            org.apache.hadoop.fs.Path state = new org.apache.hadoop.fs.Path(root + "/run/state/5");
            assertThat(files.delete(new org.apache.hadoop.fs.Path(state, "b00000"), false))
                    .isTrue();
            try (FSDataOutputStream torn = files.create(new org.apache.hadoop.fs.Path(state, "b00001"), true)) {
                torn.writeLong(3);
            }
            Storage storage = HadoopStorage.at("checkpoint", root + "/run", conf);
            try (CheckpointLock other = CheckpointLock.take(storage)) {
                assertThat(other).isNotNull();
                assertThatThrownBy(frame::play)
                        .isInstanceOf(BadInputException.class)
                        .hasMessageContaining("is in use by another driver");
            }
            PlayedFrame again = frame.play();
            assertThat(again.resumedAfter()).isEqualTo(4);
            assertThat(played(again)).isEqualTo(expected(scenario));
            again.forget();
            assertThat(files.exists(new org.apache.hadoop.fs.Path(root + "/run")))
                    .isFalse();
            assertThatThrownBy(() -> frame.checkpoint(root).play())
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("is a folder with other things: actions, costs, edges");
            assertFilesOfARunArePutWithTheirSummaryLast(root + "/files", files, conf);
            assertADriverThatHasLostItsLockStops(
                    frame.checkpoint(root + "/taken"), HadoopStorage.at("checkpoint", root + "/taken", conf));
        }
    }

    private void assertFilesOfARunArePutWithTheirSummaryLast(String address, FileSystem files, Configuration conf)
            throws IOException {
        Path run = Files.createDirectories(folder.resolve("run"));
        Files.writeString(run.resolve("scenario.yaml"), "name: put\n");
        Files.write(run.resolve("actions.csv"), new byte[200_000]);
        Files.createDirectories(run.resolve("figures"));
        Files.writeString(run.resolve("figures/cost.svg"), "<svg/>");
        // a run whose files cannot be put to the end is not taken for a whole one
        assertThatThrownBy(() -> RunStore.at(address, conf).put(run)).isInstanceOf(NoSuchFileException.class);
        Files.writeString(run.resolve("summary.json"), "{}");
        RunStore.at(address, conf).put(run);
        long written = 0;
        for (String name : List.of("scenario.yaml", "actions.csv", "figures/cost.svg", "summary.json")) {
            FileStatus status = files.getFileStatus(new org.apache.hadoop.fs.Path(address + "/" + name));
            assertThat(status.getLen()).isEqualTo(Files.size(run.resolve(name)));
            written = name.equals("summary.json") ? written : Math.max(written, status.getModificationTime());
            assertThat(status.getModificationTime()).isGreaterThanOrEqualTo(name.equals("summary.json") ? written : 0);
        }
        assertThatThrownBy(() -> RunStore.at(address + "/figures", conf))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is a folder with other things: cost.svg");
    }

    private static void assertADriverThatHasLostItsLockStops(AcordFrame frame, Storage storage) throws Exception {
        byte[] name = "another".getBytes(StandardCharsets.UTF_8);
        Thread another = new Thread(() -> {
            try {
                while (!storage.list("state/1").contains("b00001")) {
                    Thread.sleep(20);
                }
                storage.delete("lock"); // as one does that believes it dead
                storage.writeNew("lock", name);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        another.start();
        assertThatThrownBy(() -> frame.roundsAtATime(1).play())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("was taken by another driver");
        another.join();
        assertThat(storage.read("lock")).isEqualTo(name);
    }
}
