package io.acord.cli;

import io.acord.input.Complaints;
import io.acord.internal.system.WholeFile;
import io.acord.lab.report.Report;
import io.acord.lab.run.Ending;
import io.acord.lab.run.Progress;
import io.acord.lab.run.ReplayCommand;
import io.acord.lab.run.RunFiles;
import io.acord.lab.run.RunResult;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.swarm.Durations;
import io.acord.swarm.ScenarioRounds;
import io.acord.swarm.Swarm;
import io.acord.swarm.SwarmResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code acord swarm}. */
@Command(
        name = "swarm",
        description = {
            "Plays a scenario by processes of this machine that talk over mutual TLS, each to its neighbours only.",
            "They play the scenario's first acord, in its first repeat. A process that dies is started again and rejoins.",
            "Writes swarm.json when all are up; actions.csv, costs.csv, summary.json and report.html at the end."
        },
        mixinStandardHelpOptions = true)
final class SwarmCommand implements Callable<Integer> {

    private static final int MOST_USUALLY = 32;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "SCENARIO.yaml", description = "The scenario.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Overrides any key of the scenario. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--processes",
            paramLabel = "N",
            description = "How many processes share the agents; one each, up to " + MOST_USUALLY + ", if not given.")
    private int processes;

    @Option(names = "--out", paramLabel = "DIR", description = "Where the files go; runs/NAME-SEED-swarm if not given.")
    private @Nullable Path out;

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            defaultValue = "500ms",
            description = "When a round's action has to be there, from the round's start; 500ms if not given.")
    @SuppressWarnings("NullAway.Init")
    private String deadline;

    @Option(
            names = "--pace",
            paramLabel = "TIME",
            defaultValue = "0ms",
            description = "Rounds start at most this often; one after the other if not given.")
    @SuppressWarnings("NullAway.Init")
    private String pace;

    @Option(names = "--json", description = "Prints the summary on standard output instead of the table.")
    private boolean json;

    @Option(names = "--capture", hidden = true, description = "Keeps every frame that crosses, for audits.")
    private boolean capture;

    @Option(names = "--tls", hidden = true, defaultValue = "jdk", description = "jdk or native.")
    @SuppressWarnings("NullAway.Init")
    private String tls;

    @Override
    public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
        Scenario scenario = ScenarioReader.read(file, sets);
        ScenarioRounds.check(scenario);
        Complaints complaints = new Complaints();
        Duration time = Durations.parse("--deadline", deadline, complaints).orElse(Duration.ofMillis(500));
        if (time.isZero()) {
            complaints.add("--deadline", "is 0", "more than nothing", "write for instance 500ms");
        }
        Duration rhythm = Durations.parse("--pace", pace, complaints).orElse(Duration.ZERO);
        boolean given = spec.commandLine().getParseResult().hasMatchedOption("--processes");
        int n = given ? processes : Math.min(scenario.agents(), MOST_USUALLY);
        if (n < 1 || n > scenario.agents()) {
            complaints.add(
                    "--processes",
                    "is " + n,
                    "1 to " + scenario.agents() + ", because every process hosts an agent at least",
                    "give a number in between");
        }
        if (out != null && out.toString().isBlank()) {
            complaints.add("--out", "is empty", "the name of a folder", "give a name, or omit --out");
        }
        complaints.throwIfAny();
        Path folder = out != null ? out : Path.of("runs", scenario.name() + "-" + scenario.seed() + "-swarm");
        PrintWriter stdout = spec.commandLine().getOut();
        PrintWriter stderr = spec.commandLine().getErr();
        boolean terminal = "1".equals(System.getenv("ACORD_TERMINAL"));
        String name = scenario.acord().name();
        Swarm.Plan plan = new Swarm.Plan(
                scenario, file.toAbsolutePath(), sets, n, time, rhythm, tls, capture, folder.toAbsolutePath());
        try (RunFiles files =
                        new RunFiles(folder, List.of(name), scenario.output().actions());
                Swarm swarm = new Swarm(plan, stderr)) {
            Thread cleaning = new Thread(() -> end(swarm, files));
            Runtime.getRuntime().addShutdownHook(cleaning);
            Swarm.Outcome outcome = swarm.play(new Progress(stderr, terminal, "playing " + scenario.name()));
            SwarmResult found = SwarmResult.of(scenario, outcome, files, command(n), Version.text());
            RunResult result = found.result();
            files.finish(result, Report.html(result));
            String summary = found.summary();
            WholeFile.write(folder.resolve("summary.json"), summary);
            if (json) {
                stdout.print(summary);
            } else {
                stdout.print(Table.of(result));
                stdout.println();
                stdout.println(found.words());
                stdout.println("Wrote " + folder);
            }
            stdout.flush();
            return result.verdict().isKept() ? 0 : Ending.PROMISE_BROKEN;
        }
    }

    private static void end(Swarm swarm, RunFiles files) {
        swarm.close();
        try {
            files.close();
        } catch (IOException e) {
            System.err.println("acord: a temporary folder is left over: " + e.getMessage());
        }
    }

    private String command(int count) {
        return new ReplayCommand("swarm")
                .argument(file)
                .options("--set", sets)
                .option("--processes", count)
                .option("--deadline", deadline)
                .option("--pace", pace)
                .toString();
    }
}
