package io.acord.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.foresight.Forecasts;
import io.acord.input.BadInputException;
import io.acord.internal.system.FolderTree;
import io.acord.lab.carrier.Carrier;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.spark.block.BlockJob;
import io.acord.spark.block.FolderFiles;
import io.acord.spark.block.Rounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Blocks play what the engine in memory plays. Here they are threads; {@link SparkStageTest} plays the same as tasks of
 * Spark.
 */
class BlocksTest {

    @TempDir
    Path folder;

    private void assertSameAsInMemory(Path file, int blocks) throws Exception {
        Job.Plan plan = Fleets.plan(file, blocks, folder.resolve("job"));
        assertThat(Fleets.played(plan, new Threads())).isEqualTo(Fleets.expected(plan.scenario()));
    }

    @ParameterizedTest(name = "{0}, changing {1}, {2} blocks, {3}")
    @CsvSource({
        "ring,            false, 2, plain",
        "ring,            true,  4, accelerated",
        "random-regular,  false, 4, jacobi",
        "random-regular,  true,  2, plain",
        "barabasi-albert, false, 3, accelerated",
        "barabasi-albert, true,  5, auto",
        "random-regular,  false, 1, jacobi"
    })
    void blocksPlayTheSameBitsAsOneEngine(String graph, boolean changing, int blocks, String variant) throws Exception {
        String acord = "{iterations: 12, variant: " + variant + "}";
        assertSameAsInMemory(Fleets.scenario(folder, Fleets.graph(graph, changing, folder), acord), blocks);
    }

    @Test
    void roundsThatStartFromPreviousActionsPlayTheSameBits() throws Exception {
        assertSameAsInMemory(
                Fleets.scenario(
                        folder, "{kind: small-world, degree: 4, rewire: 0.2}", "{iterations: 5, from: previous}"),
                3);
    }

    /** Rows whose neighbours are near go several iterations at once; other blocks hear of each as before. */
    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource({
        "plain,       '{kind: ring}'",
        "accelerated, '{kind: ring}'",
        "auto,        '{kind: circulant, degree: 6}'",
        "jacobi,      '{kind: circulant, degree: 10}'"
    })
    void blocksWhoseNeighborsAreNearPlayTheSameBits(String variant, String graph) throws Exception {
        Path file = Fleets.scenario(folder, graph, "{iterations: 14, variant: " + variant + ", from: previous}");
        Job.Plan plan = Fleets.plan(file, List.of("agents=30000", "horizon=3"), 3, folder.resolve("job"));
        assertThat(Fleets.played(plan, new Threads())).isEqualTo(Fleets.expected(plan.scenario()));
    }

    /** Whoever asks for a whole round makes the costs of all agents, and their graph. */
    private record NobodyAsks() implements Rounds {
        @Override
        public Round round(int t) {
            throw new AssertionError("a task made the whole fleet");
        }

        @Override
        public Forecasts forecasts(int t, int window) {
            throw new AssertionError("a task made the whole fleet");
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"{kind: mixed}", "{kind: drones}"})
    void costsOfEveryKindAreMadeInTheirBlockAndNoOthers(String costs) throws Exception {
        Path file = folder.resolve("kinds.yaml");
        Files.writeString(file, """
                name: kinds
                horizon: 4
                agents: 12
                costs: %s
                %s
                algorithms:
                  - acord: {iterations: 6, variant: auto}
                """.formatted(costs, costs.contains("mixed") ? "beta: 5\ngraph: {kind: ring}" : ""));
        Job.Plan plan = Fleets.plan(file, 3, folder.resolve("job"));
        Stage alone = new Stage() {
            private final Threads threads = new Threads();

            @Override
            public List<Integer> run(BlockJob job) throws IOException {
                FolderFiles files = (FolderFiles) job.files();
                return threads.run(job.with(new FolderFiles(
                        files.places(), new NobodyAsks(), files.dimension(), files.every(), files.keepsAll())));
            }

            @Override
            public void cancel() {
                threads.cancel();
            }
        };
        assertThat(Fleets.played(plan, alone)).isEqualTo(Fleets.expected(plan.scenario()));
    }

    @Test
    void aFleetOfTheApplicationsWithOffsetsAndChangingWeightsPlaysTheSameBits() throws Exception {
        Path file = folder.resolve("drones.yaml");
        Files.writeString(file, """
                name: drones
                horizon: 5
                agents: 12
                costs: {kind: drones}
                algorithms:
                  - acord: {iterations: 8, variant: accelerated}
                """);
        assertSameAsInMemory(file, 3);
    }

    @Test
    void edgesWithMatricesPlayTheSameBits() throws Exception {
        StringBuilder edges = new StringBuilder();
        for (int i = 0; i < Fleets.AGENTS; i++) {
            String matrix = i % 3 == 0 ? "[[1, 0.5], [0, 2]]" : "[[1, " + i % 4 + "]]";
            edges.append("{\"i\": \"" + i + "\", \"j\": \"" + (i + 1) % Fleets.AGENTS + "\", \"A\": " + matrix + "}\n");
            edges.append("{\"i\": \"" + i + "\", \"j\": \"" + (i + 7) % Fleets.AGENTS + "\"}\n");
        }
        Files.writeString(folder.resolve("edges.jsonl"), edges);
        Path file =
                Fleets.scenario(folder, "{kind: jsonl, file: edges.jsonl}", "{iterations: 8, variant: accelerated}");
        Job.Plan plan = Fleets.plan(file, List.of("dimension=2"), 3, folder.resolve("job"));
        assertThat(Fleets.played(plan, new Threads())).isEqualTo(Fleets.expected(plan.scenario()));
    }

    @Test
    void agentsThatNobodyIsCoupledWithTalkToNobody() throws Exception {
        Path file = Fleets.scenario(folder, "{kind: ring}", "{iterations: 12}");
        Job.Plan plan = Fleets.plan(file, List.of("beta=0"), 3, folder.resolve("job"));
        assertThat(Fleets.played(plan, new Threads())).isEqualTo(Fleets.expected(plan.scenario()));
    }

    @ParameterizedTest(name = "checkpoint every {0} rounds")
    @ValueSource(ints = {1, 2, 4, 10})
    void whatWasKeptEverySoManyRoundsIsTheWholeRun(int every) throws Exception {
        Path file = Fleets.scenario(folder, "{kind: ring}", "{iterations: 12}");
        Job.Plan usual = Fleets.plan(file, 2, folder.resolve("job"));
        Job.Plan plan = new Job.Plan(
                usual.scenario(),
                file,
                List.of(),
                2,
                usual.folder(),
                every,
                Duration.ofSeconds(60),
                null,
                false,
                Job.Dealing.AUTOMATIC);
        assertThat(Fleets.played(plan, new Threads())).isEqualTo(Fleets.expected(plan.scenario()));
    }

    @Test
    void whatBlocksPaidAddsUpToWhatTheRunPaid() throws Exception {
        Path file =
                Fleets.scenario(folder, "{kind: barabasi-albert, m: 2, every: 2}", "{iterations: 12, variant: auto}");
        Job.Plan plan = Fleets.plan(file, 3, folder.resolve("job"));
        try (Job job = Job.prepare(plan, t -> {})) {
            job.play(new Threads());
            var instance = plan.scenario().instance(plan.scenario().seed());
            Actions[] at = {instance.start()};
            job.read(round -> {
                Actions x = round.actions().orElseThrow();
                var cost = instance.round(round.t()).cost(x, at[0]);
                assertThat(round.cost().hitting()).isCloseTo(cost.hitting(), within(cost.hitting()));
                assertThat(round.cost().switching()).isCloseTo(cost.switching(), within(cost.switching()));
                assertThat(round.cost().dissimilarity()).isCloseTo(cost.dissimilarity(), within(cost.dissimilarity()));
                assertThat(round.certificate()).isPositive().isFinite();
                at[0] = x;
            });
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"{kind: spikes, cap: 3}", "{kind: mixed}"})
    void theBooksOfBlocksAreTheEnginesBitForBit(String costs) throws Exception {
        Path file = Fleets.scenario(folder, costs, "{kind: random-regular, degree: 4}", "{iterations: 6}");
        Job.Plan plan = Fleets.plan(file, 3, folder.resolve("job"));
        List<double[]> expected = Fleets.expectedBooks(plan.scenario());
        int each = 2 + plan.scenario().dimension();
        try (Job job = Job.prepare(plan, t -> {})) {
            job.play(new Threads());
            job.read(round -> {
                double[] found = new double[each * plan.scenario().agents()];
                for (int b = 0; b < round.blocks().size(); b++) {
                    int[] agents = job.partition().agents(b);
                    for (int row = 0; row < agents.length; row++) {
                        double[] books = round.blocks().get(b).books();
                        System.arraycopy(books, row * each, found, agents[row] * each, each);
                    }
                }
                assertThat(found).isEqualTo(expected.get(round.t() - 1));
                double sum = 0;
                for (int i = 0; i < plan.scenario().agents(); i++) {
                    sum += found[i * each];
                }
                assertThat(round.atLeast()).isEqualTo(sum);
            });
        }
    }

    private static org.assertj.core.data.Offset<Double> within(double value) {
        return org.assertj.core.data.Offset.offset(1e-12 * value);
    }

    /** Plays some rounds of a run whose further rounds do not come; returns the scenario. */
    private Path interrupted(int rounds) throws Exception {
        Path file = Fleets.scenario(
                folder, "{kind: online, missing: hold}", "{kind: random-regular, degree: 4}", "{iterations: 7}");
        Files.writeString(file, "mu: running\n", StandardOpenOption.APPEND);
        Path inbox = Files.createDirectories(folder.resolve("inbox"));
        for (int t = 1; t <= rounds; t++) {
            Files.writeString(inbox.resolve(t + ".json"), round(t));
        }
        assertThatThrownBy(() -> Fleets.played(arriving(file, 2), new Threads()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("round " + (rounds + 1) + " did not arrive within 2 s");
        return file;
    }

    private Job.Plan arriving(Path file, int seconds) throws IOException {
        return new Job.Plan(
                ScenarioReader.read(file, List.of()),
                file,
                List.of(),
                3,
                folder.resolve("job"),
                1,
                Duration.ofSeconds(seconds),
                folder.resolve("inbox"),
                false,
                Job.Dealing.AUTOMATIC);
    }

    private static String round(int t) {
        StringBuilder json = new StringBuilder("{\"costs\": {");
        for (int i = 0; i < Fleets.AGENTS; i++) {
            if (t > 1 && i % 7 == t % 7) {
                continue; // keeps its last cost
            }
            json.append(json.charAt(json.length() - 1) == '{' ? "" : ",")
                    .append("\"" + i + "\": {\"alpha\": " + (1 + i % 3) + ", \"v\": [" + (t * i) % 11 + "]}");
        }
        return json + "}"
                + (t == 3
                        ? ", \"beta\": 2, \"edges\": [{\"i\": \"0\", \"j\": \"59\"}, {\"i\": \"4\", \"j\": \"5\"}]"
                        : "")
                + "}";
    }

    @Test
    void aRunWhoseRoundsArriveGoesOnWhereItWas() throws Exception {
        Path file = interrupted(3);
        for (int t = 4; t <= 6; t++) {
            Files.writeString(folder.resolve("inbox").resolve(t + ".json"), round(t));
        }
        List<Integer> progress = new ArrayList<>();
        List<Actions> resumed;
        Files.writeString(folder.resolve("job/played/.left-by-a-file-system"), "");
        try (Job job = Job.prepare(arriving(file, 20), progress::add)) {
            assertThat(job.resumedAfter()).isEqualTo(3);
            job.play(new Threads());
            assertThat(job.restartedAfter()).isEqualTo(3);
            resumed = Fleets.played(job);
            var judged = JobResult.of(job, Watcher.NOBODY, new Carrier.Origin("", ""))
                    .result();
            assertThat(judged.algorithms().get(0).booksRatios())
                    .as("certified by the books of the blocks, though nobody solves for the optimum")
                    .singleElement()
                    .satisfies(ratio -> assertThat(ratio).isBetween(1.0, 2.0));
        }
        assertThat(progress).containsExactly(4, 5, 6);
        FolderTree.delete(folder.resolve("job"));
        assertThat(Fleets.played(arriving(file, 20), new Threads())).isEqualTo(resumed);
    }

    @Test
    void aChangedScenarioIsRefusedAndNothingIsLost() throws Exception {
        Path file = interrupted(2);
        String before = Files.readString(file);
        Files.writeString(file, before.replace("beta: 5", "beta: 6"));
        assertThatThrownBy(() -> Job.prepare(arriving(file, 2), t -> {}))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is of a job that did not end, and of another scenario");
        Files.writeString(file, before);
        try (Job job = Job.prepare(arriving(file, 2), t -> {})) {
            assertThat(job.resumedAfter()).isEqualTo(2);
        }
    }

    @Test
    void aRoundThatHasChangedSinceItWasPlayedIsRefused() throws Exception {
        Path file = interrupted(3);
        Path second = folder.resolve("inbox").resolve("2.json");
        Files.writeString(second, Files.readString(second).replace("\"alpha\": 2", "\"alpha\": 2.5"));
        assertThatThrownBy(() -> Fleets.played(arriving(file, 5), new Threads()))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("round 2 is not what it was when this job began");
    }

    @Test
    void aDamagedCheckpointIsNoticedAndTheOneBeforeIsPlayedFrom() throws Exception {
        Path file = interrupted(3);
        Path torn = folder.resolve("job/played/3/b00001");
        byte[] bytes = Files.readAllBytes(torn);
        bytes[bytes.length / 2] ^= 1;
        Files.write(torn, bytes);
        for (int t = 4; t <= 6; t++) {
            Files.writeString(folder.resolve("inbox").resolve(t + ".json"), round(t));
        }
        List<Actions> resumed;
        try (Job job = Job.prepare(arriving(file, 20), t -> {})) {
            job.play(new Threads());
            assertThat(job.restartedAfter()).isEqualTo(2);
            resumed = Fleets.played(job);
        }
        FolderTree.delete(folder.resolve("job"));
        assertThat(Fleets.played(arriving(file, 20), new Threads())).isEqualTo(resumed);
    }

    @Test
    void aRoundThatCannotBeReadIsComplainedAboutWithItsFile() throws Exception {
        Path file = interrupted(1);
        Files.writeString(
                folder.resolve("inbox").resolve("2.json"), "{\"costs\": {\"3\": {\"alpha\": -1, \"v\": [0]}}}");
        assertThatThrownBy(() -> Fleets.played(arriving(file, 5), new Threads()))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("2.json /costs/3");
    }

    @Test
    void aBlockThatStaysSilentEndsTheJobAfterTwoAttempts() throws Exception {
        Path file = Fleets.scenario(folder, "{kind: ring}", "{iterations: 12}");
        Job.Plan usual = Fleets.plan(file, 2, folder.resolve("job"));
        Job.Plan hasty = new Job.Plan(
                usual.scenario(),
                file,
                List.of(),
                2,
                usual.folder(),
                1,
                Duration.ofSeconds(1),
                null,
                false,
                Job.Dealing.AUTOMATIC);
        Threads silent = Threads.withSilent(1, 100);
        assertThatThrownBy(() -> Fleets.played(hasty, silent))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("two attempts got no further: block 1 told nothing for 1 s");
        assertThat(silent.attempts()).isLessThan(10);
        assertThat(Fleets.played(usual, new Threads())).isNotEmpty();
    }

    @Test
    void aDriverThatWasEndedWhileItPreparedIsGoneOnWith() throws Exception {
        Path file = Fleets.scenario(folder, "{kind: ring}", "{iterations: 12}");
        Job.Plan plan = Fleets.plan(file, 2, folder.resolve("job"));
        Job.prepare(plan, t -> {}).close();
        Files.delete(folder.resolve("job/played/0/b00001"));
        assertThat(Fleets.played(plan, new Threads())).isEqualTo(Fleets.expected(plan.scenario()));
    }

    @Test
    void twoDriversCannotShareAFolder() throws Exception {
        Path file = Fleets.scenario(folder, "{kind: ring}", "{iterations: 12}");
        Job.Plan plan = Fleets.plan(file, 2, folder.resolve("job"));
        try (Job first = Job.prepare(plan, t -> {})) {
            assertThat(first.resumedAfter()).isZero();
            assertThatThrownBy(() -> Job.prepare(plan, t -> {}))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("in use by another driver");
        }
    }

    @Test
    void whatBlocksCannotPlayIsRefused() throws IOException {
        Path file = Fleets.scenario(folder, "{kind: ring}", "{accuracy: 1e-6}");
        assertThatThrownBy(() -> Job.prepare(Fleets.plan(file, 100, folder.resolve("job")), t -> {}))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("iterations: K, because blocks do not stop")
                .hasMessageContaining("1 to 60, because every block has an agent at least");
        assertThat(folder.resolve("job")).doesNotExist();
    }
}
