package io.acord.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What the command refuses before it starts Spark. */
class SparkCommandTest {

    @TempDir
    Path folder;

    private record Said(int exit, String err) {}

    private static Said acordSpark(String... arguments) {
        StringWriter err = new StringWriter();
        CommandLine command =
                SparkCommand.commandLine().setErr(new PrintWriter(err)).setOut(new PrintWriter(new StringWriter()));
        return new Said(command.execute(arguments), err.toString());
    }

    /** Its help is there before it is: the command itself has the text. */
    @Test
    void theHelpIsWhatTheCommandSaysOfIt() throws IOException {
        assertThat(new CommandLine(new SparkCommand())
                        .setUsageHelpWidth(100)
                        .getUsageMessage(CommandLine.Help.Ansi.OFF))
                .isEqualToNormalizingNewlines(
                        Files.readString(Path.of("../cli/src/main/resources/io/acord/cli/parts/spark.txt")));
    }

    @Test
    void moreBlocksThanALocalMasterHasSlotsAreRefused() throws IOException {
        Path file = Fleets.scenario(folder, "{kind: ring}", "{iterations: 12}");
        Path out = folder.resolve("out");
        Said said = acordSpark(
                file.toString(), "--blocks", "3", "--master", "local-cluster[2,1,1024]", "--out", out.toString());
        assertThat(said.exit).isEqualTo(2);
        assertThat(said.err)
                .contains("--blocks is 3, and local-cluster[2,1,1024] has 2 slots")
                .contains("fix: give fewer --blocks");
        assertThat(out).doesNotExist();
    }

    @Test
    void anAddressThatIsNoFolderIsRefusedAndNoFolderIsCalledSo() throws IOException {
        Path file = Fleets.scenario(folder, "{kind: ring}", "{iterations: 12}");
        for (String address : new String[] {"gs://bucket/run", "s3a://bucket/run"}) {
            Said said = acordSpark(file.toString(), "--blocks", "1", "--out", address);
            assertThat(said.exit).as(address).isEqualTo(2);
            assertThat(said.err).contains("--out is \"" + address + "\"").contains("file system");
            assertThat(Path.of(address.substring(0, address.indexOf(':') + 1))).doesNotExist();
        }
    }

    @Test
    void blocksOfAClusterNeedAFolderThatTheyShareWhereverTheFilesGo() throws IOException {
        Path file = Fleets.scenario(folder, "{kind: ring}", "{iterations: 12}");
        Said alone = acordSpark(
                file.toString(), "--blocks", "1", "--master", "spark://127.0.0.1:1", "--out", "hdfs://namenode/run");
        assertThat(alone.exit).isEqualTo(2);
        assertThat(alone.err).contains("--work is missing, and --out is hdfs://namenode/run");
        Path work = folder.resolve("work");
        Said both = acordSpark(file.toString(), "--blocks", "1", "--work", work.toString());
        assertThat(both.exit).isEqualTo(2);
        assertThat(both.err).contains("--work is given").contains("an address as --out");
        assertThat(work).doesNotExist();
    }

    @Test
    void aMissingFileAndACorruptParquetFileAreRefused() throws IOException {
        assertThat(acordSpark(folder.resolve("none.yaml").toString()).exit).isEqualTo(2);
        Files.writeString(folder.resolve("costs.parquet"), "PAR1 this is none");
        Path file = Fleets.scenario(folder, "{kind: parquet, file: costs.parquet}", "{kind: ring}", "{iterations: 12}");
        Path out = folder.resolve("out");
        Said corrupt = acordSpark(file.toString(), "--out", out.toString());
        assertThat(corrupt.exit).isEqualTo(2);
        assertThat(corrupt.err).contains("costs.parquet").contains("cannot be read as Parquet");
        file = Fleets.scenario(folder, "{kind: parquet, file: gone.parquet}", "{kind: ring}", "{iterations: 12}");
        Said gone = acordSpark(file.toString(), "--out", out.toString());
        assertThat(gone.exit).isEqualTo(2);
        assertThat(gone.err).contains("gone.parquet");
        assertThat(out).doesNotExist();
    }

    @Test
    void aMasterThatSparkWouldNotKnowIsRefusedBeforeAnythingIsWritten() throws IOException {
        Path file = Fleets.scenario(folder, "{kind: ring}", "{iterations: 12}");
        Path out = folder.resolve("out");
        for (String master : new String[] {
            "foo", "local-cluster[99999999999,1,1024]", "local-cluster[2,1,10]", "spark:", "spark://here:70000"
        }) {
            Said said = acordSpark(file.toString(), "--blocks", "2", "--master", master, "--out", out.toString());
            assertThat(said.exit).as(master).isEqualTo(2);
            assertThat(said.err).contains("--master ").contains("local-cluster[2,1,2048]");
            assertThat(out).doesNotExist();
        }
    }

    @Test
    void aMasterThatIsNotThereIsWaitedForAsLongAsPatienceLasts() throws IOException {
        Path file = Fleets.scenario(folder, "{kind: ring}", "{iterations: 12}");
        Path out = folder.resolve("out");
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String master = "spark://127.0.0.1:" + port;
        Said said = acordSpark(
                file.toString(), "--blocks", "2", "--patience", "1", "--master", master, "--out", out.toString());
        assertThat(said.exit).isEqualTo(2);
        assertThat(said.err)
                .contains("--master is " + master + ", and nobody answered there within 1 s")
                .contains("give more --patience");
        assertThat(out).doesNotExist();
    }

    @Test
    @Timeout(100)
    void oneOfSeveralMastersIsEnoughAndItMayComeLater() throws IOException, InterruptedException {
        InetAddress here = InetAddress.getLoopbackAddress();
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, here)) {
            port = free.getLocalPort();
            Cluster.await("spark://127.0.0.1:1,127.0.0.1:" + port, Duration.ofSeconds(60));
        }
        Thread waiting =
                new Thread(() -> Cluster.await("spark://127.0.0.1:" + port, Duration.ofSeconds(60)), "waiting");
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        waiting.setUncaughtExceptionHandler((thread, fault) -> thrown.set(fault));
        waiting.start();
        Thread.sleep(500);
        assertThat(waiting.isAlive()).isTrue();
        try (ServerSocket later = new ServerSocket(port, 1, here)) {
            waiting.join();
            assertThat(later.isBound()).isTrue();
        }
        assertThat(thrown.get()).isNull();
    }

    @Test
    void everyOptionIsComplainedAboutAtOnce() throws IOException {
        Path file = Fleets.scenario(folder, "{kind: ring}", "{iterations: 12}");
        Said said = acordSpark(
                file.toString(),
                "--master",
                "spark://nowhere:7077",
                "--patience",
                "1000",
                "--conf",
                "spark.ui.enabled");
        assertThat(said.exit).isEqualTo(2);
        assertThat(said.err)
                .contains("--blocks is missing")
                .contains("--patience is 1000")
                .contains("--conf is");
        assertThat(said.err).contains("3 complaints");
    }

    @Test
    void aFolderOfSomebodyElseIsLeftAlone() throws IOException {
        Path file = Fleets.scenario(folder, "{kind: ring}", "{iterations: 12}");
        Path out = folder.resolve("out");
        Files.createDirectories(out.resolve("job"));
        Files.writeString(out.resolve("job").resolve("thesis.txt"), "mine");
        Said said = acordSpark(file.toString(), "--out", out.toString());
        assertThat(said.exit).isEqualTo(2);
        assertThat(said.err).contains("exists and is not of a job");
        assertThat(out.resolve("job").resolve("thesis.txt")).hasContent("mine");
    }

    @Test
    void theSlotsOfLocalMastersAreKnown() {
        assertThat(Cluster.slots("local-cluster[3, 2, 1024]")).hasValue(6);
        assertThat(Cluster.conf("local-cluster[3, 2, 1500]", "name", List.of(), 9)
                        .get("spark.executor.memory"))
                .as("an executor has what its worker has")
                .isEqualTo("1500m");
        assertThat(Cluster.slots("local[5]")).hasValue(5);
        assertThat(Cluster.slots("local")).hasValue(1);
        assertThat(Cluster.slots("yarn")).isEqualTo(OptionalInt.empty());
        assertThat(Cluster.slots("spark://host:7077")).isEqualTo(OptionalInt.empty());
    }
}
