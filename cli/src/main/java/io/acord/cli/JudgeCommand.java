package io.acord.cli;

import io.acord.input.Complaints;
import io.acord.lab.carrier.Carrier;
import io.acord.lab.carrier.CarrierRun;
import io.acord.lab.carrier.MemoryCarrier;
import io.acord.lab.data.DataFile;
import io.acord.lab.recorded.RecordedActions;
import io.acord.lab.recorded.RecordedPolicy;
import io.acord.lab.run.ReplayCommand;
import io.acord.lab.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code acord judge}. */
@Command(
        name = "judge",
        description = {
            "Judges actions that were computed elsewhere, on a scenario's costs and graph.",
            "Says what they cost, how far from the best that is, and what is proved of it; writes what run writes."
        },
        mixinStandardHelpOptions = true)
final class JudgeCommand extends TerminalCommand {

    @Parameters(paramLabel = "SCENARIO.yaml", description = "The scenario, or - for standard input.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(
            names = "--actions",
            required = true,
            paramLabel = "FILE.csv",
            description =
                    "Columns round,agent,x0[,x1...], and algorithm and repeat where there are several: as actions.csv of a run.")
    @SuppressWarnings("NullAway.Init")
    private Path actions;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Overrides any key, as in acord run. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the files go; runs/NAME-SEED-judged-FILE by default.")
    private @Nullable Path out;

    @Option(names = "--compare", description = "Also plays the scenario's own policies, on the same costs.")
    private boolean compare;

    @Option(names = "--json", description = "Prints the summary on standard output instead of the table.")
    private boolean json;

    @Mixin
    private QuietOption quiet = new QuietOption();

    @Override
    public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
        Scenario scenario = ScenarioArgument.read(file, sets);
        Complaints complaints = new Complaints();
        MemoryCarrier.needKnownCosts(scenario, complaints);
        if (!Files.isRegularFile(actions) || !Files.isReadable(actions)) {
            complaints.add(
                    "--actions " + actions,
                    Files.exists(actions) ? "is not a file that can be read" : "does not exist",
                    "a file with a line for every agent and round",
                    "correct the path");
        }
        complaints.throwIfAny();
        String name = policyName(actions);
        RecordedActions recorded =
                RecordedActions.read(scenario, new DataFile(actions.toString(), actions, complaints), name);
        complaints.throwIfAny();
        List<Scenario.Algorithm> own = compare ? scenario.algorithms() : List.of();
        List<Scenario.Algorithm> policies = new ArrayList<>(RecordedPolicy.of(
                recorded,
                scenario,
                actions.toString(),
                own.stream().map(Scenario.Algorithm::name).toList(),
                complaints));
        complaints.throwIfAny();
        policies.addAll(own);
        String command = new ReplayCommand("judge")
                .argument(file)
                .option("--actions", actions)
                .options("--set", sets)
                .flag("--compare", compare)
                .toString();
        return new CarrierRun(
                        new MemoryCarrier("-judged-" + name),
                        scenario.with(policies),
                        out,
                        new Carrier.Origin(command, Version.text()))
                .play(json, console(quiet), folder -> {});
    }

    /** What the policy of a file is called that does not say it: as the file. */
    static String policyName(Path file) {
        String name = String.valueOf(file.getFileName())
                .replaceFirst("(?i)(\\.csv)?(\\.gz)?$", "")
                .replaceAll("[^\\p{L}\\p{N}._-]", "_")
                .replaceAll("^[^\\p{L}\\p{N}]+", "");
        return name.isEmpty() ? "theirs" : name;
    }
}
