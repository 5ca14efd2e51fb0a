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
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocks as tasks of Spark play what the engine in memory plays. {@link StandaloneIT} has them in processes. */
class SparkStageTest {

    private final SparkContext spark = LocalSpark.session().sparkContext();

    @TempDir
    Path folder;

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
    void tasksLookAheadWithCostsOfAnyKind() throws Exception {
        Path file = Fleets.scenario(
                folder,
                "{kind: mixed}\nforecasts: {kind: exact}",
                "{kind: random-regular, degree: 4}",
                "{iterations: 6, variant: auto}");
        Files.writeString(file, Files.readString(file).replace("- acord: {", "- foresight: {window: 2, "));
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
