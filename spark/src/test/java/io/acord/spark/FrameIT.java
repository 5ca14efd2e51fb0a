package io.acord.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.input.BadInputException;
import io.acord.internal.system.FolderTree;
import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.spark.frame.CheckpointLock;
import io.acord.spark.store.HadoopStorage;
import io.acord.spark.store.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Data frames play what files play in memory, on two executor processes started from Maven's jars. */
class FrameIT {

    private static final int AGENTS = 40;
    private static final int HORIZON = 5;

    private static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        spark = SparkSession.builder()
                .config(Cluster.conf(
                        "local-cluster[2,2,1024]",
                        "frames",
                        List.of(
                                "spark.sql.shuffle.partitions=2",
                                "spark.sql.ansi.enabled=true",
                                "spark.sql.adaptive.enabled=false",
                                "spark.sql.codegen.wholeStage=false"),
                        60))
                .getOrCreate();
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    /** Names whose order as text is not that of their numbers, and not that of lines. */
    private static String name(int i) {
        return (i % 3 == 0 ? "Ü" : i % 3 == 1 ? "z" : "") + i;
    }

    private static List<String> costLines(long seed) {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int t = 1; t <= HORIZON; t++) {
            for (int i = 0; i < AGENTS; i++) {
                lines.add(t + "," + name(i) + "," + (0.1 + random.nextDouble()) + "," + 10 * random.nextGaussian());
            }
        }
        Collections.shuffle(lines, random);
        return lines;
    }

    private static List<String> edgeLines(long seed, boolean changing) {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < AGENTS; i++) {
            lines.add("," + name(i) + "," + name((i + 1) % AGENTS) + "," + random.nextDouble());
            lines.add("," + name((i + 7) % AGENTS) + "," + name(i) + ",1");
        }
        for (int t = 2; changing && t <= HORIZON; t += 2) {
            for (int i = 0; i < 10; i++) {
                lines.add(t + "," + name(i) + "," + name(i + 20) + ",0.5");
            }
        }
        Collections.shuffle(lines, random);
        return lines;
    }

    private Path write(String file, String header, List<String> lines) throws IOException {
        return Files.writeString(folder.resolve(file), header + "\n" + String.join("\n", lines) + "\n");
    }

    private Scenario scenario(String costs, String graph, String acord) throws IOException {
        Path file = folder.resolve("scenario.yaml");
        Files.writeString(file, """
                name: frame
                seed: 7
                beta: 5
                costs: %s
                graph: %s
                algorithms:
                  - acord: %s
                """.formatted(costs, graph, acord));
        return ScenarioReader.read(file, List.of());
    }

    private static Dataset<Row> csv(Path file) {
        return spark.read().option("header", true).option("inferSchema", true).csv(file.toString());
    }

    private AcordFrame frame(Dataset<Row> costs, Dataset<Row> edges) {
        return AcordFrame.on(spark)
                .costs(costs)
                .edges(edges)
                .beta(5)
                .checkpoint(folder.resolve("checkpoint").toUri().toString());
    }

    /** x of everybody by round and name, as a text of all bits. */
    private static Map<String, List<Double>> played(PlayedFrame played) {
        Map<String, List<Double>> all = new TreeMap<>();
        for (Row row : played.actions().collectAsList()) {
            List<Double> x = new ArrayList<>();
            for (int c = 2; c < row.size(); c++) {
                x.add(row.getDouble(c));
            }
            assertThat(all.put(row.getInt(0) + " " + row.getString(1), x)).isNull();
        }
        return all;
    }

    private static Map<String, List<Double>> expected(Scenario scenario) {
        Map<String, List<Double>> all = new TreeMap<>();
        List<Actions> rounds = Fleets.expected(scenario);
        for (int t = 1; t <= rounds.size(); t++) {
            for (int i = 0; i < scenario.agents(); i++) {
                List<Double> x = new ArrayList<>();
                for (double c : rounds.get(t - 1).of(i)) {
                    x.add(c);
                }
                all.put(t + " " + scenario.names().get(i), x);
            }
        }
        return all;
    }

    @ParameterizedTest(name = "{0} blocks by {1}, changing {2}, {3}, {4} rounds at a time")
    @CsvSource({
        "1, range,     false, auto,        0",
        "2, range,     true,  accelerated, 0",
        "4, hash,      true,  auto,        2",
        "3, hash,      false, plain,       0",
        "2, key:area,  true,  auto,        0",
    })
    void framesPlayTheBitsThatFilesPlayInMemory(
            int blocks, String partition, boolean changing, String variant, int atATime) throws IOException {
        Path costs = write("costs.csv", "round,agent,alpha,v", costLines(1));
        Path edges = write("edges.csv", "round,i,j,weight", edgeLines(2, changing));
        Scenario scenario = scenario(
                "{kind: csv, file: costs.csv}",
                "{kind: csv, file: edges.csv}",
                "{iterations: 9, variant: " + variant + "}");
        Dataset<Row> lines = csv(costs);
        AcordFrame frame = frame(
                        partition.startsWith("key")
                                ? lines.withColumn("area", col("agent").substr(1, 1))
                                : lines,
                        csv(edges))
                .recipe(Recipe.standard().with(Variant.of(variant).orElseThrow()))
                .iterations(9)
                .blocks(blocks)
                .partitionBy(partition);
        PlayedFrame played = (atATime == 0 ? frame : frame.roundsAtATime(atATime)).play();
        assertThat(played(played)).isEqualTo(expected(scenario));
        assertThat(played.agents()).isEqualTo(AGENTS);
        assertThat(played.horizon()).isEqualTo(HORIZON);
        assertSameCosts(played, scenario);
    }

    private static void assertSameCosts(PlayedFrame played, Scenario scenario) {
        Instance instance = scenario.instance(scenario.seed());
        List<Actions> rounds = Fleets.expected(scenario);
        List<double[]> books = Fleets.expectedBooks(scenario);
        List<Row> found = played.costs().orderBy("round").collectAsList();
        Actions at = instance.start();
        double paid = 0;
        for (int t = 1; t <= rounds.size(); t++) {
            Cost cost = instance.round(t).cost(rounds.get(t - 1), at);
            Row row = found.get(t - 1);
            assertThat(row.getDouble(1)).isCloseTo(cost.hitting(), within(1e-12 * cost.total()));
            assertThat(row.getDouble(2)).isCloseTo(cost.switching(), within(1e-12 * cost.total()));
            assertThat(row.getDouble(3)).isCloseTo(cost.dissimilarity(), within(1e-12 * cost.total()));
            paid += cost.total();
            double atLeast = 0;
            int width = 2 + instance.dimension();
            for (int i = 0; i < instance.agents(); i++) {
                atLeast += books.get(t - 1)[i * width];
            }
            assertThat(row.getDouble(7)).isCloseTo(atLeast, within(1e-12 * paid));
            at = rounds.get(t - 1);
        }
        double last = found.get(found.size() - 1).getDouble(7);
        assertThat(played.certifiedRatio().orElseThrow())
                .isCloseTo(paid / last, within(1e-12))
                .isGreaterThan(1);
    }

    @Test
    void costsOfAnyKindAreMadeInTheirBlocks() throws IOException {
        List<String> csv = new ArrayList<>();
        List<String> jsonl = new ArrayList<>();
        for (int t = 1; t <= 3; t++) {
            for (int i = 0; i < AGENTS; i++) {
                String v = "[" + (i % 7 - t) + ", " + (t * i % 5) + "]";
                String cost = switch (i % 4) {
                    case 0 -> "{\"type\": \"abs\", \"weight\": 3, \"v\": " + v + ", \"mu\": 0.5}";
                    case 1 -> "{\"type\": \"quadratic\", \"Q\": [[2, 0.5], [0.5, 1]], \"v\": " + v + "}";
                    case 2 ->
                        "{\"type\": \"quadratic\", \"alpha\": 0.7, \"v\": " + v
                                + ", \"box\": {\"low\": [-1, -1], \"high\": [1, 1]}}";
                    default -> "{\"type\": \"huber\", \"weight\": 2, \"threshold\": 1, \"v\": " + v + ", \"mu\": 0.1}";
                };
                jsonl.add("{\"round\": " + t + ", \"agent\": \"" + name(i) + "\", \"cost\": " + cost + "}");
                csv.add(t + "\t" + name(i) + "\t" + cost);
            }
        }
        Files.writeString(folder.resolve("costs.jsonl"), String.join("\n", jsonl));
        Path costs = write("costs.tsv", "round\tagent\tcost", csv);
        Path edges = write("edges.csv", "round,i,j,weight", edgeLines(2, false));
        Scenario scenario =
                scenario("{kind: jsonl, file: costs.jsonl}", "{kind: csv, file: edges.csv}", "{iterations: 6}");
        Dataset<Row> frame = spark.read()
                .option("header", true)
                .option("sep", "\t")
                .option("quote", "")
                .csv(costs.toString());
        PlayedFrame played = frame(frame, csv(edges)).iterations(6).blocks(3).play();
        assertThat(played(played)).isEqualTo(expected(scenario));
        assertSameCosts(played, scenario);
    }

    @Test
    void everybodyMayStartElsewhereAndKeepACostThatIsMissing() throws IOException {
        List<String> lines = new ArrayList<>(costLines(1));
        lines.removeIf(line -> line.startsWith("3,") || line.startsWith("4," + name(4) + ","));
        Path costs = write("costs.csv", "round,agent,alpha,v", lines);
        Path edges = write("edges.csv", "round,i,j,weight", edgeLines(2, false));
        List<String> at = new ArrayList<>();
        for (int i = 0; i < AGENTS; i++) {
            at.add(name(i) + ",2.5");
        }
        Path start = write("start.csv", "agent,x0", at);
        Scenario scenario = scenario(
                "{kind: csv, file: costs.csv, missing: hold}\nstart: 2.5",
                "{kind: csv, file: edges.csv}",
                "{iterations: 6}");
        PlayedFrame played = frame(csv(costs), csv(edges))
                .start(csv(start))
                .holdMissing()
                .iterations(6)
                .blocks(2)
                .roundsAtATime(2)
                .play();
        assertThat(played(played)).isEqualTo(expected(scenario));
    }

    @Test
    void whatIsWrongWithTheDataIsComplainedAboutBeforeAnythingIsPlayed() throws IOException {
        List<String> lines = new ArrayList<>(costLines(1));
        lines.removeIf(line -> line.startsWith("2," + name(3) + ","));
        lines.add("4,z1,-1,2");
        lines.add("5,z1,1,2");
        Dataset<Row> costs = csv(write("costs.csv", "round,agent,alpha,v", lines));
        Dataset<Row> edges = csv(write("edges.csv", "round,i,j,weight", edgeLines(2, false)));
        assertThatThrownBy(() -> frame(costs, edges).blocks(2).play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("costs: round 2, agent \"Ü3\" is missing")
                .hasMessageContaining("costs: round 5, agent \"z1\" is there twice");
        List<String> wrong = new ArrayList<>(edgeLines(2, false));
        wrong.add(",z1,nobody,1");
        wrong.add(",z1,z1,1");
        wrong.add("99,z1,z4,1");
        wrong.add(",z1,z13,-3");
        wrong.add("," + name(1) + "," + name(0) + ",1");
        Dataset<Row> sound = csv(write("sound.csv", "round,agent,alpha,v", costLines(1)));
        Dataset<Row> bad = csv(write("bad.csv", "round,i,j,weight", wrong));
        assertThatThrownBy(() -> frame(sound, bad).blocks(2).play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("edges: (z1, nobody) couples somebody unknown as j")
                .hasMessageContaining("edges: (z1, z1) joins an agent with itself")
                .hasMessageContaining("edges: (z1, z4) is of a round that is not played")
                .hasMessageContaining("edges: (z1, z13) has a weight that is no number of 0 or more")
                .hasMessageContaining("edges: (z1, Ü0) is there twice in a round");
        assertThatThrownBy(() -> AcordFrame.on(spark)
                        .costs(sound.withColumnRenamed("alpha", "a"))
                        .edges(edges.drop("i"))
                        .blocks(9)
                        .play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("alpha and v (or v0, v1, …), or cost")
                .hasMessageContaining("costs: column \"a\" is not known")
                .hasMessageContaining("edges: column \"i\" is missing")
                .hasMessageContaining("beta is missing")
                .hasMessageContaining("blocks is 9, and local-cluster[2,2,1024] has 4 slots");
        assertThatThrownBy(() ->
                        frame(sound, edges).blocks(2).checkpoint("gopher://x/y").play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("checkpoint is \"gopher://x/y\"");
        assertThat(folder.resolve("checkpoint/actions")).doesNotExist();
    }

    @Test
    void whatABlockCannotPlayIsComplainedAboutByName() throws IOException {
        Dataset<Row> costs = csv(write("costs.csv", "round,agent,alpha,v", costLines(1)));
        Dataset<Row> edges = csv(write("edges.csv", "i,j,weight", List.of("z1,z4,1e290"))); // alone it is none too many
        assertThatThrownBy(() -> frame(costs, edges).beta(1e90).blocks(2).play())
                .isInstanceOf(BadInputException.class)
                .hasMessageFindingMatch("agent \"z[14]\" has a local problem") // they may live in two blocks
                .hasMessageContaining("finite numbers");
    }

    @Test
    void aJobThatWasCutOffGoesOnFromWhatAllBlocksHaveKept() throws IOException {
        Path costs = write("costs.csv", "round,agent,alpha,v", costLines(1));
        Path edges = write("edges.csv", "round,i,j,weight", edgeLines(2, true));
        Scenario scenario = scenario("{kind: csv, file: costs.csv}", "{kind: csv, file: edges.csv}", "{iterations: 6}");
        PlayedFrame first =
                frame(csv(costs), csv(edges)).iterations(6).blocks(2).play();
        assertThat(first.resumedAfter()).isZero();
        Path state = folder.resolve("checkpoint/state");
        Files.delete(state.resolve("5/b00000"));
        byte[] torn = Files.readAllBytes(state.resolve("5/b00001"));
        torn[torn.length / 2] ^= 1;
        Files.write(state.resolve("5/b00001"), torn);
        PlayedFrame again =
                frame(csv(costs), csv(edges)).iterations(6).blocks(2).play();
        assertThat(again.resumedAfter()).isEqualTo(4);
        assertThat(played(again)).isEqualTo(expected(scenario));
        assertThatThrownBy(() ->
                        frame(csv(costs), csv(edges)).iterations(7).blocks(2).play())
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
        AcordFrame frame = frame(csv(costs), csv(edges)).iterations(6).blocks(2).keepEvery(2);
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
        AcordFrame frame = frame(csv(costs), csv(edges))
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

    /** Every file in a folder and what is in it. */
    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path file : found.filter(Files::isRegularFile).toList()) {
                all.put(folder.relativize(file).toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        return all;
    }

    private static void assertRefused(AcordFrame frame) {
        assertThatThrownBy(() -> frame.iterations(6).blocks(2).play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is of other agents, edges or start, or of another beta");
    }

    @Test
    void aJobThatIsRefusedTouchesNothingOfTheCheckpointOfAnother() throws IOException {
        Dataset<Row> costs = csv(write("costs.csv", "round,agent,alpha,v", costLines(1)));
        Dataset<Row> edges = csv(write("edges.csv", "round,i,j,weight", edgeLines(2, true)));
        Dataset<Row> others = csv(write("others.csv", "round,i,j,weight", edgeLines(3, true)));
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
        Dataset<Row> costs = csv(write("costs.csv", "round,agent,alpha,v", costLines(1)));
        Dataset<Row> edges = csv(write("edges.csv", "round,i,j,weight", edgeLines(2, false)));
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

    private static Optional<ProcessHandle> anExecutor() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"))
                .findFirst();
    }

    @Test
    void anExecutorThatIsKilledChangesNothing() throws Exception {
        int agents = 400;
        int horizon = 15;
        Dataset<Row> costs = spark.range(agents)
                .crossJoin(spark.range(1, horizon + 1).toDF("round"))
                .selectExpr(
                        "round",
                        "concat('a', id) agent",
                        "1 + (id * 7 + round) % 5 alpha",
                        "(id * 13 + round * 5) % 29 - 14.5 v");
        Dataset<Row> edges = spark.range(agents)
                .selectExpr("explode(array(1, 7, 31)) step", "id")
                .selectExpr("concat('a', id) i", "concat('a', (id + step) % " + agents + ") j");
        PlayedFrame calm = frame(costs, edges).iterations(60).blocks(4).play();
        String expected = digest(calm);
        Path state = folder.resolve("other/state");
        Thread killer = new Thread(() -> {
            try {
                while (!Files.exists(state.resolve("3"))) {
                    Thread.sleep(5);
                }
                anExecutor().ifPresent(ProcessHandle::destroyForcibly);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        killer.start();
        PlayedFrame killed = frame(costs, edges)
                .iterations(60)
                .blocks(4)
                .checkpoint(folder.resolve("other").toString())
                .play();
        killer.join();
        assertThat(digest(killed)).isEqualTo(expected);
    }

    /** The same for the same actions, whatever their order. */
    private static String digest(PlayedFrame played) {
        return played.actions()
                .select(col("round"), col("agent"), col("x0"))
                .selectExpr("sum(cast(xxhash64(round, agent, x0) as decimal(38, 0)))", "count(*)")
                .head()
                .toString();
    }

    @Test
    void twoJobsCannotShareACheckpoint() throws IOException {
        Dataset<Row> costs = csv(write("costs.csv", "round,agent,alpha,v", costLines(1)));
        Dataset<Row> edges = csv(write("edges.csv", "round,i,j,weight", edgeLines(2, false)));
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
            csv(costs).write().parquet(root + "/costs");
            csv(edges).write().parquet(root + "/edges");
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
            assertADriverThatHasLostItsLockStops(
                    frame.checkpoint(root + "/taken"), HadoopStorage.at("checkpoint", root + "/taken", conf));
        }
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
        Dataset<Row> costs = csv(write("costs.csv", "round,agent,alpha,v", costLines(1)));
        Dataset<Row> edges = csv(write("edges.csv", "round,i,j,weight", edgeLines(2, false)));
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
                .edges(csv(edges))
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
