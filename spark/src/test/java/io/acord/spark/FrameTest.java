package io.acord.spark;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.input.BadInputException;
import io.acord.lab.instance.Instance;
import io.acord.lab.partition.Partition;
import io.acord.lab.partition.Partitioner;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Data frames play what files play in memory, and what is wrong with them is said before. */
class FrameTest extends FrameCase {

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

    /** Bytes that tasks answer the driver with. */
    private static final class Answers extends SparkListener {
        private final AtomicLong bytes = new AtomicLong();

        @Override
        public void onTaskEnd(SparkListenerTaskEnd task) {
            bytes.addAndGet(task.taskMetrics() == null ? 0 : task.taskMetrics().resultSize());
        }
    }

    private long answersOf(int agents) throws Exception {
        MadeUpFrame made = new MadeUpFrame(
                Files.createDirectory(folder.resolve("of" + agents)), agents, 3, MadeUpFrame.Links.random, 6);
        made.write(spark);
        Answers answers = new Answers();
        spark.sparkContext().addSparkListener(answers);
        try {
            PlayedFrame played = made.frame(spark).blocks(2).play();
            assertThat(played.rounds()).hasSize(3);
            spark.sparkContext().listenerBus().waitUntilEmpty(60_000);
        } finally {
            spark.sparkContext().removeSparkListener(answers);
        }
        return answers.bytes.get();
    }

    @Test
    void theDriverIsToldNoMoreOfALargerFleet() throws Exception {
        long few = answersOf(400);
        long many = answersOf(4_000);
        assertThat((double) many / few).as("%d bytes after %d", many, few).isLessThan(1.1);
    }

    @Test
    void fleetsWhoseNamesAreTooManyForAnExecutorPlayTheSameBits() throws IOException {
        Path costs = write("costs.csv", "round,agent,alpha,v", costLines(1));
        Path edges = write("edges.csv", "round,i,j,weight", edgeLines(2, true));
        Scenario scenario = scenario("{kind: csv, file: costs.csv}", "{kind: csv, file: edges.csv}", "{iterations: 6}");
        spark.conf().set("spark.acord.namesInMemory", "0");
        try {
            PlayedFrame played =
                    frame(rows(costs), rows(edges)).iterations(6).blocks(3).play();
            assertThat(played(played)).isEqualTo(expected(scenario));
        } finally {
            spark.conf().unset("spark.acord.namesInMemory");
        }
    }

    @Test
    void streamingDealsAgentsOutAsOnePlaceDoesThatHasTheWholeGraph() throws IOException {
        List<String> lines = edgeLines(2, false);
        Path costs = write("costs.csv", "round,agent,alpha,v", costLines(1));
        Path edges = write("edges.csv", "round,i,j,weight", lines);
        Scenario scenario = scenario("{kind: csv, file: costs.csv}", "{kind: csv, file: edges.csv}", "{iterations: 6}");
        Partition expected = Partitioner.streaming(
                scenario.instance(scenario.seed()).round(1).graph(), 3);
        PlayedFrame played = frame(rows(costs), rows(edges))
                .iterations(6)
                .blocks(3)
                .partitionBy("streaming")
                .play();
        assertThat(played(played)).isEqualTo(expected(scenario));
        assertThat(played.cutShare()).isEqualTo(expected.cutShare()).isLessThan(expected.hashCutShare());
        assertThat(played.actions()
                        .mapPartitions(new NamesOfAPartition(), Encoders.STRING())
                        .collectAsList())
                .as("agents of every block")
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 3)
                        .mapToObj(b -> names(scenario, expected.agents(b)))
                        .toList());
    }

    private static String names(Scenario scenario, int[] agents) {
        return Arrays.stream(agents)
                .mapToObj(i -> scenario.names().get(i))
                .sorted()
                .toList()
                .toString();
    }

    /** The names of all agents of a partition, as one text. */
    private static final class NamesOfAPartition implements MapPartitionsFunction<Row, String> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<String> call(Iterator<Row> rows) {
            TreeSet<String> names = new TreeSet<>();
            rows.forEachRemaining(row -> names.add(row.getString(1)));
            return List.of(List.copyOf(names).toString()).iterator();
        }
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
        PlayedFrame played = frame(frame, rows(edges)).iterations(6).blocks(3).play();
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
        PlayedFrame played = frame(rows(costs), rows(edges))
                .start(rows(start))
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
        Dataset<Row> costs = rows(write("costs.csv", "round,agent,alpha,v", lines));
        Dataset<Row> edges = rows(write("edges.csv", "round,i,j,weight", edgeLines(2, false)));
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
        Dataset<Row> sound = rows(write("sound.csv", "round,agent,alpha,v", costLines(1)));
        Dataset<Row> bad = rows(write("bad.csv", "round,i,j,weight", wrong));
        assertThatThrownBy(() -> frame(sound, bad).blocks(2).play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("edges: (z1, nobody) couples somebody unknown as j")
                .hasMessageContaining("edges: (z1, z1) joins an agent with itself")
                .hasMessageContaining("edges: (z1, z4) is of a round that is not played")
                .hasMessageContaining("edges: (z1, z13) has a weight that is no number of 0 or more")
                .hasMessageContaining("edges: (z1, Ü0) is there twice in a round");
        Dataset<Row> start = sound.select("agent").distinct().selectExpr("agent", "0.5 x0");
        Dataset<Row> renamed =
                start.selectExpr("if(agent = 'z1', 'stranger', agent) agent", "x0"); // as many as there are
        assertThatThrownBy(() -> frame(sound, edges).start(renamed).blocks(2).play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("start: agent \"stranger\" is not known")
                .hasMessageContaining("start has no row of agent z1");
        Dataset<Row> twice = start.filter("agent <> 'z1'")
                .union(start.filter("agent = 'z4'").selectExpr("agent", "double('NaN') x0"));
        assertThatThrownBy(() -> frame(sound, edges).start(twice).blocks(2).play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("start: agent \"z4\" is not at numbers")
                .hasMessageContaining("start: agent \"z4\" is there twice")
                .hasMessageContaining("start has no row of agent z1");
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
                .hasMessageContaining("blocks is 9, and local[4] has 4 slots");
        assertThatThrownBy(() ->
                        frame(sound, edges).blocks(2).checkpoint("gopher://x/y").play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("checkpoint is \"gopher://x/y\"");
        assertThat(folder.resolve("checkpoint/actions")).doesNotExist();
    }

    @Test
    void whoIsSpokenOfAfterTheFirstRoundAloneIsComplainedAbout() throws IOException {
        List<String> lines = new ArrayList<>(costLines(1));
        lines.add("3,late,1,2");
        lines.add("4,,1,2");
        Dataset<Row> costs = rows(write("costs.csv", "round,agent,alpha,v", lines));
        Dataset<Row> edges = rows(write("edges.csv", "round,i,j,weight", edgeLines(2, false)));
        assertThatThrownBy(() -> frame(costs, edges).blocks(2).play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("costs: round 3, agent \"late\" was not there in the first round")
                .hasMessageContaining("costs: round 4: agent is missing");
        List<String> more = new ArrayList<>(edgeLines(2, false));
        more.add(",late,z1,1");
        Dataset<Row> toLate = rows(write("more.csv", "round,i,j,weight", more));
        Dataset<Row> named = costs.filter("agent is not null");
        assertThatThrownBy(() -> frame(named, toLate)
                        .checkpoint(folder.resolve("another").toUri().toString())
                        .blocks(2)
                        .play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("costs: round 1, agent \"late\" is missing");
        assertThatThrownBy(() -> frame(named.filter("round > 1"), edges)
                        .checkpoint(folder.resolve("third").toUri().toString())
                        .blocks(2)
                        .play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("costs: round 1, agent \"z1\" is missing");
        assertThat(folder.resolve("checkpoint/state")).doesNotExist();
    }

    @Test
    void whatABlockCannotPlayIsComplainedAboutByName() throws IOException {
        Dataset<Row> costs = rows(write("costs.csv", "round,agent,alpha,v", costLines(1)));
        Dataset<Row> edges =
                rows(write("edges.csv", "i,j,weight", List.of("z1,z4,1e290"))); // alone it is none too many
        assertThatThrownBy(() -> frame(costs, edges).beta(1e90).blocks(2).play())
                .isInstanceOf(BadInputException.class)
                .hasMessageFindingMatch("agent \"z[14]\" has a local problem") // they may live in two blocks
                .hasMessageContaining("finite numbers");
    }
}
