package io.acord.cli;

import io.acord.fleet.transport.Transport;
import io.acord.lab.carrier.Carrier;
import io.acord.lab.carrier.CarrierRun;
import io.acord.lab.run.ReplayCommand;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.swarm.SwarmCarrier;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code acord swarm}. */
@Command(
        name = "swarm",
        description = {
            "Plays a scenario by processes of this machine that talk over mutual TLS, each to its neighbours only.",
            "They play the scenario's first acord, or a foresight before it, in its first repeat. A process that dies is started again and rejoins.",
            "Writes swarm.json when all are up; actions.csv, costs.csv, summary.json and report.html at the end."
        },
        mixinStandardHelpOptions = true)
final class SwarmCommand extends TerminalCommand {

    private static final int DEFAULT_MOST = 32;

    @Parameters(paramLabel = "SCENARIO.yaml", description = "The scenario.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Overrides any key of the scenario. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--processes",
            paramLabel = "N",
            description = "How many processes share the agents; one each, up to " + DEFAULT_MOST + ", if not given.")
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

    @Option(
            names = "--transport",
            paramLabel = "KIND",
            defaultValue = "grpc",
            description =
                    "What carries messages, ${COMPLETION-CANDIDATES}: datagrams of QUIC do not wait for lost ones. grpc if not given.")
    @SuppressWarnings("NullAway.Init")
    private TransportWord transport;

    /** The transports as options say them. */
    enum TransportWord {
        grpc(Transport.Kind.GRPC),
        datagrams(Transport.Kind.DATAGRAMS);

        private final Transport.Kind kind;

        TransportWord(Transport.Kind kind) {
            this.kind = kind;
        }
    }

    @Option(names = "--json", description = "Prints the summary on standard output instead of the table.")
    private boolean json;

    @Mixin
    private QuietOption quiet = new QuietOption();

    @Option(names = "--capture", hidden = true, description = "Keeps every frame that crosses, for audits.")
    private boolean capture;

    @Option(names = "--tls", hidden = true, defaultValue = "jdk", description = "jdk or native.")
    @SuppressWarnings("NullAway.Init")
    private String tls;

    @Override
    public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
        Scenario scenario = ScenarioReader.read(file, sets);
        int count = isGiven("--processes") ? processes : Math.min(scenario.agents(), DEFAULT_MOST);
        String command = new ReplayCommand("swarm")
                .argument(file)
                .options("--set", sets)
                .option("--processes", count)
                .option("--deadline", deadline)
                .option("--pace", pace)
                .option("--tls", tls.equals("jdk") ? null : tls)
                .option("--transport", transport == TransportWord.grpc ? null : transport.name())
                .flag("--capture", capture)
                .toString();
        PrintWriter stderr = err();
        SwarmCarrier carrier = new SwarmCarrier(
                new SwarmCarrier.Options(file, sets, count, deadline, pace, tls, transport.kind, capture), stderr);
        return new CarrierRun(carrier, scenario, out, new Carrier.Origin(command, Version.text()))
                .play(json, console(quiet), folder -> {});
    }
}
