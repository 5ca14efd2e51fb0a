package io.acord.spark;

import io.acord.Fleet;
import io.acord.lab.instance.Instance;
import io.acord.lab.policy.Contestant;
import io.acord.lab.policy.Setting;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A fleet of any size in Parquet folders, made by tasks from a seed: what {@link FrameBenchmark} plays, by blocks and
 * in memory.
 *
 * @param folder where its folders {@code costs} and {@code edges} are
 * @param degree an even number; of chance it is the mean
 */
record MadeUpFrame(Path folder, int agents, int rounds, Links links, int degree) {

    static final int ITERATIONS = 12;
    static final double BETA = 10;

    /** Who is joined with whom. */
    enum Links {
        /** With those after it: most neighbours are in the same block. */
        circulant,
        /** With some of all, and whoever chose it: neighbours live anywhere. */
        random
    }

    /** What the engine in memory made of it. */
    record InMemory(long digest, List<Double> seconds) {}

    /** Has it written. */
    void write(SparkSession spark) {
        spark.range((long) agents * rounds)
                .selectExpr(
                        "int(1 + id div " + agents + ") as round",
                        "concat('a', id % " + agents + ") as agent",
                        "0.05 + " + uniform(1) + " as alpha",
                        "20 * " + uniform(2) + " - 10 as v")
                .write()
                .parquet(path("costs"));
        int half = degree / 2;
        Dataset<Row> ends = spark.range((long) agents * half)
                .selectExpr(
                        "id div " + half + " as one",
                        links == Links.circulant
                                ? "(id div " + half + " + id % " + half + " + 1) % " + agents + " as other"
                                : "pmod(xxhash64(id, 3L), " + agents + "L) as other");
        // Chance joins some twice, and some with themselves.
        (links == Links.circulant
                        ? ends
                        : ends.filter("one <> other")
                                .selectExpr("least(one, other) as one", "greatest(one, other) as other")
                                .distinct())
                .selectExpr("concat('a', one) as i", "concat('a', other) as j")
                .write()
                .parquet(path("edges"));
    }

    /** A number in [0, 1) for every row, by a seed. */
    private static String uniform(int seed) {
        return "shiftrightunsigned(xxhash64(id, " + seed + "L), 11) * double(1.1102230246251565E-16)";
    }

    private String path(String part) {
        return folder.resolve(part).toUri().toString();
    }

    /** As a frame that is to be played. */
    AcordFrame frame(SparkSession spark) {
        return AcordFrame.on(spark)
                .costs(spark.read().parquet(path("costs")))
                .edges(spark.read().parquet(path("edges")))
                .beta(BETA)
                .recipe(recipe())
                .checkpoint(path("checkpoint"));
    }

    private static Recipe recipe() {
        return Recipe.standard().with(IterationRule.fixed(ITERATIONS));
    }

    /** Reads and plays it as {@code acord run} does, then once more as a {@link Fleet} with its books, by the clock. */
    InMemory play(int threads) throws IOException {
        Path file = folder.resolve("scenario.yaml");
        Files.writeString(file, """
                name: made up
                beta: %s
                costs: {kind: parquet, file: costs}
                graph: {kind: parquet, file: edges}
                algorithms:
                  - acord: {iterations: %d}
                """.formatted(BETA, ITERATIONS));
        Scenario scenario = ScenarioReader.read(file, List.of());
        Instance instance = scenario.instance(scenario.seed());
        long digest = digestOfRun(scenario, instance, threads);
        Fleet fleet = Fleet.builder(instance.agents())
                .recipe(recipe())
                .threads(threads)
                .build();
        List<Double> seconds = new ArrayList<>();
        long again = 0;
        for (int t = 1; t <= instance.horizon(); t++) {
            long begun = System.nanoTime();
            Round round = instance.round(t);
            Actions x = fleet.decideUninterruptibly(round).actions();
            seconds.add((System.nanoTime() - begun) / 1e9);
            again += digest(t, scenario.names(), x);
        }
        if (again != digest) {
            throw new AssertionError("a fleet plays other actions than a run");
        }
        return new InMemory(digest, seconds);
    }

    private static long digestOfRun(Scenario scenario, Instance instance, int threads) {
        Contestant contestant = Contestant.of(
                scenario.algorithms().get(0).policy(),
                instance,
                new Setting(
                        instance.agents(),
                        instance.dimension(),
                        instance.horizon(),
                        scenario.lambdaRule(instance),
                        scenario.seed(),
                        threads));
        Actions at = instance.start();
        long digest = 0;
        for (int t = 1; t <= instance.horizon(); t++) {
            at = contestant.decide(t, at).actions();
            digest += digest(t, scenario.names(), at);
        }
        return digest;
    }

    private static long digest(int t, List<String> names, Actions x) {
        long sum = 0;
        for (int i = 0; i < x.agents(); i++) {
            sum += digest(t, names.get(i), x.get(i));
        }
        return sum;
    }

    /** Of all actions of all rounds, added up by tasks. */
    static long digest(PlayedFrame played) {
        return played.actions().toJavaRDD().mapPartitions(MadeUpFrame::sum).collect().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private static Iterator<Long> sum(Iterator<Row> rows) {
        long sum = 0;
        while (rows.hasNext()) {
            Row row = rows.next();
            sum += digest(row.getInt(0), row.getString(1), row.getDouble(2));
        }
        return List.of(sum).iterator();
    }

    /** Of one action, every bit of which counts. They are added up, so that their order does not. */
    static long digest(int t, String agent, double x) {
        long mixed = t;
        for (int k = 0; k < agent.length(); k++) {
            mixed = mix(mixed + agent.charAt(k));
        }
        return mix(mixed + Double.doubleToRawLongBits(x));
    }

    /** The finalizer of SplitMix64 after a step of its sequence. */
    private static long mix(long bits) {
        long z = bits + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
