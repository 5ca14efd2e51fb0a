package io.acord.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.input.BadInputException;
import io.acord.lab.carrier.Carrier;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunFiles;
import io.acord.lab.run.RunResult;
import io.acord.lab.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocks as tasks of Spark, on two executor processes started from Maven's jars. */
class SparkIT {

    private static SparkContext spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws InterruptedException {
        SparkConf conf = Cluster.conf(
                "local-cluster[2,2,1024]",
                "test",
                List.of("spark.scheduler.barrier.maxConcurrentTasksCheck.maxFailures=2"),
                60);
        spark = new SparkContext(conf);
        awaitExecutors();
    }

    private static void awaitExecutors() throws InterruptedException {
        long end = System.nanoTime() + 120_000_000_000L;
        while (spark.statusTracker().getExecutorInfos().length < 3) { // the driver is one of them
            assertThat(System.nanoTime()).as("executors did not start").isLessThan(end);
            Thread.sleep(100);
        }
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    /**
     * Every graph with every number of blocks, the variants taking turns; {@code -Dacord.spark.all=true} plays every
     * variant with each.
     */
    static Stream<Arguments> combinations() {
        boolean all = Boolean.getBoolean("acord.spark.all");
        List<String> graphs = List.of("ring", "random-regular", "barabasi-albert");
        List<String> variants = List.of("plain", "jacobi", "accelerated");
        Stream.Builder<Arguments> chosen = Stream.builder();
        for (int g = 0; g < graphs.size(); g++) {
            for (int changing = 0; changing < 2; changing++) {
                for (int b = 0; b < 3; b++) {
                    for (int v = 0; v < variants.size(); v++) {
                        if (all || v == (2 * g + changing + b) % variants.size()) {
                            chosen.add(Arguments.of(graphs.get(g), changing == 1, 1 << b, variants.get(v)));
                        }
                    }
                }
            }
        }
        return chosen.build();
    }

    @ParameterizedTest(name = "{0}, changing {1}, {2} blocks, {3}")
    @MethodSource("combinations")
    void tasksPlayTheSameBitsAsOneEngine(String graph, boolean changing, int blocks, String variant) throws Exception {
        Path file = Fleets.scenario(
                folder, Fleets.graph(graph, changing, folder), "{iterations: 12, variant: " + variant + "}");
        Job.Plan plan = Fleets.plan(file, blocks, folder.resolve("job"));
        assertThat(Fleets.played(plan, new SparkStage(spark))).isEqualTo(Fleets.expected(plan.scenario()));
    }

    @Test
    void tasksReadCostsThatAreNoNumbersFromTheScenario() throws Exception {
        Path file = Fleets.scenario(
                folder, "{kind: mixed}", "{kind: random-regular, degree: 4}", "{iterations: 6, variant: auto}");
        Job.Plan plan = Fleets.plan(file, 4, folder.resolve("job"));
        assertThat(Fleets.played(plan, new SparkStage(spark))).isEqualTo(Fleets.expected(plan.scenario()));
    }

    @Test
    void theFilesOfARunAreThoseOfARunInMemory() throws Exception {
        Path file = Fleets.scenario(folder, "{kind: random-regular, degree: 4, every: 3}", "{iterations: 12}");
        Job.Plan plan = Fleets.plan(file, 2, folder.resolve("out/job"));
        Path out = folder.resolve("out");
        Scenario scenario = plan.scenario();
        try (RunFiles files =
                        new RunFiles(out, List.of("acord"), scenario.output().actions());
                Job job = Job.prepare(plan, t -> {})) {
            job.play(new SparkStage(spark));
            JobResult finished = JobResult.of(job, files, new Carrier.Origin("acord spark", "test"));
            files.finish(finished.result(), "", finished);
            job.forget();
            assertThat(finished.result().verdict().isKept()).isTrue();
            assertThat(Files.readString(out.resolve("summary.json"))).contains("\"spark\":{\"blocks\":2,");
        }
        Path memory = folder.resolve("memory");
        try (RunFiles files =
                new RunFiles(memory, List.of("acord"), scenario.output().actions())) {
            RunResult result = Experiment.of(scenario, files, "", "").play();
            files.finish(result, "");
        }
        for (String name : List.of("actions.csv", "costs.csv")) {
            assertThat(out.resolve(name)).hasSameBinaryContentAs(memory.resolve(name));
        }
        assertThat(out.resolve("report.html")).exists();
        assertThat(out.resolve("job")).doesNotExist();
    }

    private static Optional<ProcessHandle> anExecutor() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"))
                .findFirst();
    }

    @Test
    void anExecutorThatIsKilledInMidRoundCostsTheRoundsSinceTheLastCheckpoint() throws Exception {
        Path file =
                Fleets.scenario(folder, "{kind: random-regular, degree: 6}", "{iterations: 60, variant: accelerated}");
        Job.Plan plan =
                Fleets.plan(file, List.of("agents=3000", "horizon=40", "costs.cap=20"), 4, folder.resolve("job"));
        AtomicInteger killedAfter = new AtomicInteger();
        try (Job job = Job.prepare(plan, t -> {
            if (t >= 5 && killedAfter.compareAndSet(0, t)) {
                assertThat(anExecutor().orElseThrow().destroyForcibly()).isTrue();
            }
        })) {
            job.play(new SparkStage(spark));
            assertThat(killedAfter).hasPositiveValue();
            // Blocks are at most one round apart; one may have kept a round that another has not.
            assertThat(job.restartedAfter()).isBetween(killedAfter.get(), 39);
            assertThat(Fleets.played(job)).isEqualTo(Fleets.expected(plan.scenario()));
        }
        awaitExecutors();
    }

    @Test
    void tooFewSlotsAreComplainedAbout() throws IOException {
        Path file = Fleets.scenario(folder, "{kind: ring}", "{iterations: 12}");
        Job.Plan plan = Fleets.plan(file, 5, folder.resolve("job"));
        assertThatThrownBy(() -> Fleets.played(plan, new SparkStage(spark)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("--blocks is 5, and the cluster has fewer slots");
    }

    @Test
    void whatATaskComplainsAboutEndsTheJobAtOnce() throws IOException {
        // Neither is too large by itself, but their product is.
        Files.writeString(folder.resolve("edges.csv"), "round,i,j,weight\n,0,1,1e290\n");
        Path file = Fleets.scenario(folder, "{kind: csv, file: edges.csv}", "{iterations: 2}");
        Job.Plan plan = Fleets.plan(file, List.of("beta=1e90"), 2, folder.resolve("job"));
        assertThatThrownBy(() -> Fleets.played(plan, new SparkStage(spark)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("finite numbers");
    }
}
