package io.acord.cli;

import io.acord.lab.advice.Advice;
import io.acord.lab.advice.AdviceFiles;
import io.acord.lab.advice.Advisor;
import io.acord.lab.run.ExitCode;
import io.acord.lab.run.ReplayCommand;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.terminal.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code acord advise}. */
@Command(
        name = "advise",
        description = {
            "Plays a scenario's past with several settings of ACORD and recommends one.",
            "The first half of the rounds chooses iterations, variant, lambda, from and whether forecasts pay; the second half confirms.",
            "Writes advice.json, advice.md and advised.yaml, a scenario that can be run."
        },
        mixinStandardHelpOptions = true)
final class AdviseCommand extends TerminalCommand {

    @Parameters(paramLabel = "SCENARIO.yaml", description = "The scenario whose rounds are played.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Overrides any key, as in acord run. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the files go; runs/NAME-SEED-advice if not given. Nothing there is replaced.")
    private @Nullable Path out;

    @Option(
            names = "--period",
            paramLabel = "ROUNDS",
            description =
                    "Tries forecasts that a round is like the one so many rounds before; looked for if not given. Not for scenarios with forecasts.")
    private @Nullable Integer period;

    @Option(
            names = "--within",
            paramLabel = "SHARE",
            defaultValue = "0.001",
            description = "Who pays so much more than the least is as good as the least; 0.001 if not given.")
    private double within;

    @Option(names = "--json", description = "Prints advice.json on standard output instead of words.")
    private boolean json;

    @Mixin
    private QuietOption quiet = new QuietOption();

    @Override
    public Integer call() throws IOException {
        Scenario scenario = ScenarioReader.read(file, sets);
        Path folder = out != null ? out : Path.of("runs", scenario.name() + "-" + scenario.seed() + "-advice");
        AdviceFiles files = new AdviceFiles(folder);
        files.check();
        Console console = console(quiet);
        PrintWriter stdout = console.out();
        PrintWriter stderr = console.err();
        Advice advice = Advisor.advise(
                scenario,
                within,
                period == null ? OptionalInt.empty() : OptionalInt.of(period),
                step -> console.progress("trying " + step));
        String command = new ReplayCommand("advise")
                .argument(file)
                .options("--set", sets)
                .option("--period", period)
                .option("--within", within == Advisor.DEFAULT_WITHIN ? null : within)
                .toString();
        String written = files.write(advice, command, Version.text());
        if (json) {
            stdout.print(written);
        } else if (!console.isQuiet()) {
            AdviceFiles.summary(advice).forEach(stdout::println);
            stdout.println();
            advice.findings().forEach(finding -> stdout.println("- " + finding.words()));
            stdout.println();
            stdout.println("Wrote " + folder + ": advice.json, advice.md, advised.yaml");
            stdout.println("Run it with: ./acord run " + folder.resolve("advised.yaml"));
        }
        if (stdout.checkError()) {
            stderr.println("acord: standard output could not be written; the files are in " + folder);
            return ExitCode.FAILED;
        }
        return advice.promisesKept() ? 0 : ExitCode.PROMISE_BROKEN;
    }
}
