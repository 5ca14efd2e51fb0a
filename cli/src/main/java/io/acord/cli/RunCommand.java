package io.acord.cli;

import io.acord.input.Complaints;
import io.acord.lab.instance.Instance;
import io.acord.lab.report.Report;
import io.acord.lab.run.Ending;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.Progress;
import io.acord.lab.run.ReplayCommand;
import io.acord.lab.run.RunFiles;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.SummaryJson;
import io.acord.lab.run.Verdict;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code acord run}. */
@Command(
        name = "run",
        description = {
            "Plays a scenario with all its policies and gives a verdict.",
            "Without a scenario it plays the paper's Figure 1. Writes actions.csv, costs.csv, summary.json and report.html."
        },
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "SCENARIO.yaml",
            description = "The scenario; the paper's Figure 1 if none is given.")
    private @Nullable Path file;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "Overrides any key: --set beta=10 --set costs.p=0.5 --set algorithms.0.acord.iterations=6. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(names = "--out", paramLabel = "DIR", description = "Where the files go; runs/NAME-SEED if not given.")
    private @Nullable Path out;

    @Option(names = "--json", description = "Prints the summary on standard output instead of the table.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Scenario scenario = file == null ? Defaults.figure1(sets) : ScenarioReader.read(file, sets);
        Path folder = out != null ? out : Path.of("runs", scenario.name() + "-" + scenario.seed());
        if (folder.toString().isBlank()) {
            throw Complaints.refuse("--out", "is empty", "the name of a folder", "give a name, or omit --out");
        }
        PrintWriter stdout = spec.commandLine().getOut();
        PrintWriter stderr = spec.commandLine().getErr();
        boolean terminal = "1".equals(System.getenv("ACORD_TERMINAL")); // the launcher knows
        List<String> names =
                scenario.algorithms().stream().map(Scenario.Algorithm::name).toList();
        RunResult result;
        try (RunFiles files = new RunFiles(folder, names, scenario.output().actions())) {
            Thread cleaning = new Thread(() -> closeQuietly(files));
            Runtime.getRuntime().addShutdownHook(cleaning); // Ctrl-C leaves nothing half-written
            Progress progress = new Progress(stderr, terminal, "playing " + scenario.name());
            result = Experiment.of(scenario, both(files, progress), command(), Version.text())
                    .play();
            files.finish(result, Report.html(result));
        }
        if (json) {
            stdout.print(SummaryJson.of(result));
        } else {
            stdout.print(Table.of(result));
            result.domain().ifPresent(domain -> {
                stdout.println();
                stdout.print(Table.of(domain));
            });
            printVerdict(result.verdict(), stdout, terminal);
            stdout.println("Wrote " + folder + ": " + written(folder));
            stdout.println("Look at " + folder.resolve("report.html"));
        }
        if (stdout.checkError()) {
            stderr.println("acord: standard output could not be written; the files are in " + folder);
            return Ending.FAILED;
        }
        return result.verdict().isKept() ? 0 : Ending.PROMISE_BROKEN;
    }

    /** The command line that plays this again. */
    private String command() {
        return new ReplayCommand("run").argument(file).options("--set", sets).toString();
    }

    private static void printVerdict(Verdict verdict, PrintWriter stdout, boolean terminal) {
        stdout.println();
        for (Verdict.Check check : verdict.checks()) {
            String mark = switch (check.outcome()) {
                case KEPT -> "kept       ";
                case BROKEN -> "BROKEN     ";
                case SKIPPED -> "not checked";
            };
            boolean red = terminal && check.outcome() == Verdict.Outcome.BROKEN;
            stdout.println((red ? "\u001B[31m" : "") + mark + "  " + check.words() + (red ? "\u001B[0m" : ""));
        }
        stdout.println(
                verdict.isKept()
                        ? "Verdict: every promise that was checked was kept."
                        : "Verdict: a promise was BROKEN.");
    }

    private static String written(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return String.join(
                    ", ", files.map(f -> f.getFileName().toString()).sorted().toList());
        }
    }

    private static Watcher both(RunFiles files, Progress progress) {
        return new Watcher() {
            @Override
            public void acted(int algorithm, int repeat, int round, Instance instance, Actions actions) {
                files.acted(algorithm, repeat, round, instance, actions);
            }

            @Override
            public void progress(long done, long all) {
                progress.progress(done, all);
            }
        };
    }

    private static void closeQuietly(RunFiles files) {
        try {
            files.close();
        } catch (IOException e) {
            System.err.println("acord: a temporary folder is left over: " + e.getMessage());
        }
    }
}
