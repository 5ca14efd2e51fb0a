package io.acord.cli;

import io.acord.lab.scenario.Scenario;
import io.acord.lab.terminal.Console;
import io.acord.swarm.ScenarioCut;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code acord parts}. */
@Command(
        name = "parts",
        description = {
            "Cuts a scenario for members on hosts of their own. Writes the folder that each member's file names as its part:",
            "what its own agents cost in every round, and of other agents nothing but the ids of neighbours. Copy it to the",
            "member's host: ./acord agent CONFIG.yaml plays it, and the scenario stays where it is."
        },
        mixinStandardHelpOptions = true)
final class PartsCommand extends TerminalCommand {

    @Parameters(index = "0", paramLabel = "SCENARIO.yaml", description = "Whose rounds are played.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path scenario;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "CONFIG.yaml",
            description = "The members' files; each says part: FOLDER.")
    private List<Path> members = List.of();

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Overrides any key of the scenario. Repeatable.")
    private List<String> sets = List.of();

    @Mixin
    private final QuietOption quiet = new QuietOption();

    @Override
    public Integer call() throws IOException {
        Scenario read = ScenarioArgument.read(scenario, sets);
        ScenarioCut cut = ScenarioCut.of(read, members);
        Console console = console(quiet);
        List<ScenarioCut.Share> written = cut.write(console.progress("cutting " + read.name()));
        if (!console.isQuiet()) {
            for (ScenarioCut.Share share : written) {
                out().println(share.member() + ": agents " + share.agents() + " in " + share.folder());
            }
            out().flush();
        }
        return 0;
    }
}
