package io.acord.spark;

import io.acord.lab.carrier.Carrier;
import io.acord.lab.instance.Instance;
import io.acord.lab.run.Effort;
import io.acord.lab.run.LargeRun;
import io.acord.lab.run.PlayedElsewhere;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.SummaryJson;
import io.acord.lab.run.Watcher;
import io.acord.model.Actions;
import io.acord.spark.block.PlayedFile;
import io.acord.spark.block.PlayedFile.Times;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** A run that is over: judged, written down, and put into words. */
record JobResult(Job job, RunResult result, Account account) implements SummaryJson.Section {

    /** What blocks said of their rounds, added up. */
    private static final class Account {
        private int rounds;
        private long frames;
        private long bytes;
        private final double[] times = new double[5]; // of the slowest block of each round that counts
        private int timed; // rounds that count: not the first if there are more, code is compiled while it is played
        private double inside; // seconds of all rounds
        private double certificates;

        void add(PlayedRound round) {
            rounds++;
            frames += round.frames();
            bytes += round.bytes();
            certificates += round.certificate();
            Times slowest = round.blocks().stream()
                    .map(PlayedFile.Played::times)
                    .max((a, b) -> Double.compare(a.computing() + a.reading(), b.computing() + b.reading()))
                    .orElseThrow();
            inside += slowest.total();
            if (rounds == 2) {
                Arrays.fill(times, 0);
                timed = 0;
            }
            timed++;
            times[0] += slowest.waiting();
            times[1] += slowest.reading();
            times[2] += slowest.computing();
            times[3] += slowest.exchanging();
            times[4] += slowest.keeping();
        }

        double seconds(int part) {
            return times[part] / timed;
        }

        Effort effort(Job job) {
            double playing = seconds(2) + seconds(3);
            return new Effort(
                    job.feeder().iterationsPerRound(), (double) frames / rounds, (double) bytes / rounds, playing);
        }
    }

    /** Judges a job that was played; the watcher is told of its actions. */
    static JobResult of(Job job, Watcher watcher, Carrier.Origin origin) throws IOException {
        Account account = new Account();
        return job.isSmall()
                ? new JobResult(job, small(job, account, watcher, origin), account)
                : large(job, watcher, origin);
    }

    /** Judges a job by what its blocks told, whatever its size. */
    static JobResult large(Job job, Watcher watcher, Carrier.Origin origin) throws IOException {
        Account account = new Account();
        return new JobResult(job, large(job, account, watcher, origin), account);
    }

    /** A small run is judged like any other: its actions are played again in memory, against the hindsight optimum. */
    private static RunResult small(Job job, Account account, Watcher watcher, Carrier.Origin origin)
            throws IOException {
        List<Actions> actions = new ArrayList<>();
        List<Double> books = new ArrayList<>();
        List<Watcher.FollowedPlan> plans = new ArrayList<>();
        List<String> unpromised = new ArrayList<>();
        job.read(round -> {
            actions.add(round.actions().orElseThrow());
            books.add(round.atLeast());
            round.followed(job.partition(), job.scenario().dimension()).ifPresent(plans::add);
            round.whyNotPromised().ifPresent(unpromised::add);
            account.add(round);
        });
        Optional<PlayedElsewhere.Foreseen> foreseen = plans.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new PlayedElsewhere.Foreseen(plans, unpromised.stream().findFirst()));
        return new PlayedElsewhere(job.scenario(), job.algorithm(), actions, books, account.effort(job), foreseen)
                .judge(watcher, origin.command(), origin.version());
    }

    private static RunResult large(Job job, Account account, Watcher watcher, Carrier.Origin origin)
            throws IOException {
        Instance instance = job.rounds().instance();
        LargeRun run = new LargeRun(
                job.scenario(), job.algorithm(), instance, job.feeder().lambdas());
        job.read(round -> {
            account.add(round);
            if (round.actions().isPresent()) {
                watcher.acted(0, 0, round.t(), instance, round.actions().get());
                round.followed(job.partition(), job.scenario().dimension())
                        .ifPresent(plan -> watcher.followed(0, 0, round.t(), instance, plan));
            }
            round.expertCost().ifPresent(cost -> run.heldAgainst(cost, round.whyNotPromised()));
            run.add(round.actions(), round.cost(), round.certificate(), round.shift(), round.atLeast());
        });
        return run.result(
                account.effort(job),
                job.firstCoupling(),
                job.feeder().graphChanges(),
                "the run has more than a million numbers, or its rounds arrived while they were played",
                origin.command(),
                origin.version());
    }

    @Override
    public void write(JsonGenerator json) {
        json.writeObjectPropertyStart("spark");
        json.writeNumberProperty("blocks", job.blocks());
        json.writeNumberProperty("cutShare", job.partition().cutShare());
        json.writeNumberProperty("cutShareByHash", job.partition().hashCutShare());
        json.writeNumberProperty("imbalance", job.partition().imbalance());
        SummaryJson.number(json, "blockCertificate", account.certificates);
        json.writeNumberProperty("lastAttemptAfterRound", job.restartedAfter());
        json.writeNumberProperty(
                "bytesPerIteration",
                account.bytes / Math.max(1, account.rounds * job.feeder().iterationsPerRound()));
        json.writeEndObject();
    }

    @Override
    public void writeTimes(JsonGenerator json) {
        json.writeObjectPropertyStart("spark");
        json.writeNumberProperty("prepareSeconds", job.preparing());
        json.writeNumberProperty("jobSeconds", job.playing());
        json.writeObjectPropertyStart("secondsPerRound");
        String[] parts = {"waiting", "reading", "computing", "exchanging", "keeping"};
        for (int part = 0; part < parts.length; part++) {
            json.writeNumberProperty(parts[part], account.seconds(part));
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Where the time went, in a few lines. */
    String words() {
        double rounds = account.rounds;
        double round = 0;
        for (int part = 0; part < 5; part++) {
            round += account.seconds(part);
        }
        return String.format(
                Locale.ROOT,
                "%s%nprepared in %.1f s; %.0f rounds in %.1f s, of which %.1f s were Spark's start and schedule%n"
                        + "a round, the first left out, took %.3f s: computing %.3f, exchanging %.3f, reading %.3f, waiting for the round %.3f, keeping %.3f%n",
                job.partition(),
                job.preparing(),
                rounds,
                job.playing(),
                Math.max(0, job.playing() - account.inside),
                round,
                account.seconds(2),
                account.seconds(3),
                account.seconds(1),
                account.seconds(0),
                account.seconds(4));
    }
}
