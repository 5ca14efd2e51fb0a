package io.acord.lab.carrier;

import io.acord.foresight.ForesightDecision;
import io.acord.input.Complaints;
import io.acord.lab.instance.Instance;
import io.acord.lab.report.Report;
import io.acord.lab.run.ExitCode;
import io.acord.lab.run.Progress;
import io.acord.lab.run.RunFiles;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.SummaryJson;
import io.acord.lab.run.Verdict;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What every command does that plays a scenario, whatever carries it: asks what cannot be played, all at once and
 * before anything is written; plays and judges; writes the files of the run; prints; says how it ended.
 *
 * @param out where the files go; null: by name and seed
 */
public record CarrierRun(
        Carrier carrier, Scenario scenario, @Nullable Path out, Carrier.Origin origin) {

    /**
     * Does all of it.
     *
     * @param json whether the summary is printed instead of tables
     * @return the exit code
     */
    public int play(boolean json, PrintWriter stdout, PrintWriter stderr)
            throws IOException, GeneralSecurityException, InterruptedException {
        boolean terminal = "1".equals(System.getenv("ACORD_TERMINAL")); // the launcher knows
        CarrierResult carried;
        try (carrier) {
            check();
            if (!carrier.playsAll() && (scenario.algorithms().size() > 1 || scenario.repeats() > 1)) {
                stderr.println("acord: plays " + scenario.acord().name()
                        + " of the first repeat; other algorithms and repeats are left to acord run");
            }
            carried = played(new Progress(stderr, terminal, "playing " + scenario.name()));
        }
        if (json) {
            stdout.print(SummaryJson.of(carried.result(), carried.section()));
        } else {
            print(carried, stdout, terminal);
        }
        if (stdout.checkError()) {
            stderr.println("acord: standard output could not be written; the files are in " + folder());
            return ExitCode.FAILED;
        }
        return carried.isKept() ? 0 : ExitCode.PROMISE_BROKEN;
    }

    private void check() {
        Complaints complaints = new Complaints();
        if (folder().toString().isBlank()) {
            complaints.add("--out", "is empty", "the name of a folder", "give a name, or omit --out");
        }
        carrier.check(scenario, complaints);
        complaints.throwIfAny();
    }

    private Path folder() {
        return out != null ? out : Path.of("runs", scenario.name() + "-" + scenario.seed() + carrier.suffix());
    }

    private CarrierResult played(Progress progress) throws IOException, GeneralSecurityException, InterruptedException {
        List<Scenario.Algorithm> played = carrier.playsAll() ? scenario.algorithms() : List.of(scenario.acordEntry());
        List<String> names = played.stream().map(Scenario.Algorithm::name).toList();
        try (RunFiles files = new RunFiles(folder(), names, scenario.output().actions())) {
            Thread cleaning = new Thread(() -> clean(files));
            Runtime.getRuntime().addShutdownHook(cleaning); // Ctrl-C leaves nothing half-written
            CarrierResult carried = carrier.play(scenario, folder().toAbsolutePath(), both(files, progress), origin);
            RunResult result = carried.result();
            files.add("scenario.yaml", scenario.canonicalIn(folder()));
            files.finish(result, Report.html(result), carried.section());
            carrier.forget();
            return carried;
        }
    }

    private void clean(RunFiles files) {
        try (carrier;
                files) {
            // the carrier goes last: whoever closes it may have to wait
        } catch (IOException e) {
            System.err.println("acord: something temporary is left over: " + e.getMessage());
        }
    }

    private static Watcher both(RunFiles files, Progress progress) {
        return new Watcher() {
            @Override
            public void acted(int algorithm, int repeat, int round, Instance instance, Actions actions) {
                files.acted(algorithm, repeat, round, instance, actions);
            }

            @Override
            public void foresaw(int algorithm, int repeat, int round, Instance instance, ForesightDecision decision) {
                files.foresaw(algorithm, repeat, round, instance, decision);
            }

            @Override
            public void progress(long done, long all) {
                progress.progress(done, all);
            }
        };
    }

    private void print(CarrierResult carried, PrintWriter stdout, boolean terminal) throws IOException {
        RunResult result = carried.result();
        stdout.print(ResultTable.of(result));
        result.domain().ifPresent(domain -> {
            stdout.println();
            stdout.print(ResultTable.of(domain));
        });
        stdout.println();
        for (Verdict.Check check : result.verdict().checks()) {
            String mark = switch (check.outcome()) {
                case KEPT -> "kept       ";
                case BROKEN -> "BROKEN     ";
                case SKIPPED -> "not checked";
            };
            boolean red = terminal && check.outcome() == Verdict.Outcome.BROKEN;
            stdout.println((red ? "\u001B[31m" : "") + mark + "  " + check.words() + (red ? "\u001B[0m" : ""));
        }
        stdout.println(
                result.verdict().isKept()
                        ? "Verdict: every promise that was checked was kept."
                        : "Verdict: a promise was BROKEN.");
        carried.words().lines().forEach(stdout::println);
        stdout.println("Wrote " + folder() + ": " + written(folder()));
        stdout.println("Look at " + folder().resolve("report.html"));
    }

    private static String written(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return String.join(
                    ", ", files.map(f -> f.getFileName().toString()).sorted().toList());
        }
    }
}
