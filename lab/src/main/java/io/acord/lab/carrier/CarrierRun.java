package io.acord.lab.carrier;

import io.acord.foresight.ForesightDecision;
import io.acord.input.Complaints;
import io.acord.lab.figure.RunFigures;
import io.acord.lab.instance.Instance;
import io.acord.lab.report.Report;
import io.acord.lab.run.ExitCode;
import io.acord.lab.run.RunFiles;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.SummaryJson;
import io.acord.lab.run.Verdict;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.sweep.SweepTables;
import io.acord.lab.terminal.Console;
import io.acord.lab.text.CsvText;
import io.acord.model.Actions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What every command does that plays a scenario, whatever carries it: asks what cannot be played, all at once and
 * before anything is written; plays and judges; writes the files of the run; prints; says how it ended.
 *
 * @param out where the files go; null: into a folder of {@code runs}, by name and seed, where no other run is
 * @param runs where runs go that are not told where
 * @param figures whether figures are written as files of their own, too
 */
public record CarrierRun(
        Carrier carrier, Scenario scenario, @Nullable Path out, Path runs, Carrier.Origin origin, boolean figures) {

    /** One whose files go to {@code runs} by default, without figures. */
    public CarrierRun(Carrier carrier, Scenario scenario, @Nullable Path out, Carrier.Origin origin) {
        this(carrier, scenario, out, Path.of("runs"), origin, false);
    }

    /**
     * Does all of it, for somebody who wants to see it.
     *
     * @param json whether the summary is printed instead of tables
     * @return the exit code
     */
    public int play(boolean json, PrintWriter stdout, PrintWriter stderr)
            throws IOException, GeneralSecurityException, InterruptedException {
        return play(json, Console.of(stdout, stderr, false), folder -> {});
    }

    /** Hears where the files of a run are, when all of them are there. */
    public interface Finished {
        void in(Path folder) throws IOException;
    }

    /**
     * Does all of it.
     *
     * @param json whether the summary is printed instead of tables
     * @return the exit code
     */
    public int play(boolean json, Console console, Finished finished)
            throws IOException, GeneralSecurityException, InterruptedException {
        Carried carried;
        try (carrier) {
            check();
            if (!console.isQuiet()
                    && !carrier.playsAll()
                    && (scenario.algorithms().size() > 1 || scenario.repeats() > 1)) {
                console.err()
                        .println("acord: plays " + carrier.entry(scenario).name()
                                + " of the first repeat; other algorithms and repeats are left to acord run");
            }
            carried = played(console);
        }
        CarrierResult result = carried.result();
        if (json) {
            console.out().print(SummaryJson.of(result.result(), result.section()));
        } else if (!console.isQuiet()) {
            print(carried, console);
        }
        if (console.out().checkError()) {
            console.err().println("acord: standard output could not be written; the files are in " + carried.folder());
            return ExitCode.FAILED;
        }
        finished.in(carried.folder());
        if (!result.isKept() && console.isQuiet()) {
            result.result().verdict().checks().stream()
                    .filter(check -> check.outcome() == Verdict.Outcome.BROKEN)
                    .forEach(check -> console.err().println("acord: a promise was BROKEN: " + check.words()));
        }
        return result.isKept() ? 0 : ExitCode.PROMISE_BROKEN;
    }

    /**
     * What was played, and where it is.
     *
     * @param files their names
     */
    private record Carried(CarrierResult result, Path folder, List<String> files) {}

    /** Complains about everything that cannot be played. Changes nothing. */
    public void check() {
        Complaints complaints = new Complaints();
        if (out != null && out.toString().isBlank()) {
            complaints.add("--out", "is empty", "the name of a folder", "give a name, or omit --out");
        }
        carrier.check(scenario, complaints);
        complaints.throwIfAny();
    }

    /** The files of the run: where they were asked for, or in the first folder of its name that has nothing else. */
    private RunFiles open(List<String> names, Console console) throws IOException {
        Scenario.Output output = scenario.output();
        RunFiles.Resumption resumption =
                new RunFiles.Resumption(carrier.fingerprint(scenario, origin.version()), scenario.repeats());
        if (out != null) {
            RunFiles files = new RunFiles(out, names, output, resumption);
            if (hasOther(out)) {
                console.err().println("acord: what " + out + " holds is of another scenario, and will be replaced");
            }
            return files;
        }
        String name = scenario.name() + "-" + scenario.seed() + carrier.suffix();
        for (int k = 1; ; k++) {
            Path folder = runs.resolve(k == 1 ? name : name + "-" + k);
            if (hasOther(folder)) {
                continue;
            }
            Optional<RunFiles> files = RunFiles.ifFree(folder, names, output, resumption);
            if (files.isPresent()) {
                if (k > 1) {
                    console.err()
                            .println("acord: " + runs.resolve(name)
                                    + " holds another run of that name; this one goes to " + folder);
                }
                return files.get();
            }
        }
    }

    /** Whether a folder holds the results of anything but this very scenario. */
    private boolean hasOther(Path folder) throws IOException {
        Path played = folder.resolve("scenario.yaml");
        return Files.isRegularFile(folder.resolve("summary.json"))
                && !(Files.isRegularFile(played) && Files.readString(played).equals(scenario.canonicalIn(folder)));
    }

    private Carried played(Console console) throws IOException, GeneralSecurityException, InterruptedException {
        List<Scenario.Algorithm> played = carrier.playsAll() ? scenario.algorithms() : List.of(carrier.entry(scenario));
        List<String> names = played.stream().map(Scenario.Algorithm::name).toList();
        Watcher progress = console.progress("playing " + scenario.name());
        try (RunFiles files = open(names, console)) {
            files.calendar(scenario.costs().times());
            if (scenario.output().setpoints()) {
                scenario.costs()
                        .costs(scenario.size(), scenario.seed())
                        .setpoints()
                        .ifPresent(files::expect);
            }
            if (files.played() > 0 && !console.isQuiet()) {
                console.err()
                        .println("acord: goes on where it was interrupted: " + files.played() + " of "
                                + scenario.repeats() + " repeats had been played");
            }
            Thread cleaning = new Thread(() -> clean(files));
            Runtime.getRuntime().addShutdownHook(cleaning); // Ctrl-C leaves nothing that looks like a result
            CarrierResult carried = carrier.play(scenario, files.folder(), both(files, progress), origin);
            RunResult result = carried.result();
            files.add("scenario.yaml", scenario.canonicalIn(files.folder()));
            if (!scenario.costs().times().isEmpty()) {
                files.add("calendar.csv", calendar());
            }
            files.add("repeats.csv", SweepTables.repeats(result));
            if (figures) {
                for (Map.Entry<String, byte[]> figure : RunFigures.files(result).entrySet()) {
                    files.add(figure.getKey(), figure.getValue());
                }
            }
            files.add("origin.json", SummaryJson.origin(origin.command(), origin.version(), files.fieldFiles()));
            files.finish(result, Report.html(result), carried.section());
            carrier.forget();
            Path folder = out != null ? out : runs.resolve(files.folder().getFileName());
            return new Carried(carried, folder, files.written());
        }
    }

    /** Which time a round was. */
    private String calendar() {
        List<String> times = scenario.costs().times();
        StringBuilder csv = new StringBuilder("round,time\n");
        for (int t = 1; t <= Math.min(scenario.horizon(), times.size()); t++) {
            csv.append(t).append(',').append(CsvText.field(times.get(t - 1))).append('\n');
        }
        return csv.toString();
    }

    private void clean(RunFiles files) {
        try (carrier) {
            // the carrier goes last: whoever closes it may have to wait
            int kept = files.suspend();
            if (kept > 0) {
                System.err.println("acord: interrupted; " + kept + " of " + scenario.repeats()
                        + " repeats are kept, and the same command goes on with the others");
            }
        } catch (IOException e) {
            System.err.println("acord: something temporary is left over: " + e.getMessage());
        }
    }

    private static Watcher both(RunFiles files, Watcher progress) {
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
            public void followed(int algorithm, int repeat, int round, Instance instance, FollowedPlan plan) {
                files.followed(algorithm, repeat, round, instance, plan);
            }

            @Override
            public void progress(long done, long all) {
                progress.progress(done, all);
            }

            @Override
            public Optional<byte[]> remembered(int repeat) {
                return files.remembered(repeat);
            }

            @Override
            public boolean isKeeping() {
                return files.isKeeping();
            }

            @Override
            public void over(int repeat, Optional<byte[]> record) {
                files.over(repeat, record);
            }
        };
    }

    private static void print(Carried carried, Console console) {
        RunResult result = carried.result().result();
        PrintWriter stdout = console.out();
        stdout.print(ResultTable.of(result, console.columns()));
        result.domain().ifPresent(domain -> {
            stdout.println();
            stdout.print(ResultTable.of(domain, console.columns()));
            domain.remarks().forEach(stdout::println);
        });
        stdout.println();
        stdout.println(Report.headline(result));
        for (Verdict.Check check : result.verdict().checks()) {
            String mark = switch (check.outcome()) {
                case KEPT -> "kept       ";
                case BROKEN -> "BROKEN     ";
                case SKIPPED -> "not checked";
            };
            boolean red = console.isTerminal() && check.outcome() == Verdict.Outcome.BROKEN;
            stdout.println((red ? "\u001B[31m" : "") + mark + "  " + check.words() + (red ? "\u001B[0m" : ""));
        }
        stdout.println(
                result.verdict().isKept()
                        ? "Verdict: every promise that was checked was kept."
                        : "Verdict: a promise was BROKEN.");
        carried.result().words().lines().forEach(stdout::println);
        stdout.println("Wrote " + carried.folder() + ": " + String.join(", ", carried.files()));
        stdout.println("Look at " + carried.folder().resolve("report.html"));
    }
}
