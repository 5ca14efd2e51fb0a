package io.acord.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.run.Experiment;
import io.acord.lab.run.ReplayWords;
import io.acord.lab.run.RunFiles;
import io.acord.lab.run.RunResult;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command in a process of its own, as the launcher starts it. */
class SparkCommandIT {

    @TempDir
    Path folder;

    private int acordSpark(String... arguments) throws IOException, InterruptedException {
        Path made = Path.of("target").toAbsolutePath();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + made.resolveSibling("java-options"),
                "-Xmx1g",
                "-Dspark.executor.extraJavaOptions=" + String.join(" ", SparkArchive.options()),
                "-Dacord.spark.jar=" + made.resolve("acord-spark-submit.jar")));
        command.addAll(SparkArchive.options());
        command.addAll(List.of(
                "-cp", SparkArchive.classPath() + ":" + made.resolve("acord-spark.jar"), SparkCommand.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said.txt").toFile())
                .start();
        if (!process.waitFor(240, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return process.waitFor();
    }

    @Test
    void aScenarioIsPlayedByAnExecutorOfThisMachineAndWrittenLikeAnyRunAndAgainByTheCommandOfItsSummary()
            throws Exception {
        Path file =
                Fleets.scenario(folder, "{kind: barabasi-albert, m: 2, every: 2}", "{iterations: 12, variant: auto}");
        Path out = folder.resolve("out");
        int exit = acordSpark(
                file.toString(),
                "--master",
                "local-cluster[1,2,1024]",
                "--blocks",
                "2",
                "--checkpoint",
                "2",
                "--conf",
                "spark.app.name=two words",
                "--compare",
                "--out",
                out.toString());
        String said = Files.readString(folder.resolve("said.txt"));
        assertThat(exit).as(said).isZero();
        assertThat(said).contains("all actions of all 6 rounds are the same, bit for bit");
        Scenario scenario = ScenarioReader.read(file, List.of());
        Path memory = folder.resolve("memory");
        try (RunFiles files =
                new RunFiles(memory, List.of("acord"), scenario.output().actions())) {
            RunResult result = Experiment.of(scenario, files, "", "").play();
            files.finish(result, "");
        }
        assertThat(out.resolve("actions.csv")).hasSameBinaryContentAs(memory.resolve("actions.csv"));
        assertThat(out.resolve("job")).doesNotExist();
        Path again = folder.resolve("again");
        List<String> words = ReplayWords.of(out, again);
        assertThat(words).startsWith("spark").contains("--blocks", "--master", "--checkpoint", "--conf", "--compare");
        Configuration conf = new Configuration();
        conf.set("hdfs.minidfs.basedir", folder.resolve("hdfs").toString());
        try (MiniDFSCluster hdfs =
                new MiniDFSCluster.Builder(conf).numDataNodes(1).build()) {
            hdfs.waitActive();
            String address = hdfs.getFileSystem().getUri() + "/again";
            words.set(words.size() - 1, address);
            words.addAll(List.of("--work", again.toString()));
            exit = acordSpark(words.subList(1, words.size()).toArray(String[]::new));
            said = Files.readString(folder.resolve("said.txt"));
            assertThat(exit).as(said).isZero();
            assertThat(said).contains("put the files to " + address);
            Path fetched = folder.resolve("fetched");
            hdfs.getFileSystem()
                    .copyToLocalFile(
                            new org.apache.hadoop.fs.Path(address), new org.apache.hadoop.fs.Path(fetched.toUri()));
            ReplayWords.assertSameFiles(out, fetched);
            assertThat(Path.of("hdfs:")).doesNotExist();
        }
        ReplayWords.assertSameFiles(out, again);
    }
}
