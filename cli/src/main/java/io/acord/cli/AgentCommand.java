package io.acord.cli;

import io.acord.swarm.AgentProcess;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code acord agent}. */
@Command(
        name = "agent",
        description = {
            "Starts one process of a fleet, which hosts the agents that its configuration names.",
            "It talks to its neighbours only, and appends the actions of its agents to a file. Ends with the scenario, or with",
            "SIGTERM; started again, it goes on where it was.",
            "",
            "The file names a scenario, or a feed: where the agents' own controllers, in any language, tell their costs and get",
            "their actions, as lines of JSON (feed: pipe), over HTTP (feed: {http: \"127.0.0.1:7101\"}) or through an MQTT broker",
            "(feed: {mqtt: \"tcp://127.0.0.1:1883\", topic: acord/alpha}). With both, controllers tell the readings of the",
            "scenario's application, and get set-points. docs/live.md takes you there from nothing."
        },
        mixinStandardHelpOptions = true)
final class AgentCommand extends TerminalCommand {

    @Parameters(paramLabel = "CONFIG.yaml", description = "Who it is, whom it knows, and what it plays.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Override
    public Integer call() throws IOException, InterruptedException {
        AgentProcess.play(file, err());
        return 0;
    }
}
