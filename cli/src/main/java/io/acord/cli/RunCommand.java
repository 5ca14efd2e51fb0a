package io.acord.cli;

import io.acord.lab.carrier.Carrier;
import io.acord.lab.carrier.CarrierRun;
import io.acord.lab.carrier.MemoryCarrier;
import io.acord.lab.run.ReplayCommand;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.terminal.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code acord run}. */
@Command(
        name = "run",
        description = {
            "Plays a scenario with all its policies and gives a verdict.",
            "Without a scenario it plays the paper's Figure 1. Writes actions.csv, costs.csv, summary.json and report.html.",
            "Run it again after an interruption: repeats that were over are not played again."
        },
        mixinStandardHelpOptions = true)
final class RunCommand extends TerminalCommand {

    @Parameters(
            arity = "0..1",
            paramLabel = "SCENARIO.yaml",
            description = "The scenario, or - for standard input; the paper's Figure 1 if none is given.")
    private @Nullable Path file;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "Overrides any key: --set beta=10 --set costs.p=0.5 --set algorithms.0.acord.iterations=6. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Where the files go; runs/NAME-SEED by default, or runs/NAME-SEED-2 and so on where another run is.")
    private @Nullable Path out;

    @Option(names = "--json", description = "Prints the summary on standard output instead of the table.")
    private boolean json;

    @Option(names = "--check", description = "Only says what is wrong with the scenario, if anything; plays nothing.")
    private boolean check;

    @Option(
            names = "--figures",
            description = "Also writes what was paid and what is certified, over the rounds, as SVG, PNG and PDF.")
    private boolean figures;

    @Option(names = "--open", description = "Opens the report in the browser.")
    private boolean open;

    @Mixin
    private QuietOption quiet = new QuietOption();

    @Override
    public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
        Scenario scenario = file == null ? ScenarioArgument.figure1(sets) : ScenarioArgument.read(file, sets);
        String command = new ReplayCommand("run")
                .argument(file)
                .options("--set", sets)
                .flag("--figures", figures)
                .toString();
        CarrierRun run = new CarrierRun(
                new MemoryCarrier(),
                scenario,
                out,
                Path.of("runs"),
                new Carrier.Origin(command, Version.text()),
                figures);
        Console console = console(quiet);
        if (check) {
            run.check();
            if (!console.isQuiet()) {
                console.out()
                        .printf(
                                "No complaint about %s: agents %d, rounds %d, repeats %d, policies %s%n",
                                scenario.name(),
                                scenario.agents(),
                                scenario.horizon(),
                                scenario.repeats(),
                                scenario.algorithms().stream()
                                        .map(Scenario.Algorithm::name)
                                        .collect(Collectors.joining(", ")));
            }
            return 0;
        }
        return run.play(json, console, folder -> {
            if (open) {
                Viewer.ofThisSystem().open(folder.resolve("report.html"), console.err());
            }
        });
    }
}
