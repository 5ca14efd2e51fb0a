package io.acord.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.input.BadInputException;
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
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest(name = "{0}, changing {1}, {2} blocks, {3}")
    @CsvSource({
        "ring,            false, 1, plain",
        "ring,            false, 2, jacobi",
        "ring,            false, 4, accelerated",
        "ring,            true,  1, jacobi",
        "ring,            true,  2, accelerated",
        "ring,            true,  4, plain",
        "random-regular,  false, 1, accelerated",
        "random-regular,  false, 2, plain",
        "random-regular,  false, 4, jacobi",
        "random-regular,  true,  1, plain",
        "random-regular,  true,  2, jacobi",
        "random-regular,  true,  4, accelerated",
        "barabasi-albert, false, 1, jacobi",
        "barabasi-albert, false, 2, accelerated",
        "barabasi-albert, false, 4, plain",
        "barabasi-albert, true,  1, accelerated",
        "barabasi-albert, true,  2, plain",
        "barabasi-albert, true,  4, jacobi"
    })
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
            Finished finished = Finished.write(job, files, out, "acord spark", "test");
            job.forget();
            assertThat(finished.result().verdict().isKept()).isTrue();
            assertThat(Files.readString(out.resolve("summary.json")))
                    .isEqualTo(finished.summary())
                    .contains("\"spark\":{\"blocks\":2,");
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
