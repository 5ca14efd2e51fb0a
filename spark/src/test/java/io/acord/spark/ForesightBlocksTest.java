package io.acord.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.foresight.ForesightDecision;
import io.acord.input.BadInputException;
import io.acord.lab.carrier.Carrier;
import io.acord.lab.policy.Move;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunFiles;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks whose agents look ahead play, promise and account for what one fleet in memory does. */
class ForesightBlocksTest {

    @TempDir
    Path folder;

    private Path scenario(String costs, String forecasts, String graph, String foresight) throws IOException {
        Path file = folder.resolve("ahead.yaml");
        Files.writeString(file, """
                name: ahead
                seed: 3
                horizon: 6
                agents: 24
                beta: 2
                switching: 5
                costs: %s
                forecasts: %s
                graph: %s
                algorithms:
                  - foresight: %s
                  - acord
                """.formatted(costs, forecasts, graph, foresight));
        return file;
    }

    private void assertSameAsInMemory(Job job) throws IOException {
        Scenario scenario = job.scenario();
        List<Move> moves = Fleets.moves(scenario, scenario.instance(scenario.seed()));
        job.read(round -> {
            Move move = moves.get(round.t() - 1);
            ForesightDecision decision = move.foresight().orElseThrow();
            assertThat(round.actions().orElseThrow()).isEqualTo(move.actions());
            Watcher.FollowedPlan plan =
                    round.followed(job.partition(), job.scenario().dimension()).orElseThrow();
            assertThat(plan.expert()).isEqualTo(decision.expert().actions());
            assertThat(plan.planned()).isEqualTo(decision.planned());
            for (int i = 0; i < scenario.agents(); i++) {
                assertThat(plan.gammas()[i]).isEqualTo(decision.gamma(i));
                assertThat(plan.accounts()[i]).isEqualTo(decision.account(i));
            }
            assertThat(round.cost().total())
                    .isCloseTo(decision.cost().total(), within(decision.cost().total()));
            double ofExpert = decision.expert().cost().total();
            assertThat(round.expertCost().orElseThrow().total()).isCloseTo(ofExpert, within(ofExpert));
            assertThat(round.whyNotPromised()).isEmpty();
        });
    }

    private static org.assertj.core.data.Offset<Double> within(double value) {
        return org.assertj.core.data.Offset.offset(1e-12 * value);
    }

    @ParameterizedTest(name = "{0}, {1}, {2}, {3} in {4} blocks")
    @CsvSource(
            delimiter = '|',
            value = {
                "{kind: spikes} | {kind: noise, sd: 2} | {kind: ring} | {window: 2, iterations: 6} | 3",
                "{kind: mixed} | {kind: exact} | {kind: random-regular, degree: 4, every: 2} | {window: 3, iterations: 4, from: previous} | 2",
                "{kind: spikes} | {kind: garbage} | {kind: barabasi-albert, m: 2} | {trust: 0.1, iterations: 5, variant: plain} | 4",
                "{kind: spikes} | {kind: persistence} | {kind: ring} | {window: 1, iterations: 5, variant: accelerated} | 1",
            })
    void blocksThatLookAheadPlayTheSameBitsAsOneFleet(
            String costs, String forecasts, String graph, String foresight, int blocks) throws Exception {
        Job.Plan plan = Fleets.plan(scenario(costs, forecasts, graph, foresight), blocks, folder.resolve("job"));
        try (Job job = Job.prepare(plan, t -> {})) {
            job.play(new Threads());
            assertSameAsInMemory(job);
        }
    }

    /** A fleet whose first attempt ends in the middle: accounts, experts and plans are read from what was kept. */
    @Test
    void accountsGoOnWhereTheyWere() throws Exception {
        Path file = scenario(
                "{kind: spikes}",
                "{kind: noise, sd: 2}",
                "{kind: random-regular, degree: 4}",
                "{window: 2, iterations: 5}");
        Job.Plan usual = Fleets.plan(file, 3, folder.resolve("job"));
        Job.Plan plan = new Job.Plan(
                usual.scenario(),
                file,
                List.of(),
                3,
                usual.folder(),
                2,
                Duration.ofSeconds(60),
                null,
                false,
                Job.Dealing.AUTOMATIC);
        try (Job job = Job.prepare(plan, t -> {})) {
            job.play(new Threads());
        }
        // As if two blocks had been lost in round 5: what they kept of rounds 5 and 6 is gone.
        Files.delete(folder.resolve("job/played/6/b00000"));
        Files.delete(folder.resolve("job/played/6/b00002"));
        try (Job job = Job.prepare(plan, t -> {})) {
            assertThat(job.resumedAfter()).isEqualTo(4);
            job.play(new Threads());
            assertThat(job.restartedAfter()).isEqualTo(4);
            assertSameAsInMemory(job);
        }
    }

    @Test
    void theFilesOfARunThatLooksAheadAreThoseOfARunInMemory() throws Exception {
        Path file = scenario(
                "{kind: spikes}", "{kind: garbage}", "{kind: random-regular, degree: 4}", "{window: 2, iterations: 5}");
        Job.Plan plan = Fleets.plan(file, 2, folder.resolve("out/job"));
        Path out = folder.resolve("out");
        Scenario scenario = plan.scenario();
        List<String> names = List.of("foresight");
        try (RunFiles files = new RunFiles(out, names, scenario.output().actions());
                Job job = Job.prepare(plan, t -> {})) {
            job.play(new Threads());
            JobResult finished = JobResult.of(job, files, new Carrier.Origin("acord spark", "test"));
            files.finish(finished.result(), "", finished);
            assertThat(finished.result().verdict().isKept()).isTrue();
            assertThat(finished.result().verdict().toString()).contains("Forecasts stayed harmless");
        }
        Path memory = folder.resolve("memory");
        try (RunFiles files = new RunFiles(memory, names, scenario.output().actions())) {
            RunResult result = Experiment.of(
                            scenario.with(List.of(scenario.algorithms().get(0))), files, "", "")
                    .play();
            files.finish(result, "");
        }
        for (String name : List.of("actions.csv", "costs.csv", "foresight.csv")) {
            assertThat(out.resolve(name)).hasSameBinaryContentAs(memory.resolve(name));
        }
    }

    @Test
    void aLargeRunIsHeldAgainstWhatItsExpertsPaid() throws Exception {
        Path file = scenario(
                "{kind: spikes}", "{kind: garbage}", "{kind: random-regular, degree: 4}", "{window: 2, iterations: 5}");
        Job.Plan plan = Fleets.plan(file, 2, folder.resolve("job"));
        try (Job job = Job.prepare(plan, t -> {})) {
            job.play(new Threads());
            RunResult large = JobResult.large(job, Watcher.NOBODY, new Carrier.Origin("", ""))
                    .result();
            assertThat(large.verdict().isKept()).isTrue();
            assertThat(large.verdict().toString()).contains("Forecasts stayed harmless");
            assertThat(large.algorithms().get(0).booksRatios())
                    .singleElement()
                    .satisfies(ratio -> assertThat(ratio).isGreaterThan(1));
        }
    }

    @Test
    void forecastsMayArriveWithTheRounds() throws Exception {
        Path file = scenario("{kind: online}", "{kind: online}", "{kind: ring}", "{window: 2, iterations: 5}");
        Path inbox = Files.createDirectories(folder.resolve("inbox"));
        for (int t = 1; t <= 6; t++) {
            StringBuilder costs = new StringBuilder();
            StringBuilder forecasts = new StringBuilder();
            for (int i = 0; i < 24; i++) {
                String cost = "{\"alpha\": 1, \"v\": [" + (t * i) % 7 + "]}";
                costs.append(i == 0 ? "" : ",").append("\"" + i + "\": " + cost);
                if (i % (t + 1) == 0) { // one or two rounds ahead, of some of them
                    String next = "{\"alpha\": 2, \"v\": [" + (t + i) % 9 + "]}";
                    forecasts
                            .append(i == 0 ? "" : ",")
                            .append("\"" + i + "\": [" + next + (i % 4 == 0 ? "," + cost : "") + "]");
                }
            }
            Files.writeString(
                    inbox.resolve(t + ".json"), "{\"costs\": {" + costs + "}, \"forecasts\": {" + forecasts + "}}");
        }
        Job.Plan usual = Fleets.plan(file, 3, folder.resolve("job"));
        Job.Plan plan = new Job.Plan(
                usual.scenario(),
                file,
                List.of(),
                3,
                usual.folder(),
                1,
                Duration.ofSeconds(20),
                inbox,
                true,
                Job.Dealing.AUTOMATIC);
        try (Job job = Job.prepare(plan, t -> {})) {
            job.play(new Threads());
            MemoryComparison memory = MemoryComparison.play(job);
            assertThat(memory.isSame()).as(memory.words()).isTrue();
            boolean[] isFollowed = {false};
            job.read(round -> {
                double[] gammas =
                        round.followed(job.partition(), 1).orElseThrow().gammas();
                isFollowed[0] |= Arrays.stream(gammas).anyMatch(gamma -> gamma > 0);
            });
            assertThat(isFollowed[0]).isTrue();
        }
    }

    @Test
    void anAccountThatAllShareIsRefusedByBlocks() throws Exception {
        Path file = scenario("{kind: spikes}", "{kind: exact}", "{kind: ring}", "{account: common, accuracy: 0.1}");
        assertThatThrownBy(() -> Job.prepare(Fleets.plan(file, 2, folder.resolve("job")), t -> {}))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("foresight.account is common")
                .hasMessageContaining("foresight.iterations is");
    }
}
