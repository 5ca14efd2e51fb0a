package io.acord.swarm;

import io.acord.fleet.transport.Transport;
import io.acord.input.Complaints;
import io.acord.lab.carrier.Carrier;
import io.acord.lab.carrier.CarrierResult;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Plays a scenario by processes of this machine that talk over mutual TLS, each to its neighbours only. */
public final class SwarmCarrier implements Carrier {

    /**
     * How it is played.
     *
     * @param file of the scenario
     * @param processes how many share the agents
     * @param deadline of a round's action, from the round's start, such as {@code 500ms}
     * @param pace rounds start at most this often
     * @param tls jdk or native
     * @param transport what carries messages; gRPC, with a word of it, where this machine cannot have it
     * @param capture whether every frame that crosses is kept, for audits
     */
    public record Options(
            Path file,
            List<String> sets,
            int processes,
            String deadline,
            String pace,
            String tls,
            Transport.Kind transport,
            boolean capture) {}

    private final Options options;
    private final PrintWriter stderr;
    private volatile @Nullable Swarm swarm;

    /** A carrier that tells of processes that died. */
    public SwarmCarrier(Options options, PrintWriter stderr) {
        this.options = options;
        this.stderr = stderr;
    }

    @Override
    public void check(Scenario scenario, Complaints complaints) {
        ScenarioRoundSource.check(scenario, complaints);
        if (deadline(complaints).filter(Duration::isZero).isPresent()) {
            complaints.add("--deadline", "is 0", "more than nothing", "write for instance 500ms");
        }
        pace(complaints);
        if (options.processes() < 1 || options.processes() > scenario.agents()) {
            complaints.add(
                    "--processes",
                    "is " + options.processes(),
                    "1 to " + scenario.agents() + ", because every process hosts an agent at least",
                    "give a number in between");
        }
    }

    private Optional<Duration> deadline(Complaints complaints) {
        return Durations.parse("--deadline", options.deadline(), complaints);
    }

    private Optional<Duration> pace(Complaints complaints) {
        return Durations.parse("--pace", options.pace(), complaints);
    }

    @Override
    public Scenario.Algorithm entry(Scenario scenario) {
        return scenario.decidingEntry();
    }

    @Override
    public String suffix() {
        return "-swarm";
    }

    @Override
    public CarrierResult play(Scenario scenario, Path folder, Watcher watcher, Origin origin)
            throws IOException, GeneralSecurityException, InterruptedException {
        SwarmPlan plan = new SwarmPlan(
                scenario,
                options.file().toAbsolutePath(),
                options.sets(),
                options.processes(),
                deadline(new Complaints()).orElseThrow(),
                pace(new Complaints()).orElseThrow(),
                options.tls(),
                transport(),
                options.capture(),
                folder);
        Swarm playing = new Swarm(plan, stderr);
        swarm = playing;
        double seconds = playing.play(t -> watcher.progress(t, scenario.horizon()));
        SwarmOutcome outcome = SwarmOutcome.read(plan, playing.shares(), playing.restarts(), seconds);
        RunResult result = outcome.played(scenario).judge(watcher, origin.command(), origin.version());
        return new CarrierResult(result, outcome::write, outcome.words(), true);
    }

    /** All processes are of this machine, so all can go by another transport than was asked for. */
    private Transport.Kind transport() {
        String obstacle = options.transport().obstacle();
        if (obstacle == null) {
            return options.transport();
        }
        stderr.println("acord: there are no datagrams here (" + obstacle + "): the processes talk over gRPC instead");
        stderr.flush();
        return Transport.Kind.GRPC;
    }

    @Override
    public void close() {
        Swarm playing = swarm;
        if (playing != null) {
            playing.close();
        }
    }
}
