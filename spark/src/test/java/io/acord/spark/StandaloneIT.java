package io.acord.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunFiles;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.store.Storage;
import io.acord.model.Actions;
import io.acord.spark.store.HadoopStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs that are submitted to a standalone cluster survive the loss of any of its processes with the same bits. Each has
 * a cluster of its own, at the same time: most of what happens is that somebody waits for somebody else to be back.
 */
@Execution(ExecutionMode.CONCURRENT)
class StandaloneIT {

    private static final int BATCHES = 50;
    private static final int AGENTS = 12;
    private static final int STATES = 6; // of a frame that is killed

    @TempDir
    Path folder;

    private StandaloneCluster cluster;

    @BeforeEach
    void start() throws IOException {
        cluster = new StandaloneCluster(Files.createDirectory(folder.resolve("cluster")));
        cluster.addWorkers(2);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /** The newest round of which a folder with a folder a round has something; 0 if none. */
    private static int newest(Path rounds) {
        if (!Files.isDirectory(rounds)) {
            return 0;
        }
        try (Stream<Path> found = Files.list(rounds)) {
            return found.map(path -> String.valueOf(path.getFileName()))
                    .filter(name -> name.matches("\\d+"))
                    .mapToInt(Integer::parseInt)
                    .max()
                    .orElse(0);
        } catch (IOException e) {
            return 0; // it is being deleted
        }
    }

    private static void awaitRound(int t, Path rounds, Process driver) {
        StandaloneCluster.await("round " + t, () -> newest(rounds) >= t || !driver.isAlive());
        assertThat(driver.isAlive()).as("the driver plays round " + t).isTrue();
    }

    @Test
    void anExecutorAWorkerAndADriverAreLostAndTheScenarioGoesOnInTheClusterWithTheSameFiles() throws Exception {
        Path file = Fleets.scenario(folder, "{kind: random-regular, degree: 6, every: 7}", "{iterations: 10}");
        // Few iterations, because blocks of a busy machine wait for each other in each; many rounds, to be killed in.
        List<String> sets = List.of("agents=600", "horizon=100", "costs.cap=20", "optimum=none");
        Path out = folder.resolve("out");
        List<String> program = new ArrayList<>(List.of(
                "--class",
                SparkCommand.class.getName(),
                StandaloneCluster.submitJar().toString(),
                file.toString(),
                "--blocks",
                "2",
                "--out",
                out.toString()));
        for (String set : sets) {
            program.addAll(List.of("--set", set));
        }
        Path played = out.resolve("job/played");
        Process driver = cluster.submit("client", "client", program);
        awaitRound(6, played, driver);
        cluster.killAnExecutor();
        awaitRound(newest(played) + 6, played, driver);
        cluster.killAWorker();
        awaitRound(newest(played) + 6, played, driver);
        driver.destroyForcibly().waitFor();
        cluster.addWorkers(1); // a driver in the cluster takes a core of it
        int kept = newest(played);
        Process submitted = cluster.submit("cluster", "cluster", program);
        assertThat(StandaloneCluster.end(submitted)).as(cluster.said("cluster")).isZero();
        assertThat(kept).isBetween(18, 99);
        assertThat(out.resolve("job")).doesNotExist();
        Scenario scenario = ScenarioReader.read(file, sets);
        Path memory = folder.resolve("memory");
        try (RunFiles files =
                new RunFiles(memory, List.of("acord"), scenario.output().actions())) {
            files.finish(Experiment.of(scenario, files, "", "").play(), "");
        }
        for (String name : List.of("actions.csv", "costs.csv")) {
            assertThat(out.resolve(name)).hasSameBinaryContentAs(memory.resolve(name));
        }
    }

    @Test
    void everyRoundOfAStreamIsDecidedOnceThoughItsExecutorAndItsDriverAreKilledInTheMiddle() throws Exception {
        List<String> lines = arrive();
        Files.writeString(folder.resolve("costs.csv"), "round,agent,alpha,v\n" + String.join("", lines));
        writeEdges();
        List<String> program = program(StreamApplication.class, folder.toString());
        Path state = folder.resolve("checkpoint/state");
        Process driver = cluster.submit("first", "client", program);
        awaitRound(8, state, driver);
        cluster.killAnExecutor();
        awaitRound(20, state, driver);
        driver.destroyForcibly().waitFor();
        Map<String, String> before = actions();
        driver = cluster.submit("second", "local[2]", "client", program); // wherever the next one is
        assertThat(StandaloneCluster.end(driver)).as(cluster.said("second")).isZero();
        List<Integer> decided = Files.readAllLines(folder.resolve("decided.txt")).stream()
                .map(Integer::valueOf)
                .toList();
        assertThat(decided).isSorted().endsWith(BATCHES);
        assertThat(decided.stream().distinct()).hasSize(BATCHES);
        assertThat(decided.size())
                .isBetween(BATCHES, BATCHES + 1); // a batch whose end Spark had not heard of is told again
        assertThat(actions()).containsAllEntriesOf(before).hasSize(2 * BATCHES);
        assertThat(written()).isEqualTo(expected(6));
    }

    @ParameterizedTest(name = "on {0}")
    @ValueSource(strings = {"file", "hdfs"})
    void aFrameEndsWithTheSameBitsThoughAllIsKilledBeforeAndAfterItsFirstStateAndAStateIsTorn(String system)
            throws Exception {
        boolean isHdfs = system.equals("hdfs");
        int every = isHdfs ? 20 : 40; // rounds of files that are farther away take longer
        StringBuilder costs = new StringBuilder("round,agent,alpha,v\n");
        Random random = new Random(5);
        for (int t = 1; t <= STATES * every; t++) {
            costs.append(costs(t, random));
        }
        Files.writeString(folder.resolve("costs.csv"), costs);
        writeEdges();
        if (isHdfs) {
            Configuration conf = new Configuration();
            conf.set("hdfs.minidfs.basedir", folder.resolve("hdfs").toString());
            try (MiniDFSCluster hdfs =
                    new MiniDFSCluster.Builder(conf).numDataNodes(1).build()) {
                hdfs.waitActive();
                FileSystem files = hdfs.getFileSystem();
                String root = files.getUri() + "/acord";
                for (String name : List.of("costs.csv", "edges.csv")) {
                    files.copyFromLocalFile(path(folder.resolve(name).toString()), path(root + "/" + name));
                }
                killAndGoOn(root, every);
                files.copyToLocalFile(path(root + "/actions"), path(folder.toString()));
            }
            assertThat(folder.resolve("checkpoint")).doesNotExist();
        } else {
            killAndGoOn(folder.toUri().toString().replaceAll("/$", ""), every);
        }
        assertThat(written()).isEqualTo(expected(FrameApplication.ITERATIONS));
    }

    private static org.apache.hadoop.fs.Path path(String name) {
        return new org.apache.hadoop.fs.Path(name);
    }

    private void killAndGoOn(String root, int every) throws Exception {
        Path told = folder.resolve("resumed.txt");
        List<String> program = program(FrameApplication.class, root, told.toString(), String.valueOf(every));
        Storage checkpoint = HadoopStorage.at("checkpoint", root + "/checkpoint", new Configuration());
        Process driver = cluster.submit("first", "client", program);
        await(STATES * every, "costs", checkpoint, driver);
        cluster.killAnExecutor();
        assertThat(checkpoint.list("state"))
                .as("states when an executor is killed")
                .isEmpty();
        await(every, "state", checkpoint, driver);
        cluster.killAnExecutor();
        await(keptByAll(checkpoint) + every, "state", checkpoint, driver);
        cluster.killAWorker();
        await(keptByAll(checkpoint) + every, "state", checkpoint, driver);
        driver.destroyForcibly().waitFor();
        cluster.awaitNoExecutor();
        assertThat(told).doesNotExist();
        int newest = keptByAll(checkpoint);
        String state = "state/" + newest + "/b00001";
        byte[] whole = checkpoint.read(state);
        checkpoint.delete(state);
        checkpoint.write(state, Arrays.copyOf(whole, whole.length / 2));
        driver = cluster.submit("second", "client", program);
        assertThat(StandaloneCluster.end(driver)).as(cluster.said("second")).isZero();
        assertThat(told).hasContent(Integer.toString(newest - every));
    }

    /** The newest round of which a checkpoint has the states of both blocks. */
    private static int keptByAll(Storage checkpoint) throws IOException {
        int newest = 0;
        for (String round : checkpoint.list("state")) {
            if (hasBoth("state/" + round, checkpoint)) {
                newest = Math.max(newest, Integer.parseInt(round));
            }
        }
        return newest;
    }

    /** Whether a folder has the files of both blocks, which may lie beside others that are being written. */
    private static boolean hasBoth(String name, Storage checkpoint) throws IOException {
        return checkpoint.list(name).containsAll(List.of("b00000", "b00001"));
    }

    /** Waits until both blocks have a file of a round, or a later one. */
    private static void await(int t, String kind, Storage checkpoint, Process driver) {
        StandaloneCluster.await(kind + " of round " + t, () -> {
            try {
                boolean isThere =
                        kind.equals("state") ? keptByAll(checkpoint) >= t : hasBoth(kind + "/" + t, checkpoint);
                return isThere || !driver.isAlive();
            } catch (IOException e) {
                return false; // something is just being written or deleted
            }
        });
        assertThat(driver.isAlive()).as("the driver plays round " + t).isTrue();
    }

    private void writeEdges() throws IOException {
        StringBuilder edges = new StringBuilder("round,i,j,weight\n");
        for (int i = 0; i < AGENTS; i++) {
            edges.append(",a" + i + ",a" + (i + 1) % AGENTS + ",0." + (1 + i) + "\n");
        }
        Files.writeString(folder.resolve("edges.csv"), edges);
    }

    /** What is submitted to have a class of the tests run. */
    private List<String> program(Class<?> main, String... arguments) throws IOException {
        List<String> program = new ArrayList<>(List.of(
                "--class",
                main.getName(),
                "--jars",
                StandaloneCluster.submitJar().toString(),
                "--conf",
                "spark.sql.shuffle.partitions=2",
                "--conf",
                "spark.sql.adaptive.enabled=false",
                "--conf",
                "spark.sql.codegen.wholeStage=false",
                "--conf",
                "spark.sql.codegen.factoryMode=NO_CODEGEN", // as LocalSpark
                jar(main).toString()));
        program.addAll(List.of(arguments));
        return program;
    }

    private static String costs(int t, Random random) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < AGENTS; i++) {
            lines.append(t + ",a" + i + ",1," + 10 * random.nextGaussian() + "\n");
        }
        return lines.toString();
    }

    /** The costs of each round as a file of their own, one arriving after the other. */
    private List<String> arrive() throws IOException {
        Path arriving = Files.createDirectories(folder.resolve("arriving"));
        Random random = new Random(3);
        List<String> all = new ArrayList<>();
        for (int t = 1; t <= BATCHES; t++) {
            String lines = costs(t, random);
            all.add(lines);
            Path file = Files.writeString(arriving.resolve(t + ".csv"), lines);
            assertThat(file.toFile().setLastModified(1_700_000_000_000L + 10_000L * t))
                    .isTrue();
        }
        return all;
    }

    /** A jar with the program in it. */
    private Path jar(Class<?> main) throws IOException {
        Path jar = folder.resolve("program.jar");
        String name = main.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry(name));
            out.write(main.getResourceAsStream("/" + name).readAllBytes());
        }
        return jar;
    }

    /** The files of what was played, by their names. */
    private Map<String, String> actions() throws IOException {
        Map<String, String> all = new TreeMap<>();
        Path actions = folder.resolve("checkpoint/actions");
        try (Stream<Path> found = Files.walk(actions)) {
            for (Path file : found.filter(Files::isRegularFile)
                    .filter(file -> String.valueOf(file.getFileName()).matches("b\\d+"))
                    .toList()) {
                all.put(actions.relativize(file).toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        return all;
    }

    private Map<String, Double> written() throws IOException {
        Map<String, Double> all = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder.resolve("actions"))) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".csv")).toList()) {
                for (String line : Files.readAllLines(file)) {
                    String[] words = line.split(",", -1);
                    assertThat(all.put(words[0] + " " + words[1], Double.valueOf(words[2])))
                            .isNull();
                }
            }
        }
        return all;
    }

    private Map<String, Double> expected(int iterations) throws IOException {
        Path file = folder.resolve("scenario.yaml");
        Files.writeString(file, """
                name: stream
                seed: 7
                beta: 5
                costs: {kind: csv, file: costs.csv}
                graph: {kind: csv, file: edges.csv}
                algorithms:
                  - acord: {iterations: %d}
                """.formatted(iterations));
        Scenario scenario = ScenarioReader.read(file, List.of());
        List<Actions> rounds = Fleets.expected(scenario);
        Map<String, Double> all = new TreeMap<>();
        for (int t = 1; t <= rounds.size(); t++) {
            for (int i = 0; i < scenario.agents(); i++) {
                all.put(t + " " + scenario.names().get(i), rounds.get(t - 1).of(i)[0]);
            }
        }
        return all;
    }
}
