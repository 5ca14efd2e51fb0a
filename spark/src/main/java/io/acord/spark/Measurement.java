package io.acord.spark;

import io.acord.graph.Graph;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.spark.block.PlayedFile.Played;
import io.acord.spark.scale.Fit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.spark.SparkContext;

/** Plays fleets of several sizes, degrees and numbers of iterations, to fit a model to what their rounds took. */
final class Measurement {

    private static final int ROUNDS = 6;

    /** The first rounds are slower: code is compiled while they are played. */
    private static final int WARM = 3;

    /** A fleet to play. */
    private record Case(String graph, int agents, int degree, int iterations) {}

    private static final List<Case> CASES = List.of(
            new Case("circulant", 2_000, 2, 50), // hardly anything to compute: what a frame takes
            new Case("random-regular", 50_000, 4, 12),
            new Case("random-regular", 50_000, 10, 24),
            new Case("circulant", 200_000, 10, 12),
            new Case("random-regular", 200_000, 4, 24),
            new Case("random-regular", 200_000, 10, 6),
            new Case("circulant", 400_000, 4, 24),
            new Case("random-regular", 400_000, 10, 12),
            new Case("random-regular", 800_000, 10, 12));

    private Measurement() {}

    static Fit run(SparkContext spark, int blocks, Consumer<String> say) throws IOException, GeneralSecurityException {
        Fit fit = new Fit();
        Path folder = Files.createTempDirectory("acord-fit-");
        try {
            for (Case one : CASES) {
                measure(one, spark, blocks, folder, fit, say);
            }
        } finally {
            Folders.delete(folder);
        }
        return fit;
    }

    private static void measure(Case one, SparkContext spark, int blocks, Path folder, Fit fit, Consumer<String> say)
            throws IOException, GeneralSecurityException {
        Path file = folder.resolve("scenario.yaml");
        Files.writeString(file, """
                name: fit
                horizon: %d
                agents: %d
                beta: 10
                mu: running
                output: {actions: none}
                costs: {kind: spikes}
                graph: {kind: %s, degree: %d}
                algorithms:
                  - acord: {iterations: %d}
                """.formatted(ROUNDS, one.agents(), one.graph(), one.degree(), one.iterations()));
        Job.Plan plan = new Job.Plan(
                ScenarioReader.read(file, List.of()),
                file,
                List.of(),
                blocks,
                folder.resolve("job"),
                1,
                Duration.ofSeconds(60),
                null,
                false);
        try (Job job = Job.prepare(plan, t -> {})) {
            job.play(new SparkStage(spark));
            fit.addDriver(one.agents(), job.feeder().secondsToHandOut());
            double[] mean = new double[2];
            job.read(round -> {
                for (int b = 0; round.t() > WARM && b < blocks; b++) {
                    Played played = round.blocks().get(b);
                    Fit.Measured measured = measured(one, job, b, played);
                    fit.add(measured);
                    mean[0] += measured.computing() + measured.everyRound();
                    mean[1] += measured.exchanging();
                }
            });
            double samples = (double) (ROUNDS - WARM) * blocks;
            say.accept(String.format(
                    Locale.ROOT,
                    "%s of %d agents, degree %d, K = %d: computing %.4f s, exchanging %.4f s a round; %s",
                    one.graph(),
                    one.agents(),
                    one.degree(),
                    one.iterations(),
                    mean[0] / samples,
                    mean[1] / samples,
                    job.partition()));
            job.forget();
        }
    }

    private static Fit.Measured measured(Case one, Job job, int block, Played played) {
        Graph graph = job.firstCoupling().graph();
        int[] agents = job.partition().agents(block);
        long arcs = 0;
        for (int agent : agents) {
            arcs += graph.degree(agent);
        }
        return new Fit.Measured(
                agents.length,
                arcs,
                one.iterations(),
                (double) played.frames() / one.iterations(),
                (double) played.bytes() / one.iterations(),
                played.times().computing(),
                played.times().exchanging(),
                played.times().reading());
    }
}
