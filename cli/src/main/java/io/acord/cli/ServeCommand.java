package io.acord.cli;

import io.acord.input.Complaints;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.service.ServedScenario;
import io.acord.service.Service;
import io.acord.service.ServiceRoutes;
import io.acord.web.WebServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code acord serve}. */
@Command(
        name = "serve",
        description = {
            "Decides rounds whose costs come in over HTTP as JSON, one after the other, with the scenario's first acord.",
            "Prints its address when it is ready; GET / describes the rest. Ends by Ctrl-C, and goes on where it was when it is started again.",
            "There is no authentication: leave it on this machine, or put something in front of it."
        },
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {

    private static final int LARGEST_MEBIBYTES = 1024;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            paramLabel = "SCENARIO.yaml",
            description =
                    "Agents, start, graph, beta, mu and acord; its costs are those that come in: costs: {kind: online}.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Overrides any key of the scenario. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "The address to listen on; 127.0.0.1 by default, which only this machine reaches.")
    @SuppressWarnings("NullAway.Init")
    private String host;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "7007",
            description = "The port; 7007 by default, 0 for one that is free.")
    private int port;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "Where what was answered is kept; runs/NAME-serve by default.")
    private @Nullable Path state;

    @Option(
            names = "--max-body",
            paramLabel = "MIB",
            defaultValue = "16",
            description = "The largest body that is read, in MiB; 16 by default.")
    private int maxBody;

    @Override
    public Integer call() throws IOException, InterruptedException {
        InetAddress address = address();
        Scenario scenario = ScenarioReader.read(file, sets);
        ServedScenario served = ServedScenario.of(scenario);
        Path folder = state != null ? state : Path.of("runs", scenario.name() + "-serve");
        PrintWriter stdout = spec.commandLine().getOut();
        PrintWriter stderr = spec.commandLine().getErr();
        WebServer server = bind(address, stderr);
        Service service;
        try {
            service = Service.open(served, folder);
        } catch (IOException e) {
            server.close();
            throw Complaints.refuse(
                    "--state " + folder,
                    "cannot be used (" + e + ")",
                    "a folder that can be written to, on a disk with room",
                    "give another --state");
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            end(server, service);
            ended.countDown();
        }));
        if (service.cutOff() > 0) {
            stderr.println("acord: " + service.cutOff() + " bytes of round " + service.nextRound()
                    + " were cut off: it was being written when the service ended, and had not been answered");
        }
        if (!address.isLoopbackAddress()) {
            stderr.println("acord: everybody who reaches " + host
                    + " can decide rounds and read them: there is no authentication and no encryption");
        }
        stderr.println("acord: state in " + folder + ", next is round " + service.nextRound());
        stderr.flush();
        server.start(new ServiceRoutes(service, server.limits(), Version.text()));
        stdout.println(Listening.url(address, server.address().getPort()));
        stdout.flush();
        ended.await();
        return 0;
    }

    private InetAddress address() {
        Complaints complaints = new Complaints();
        InetAddress address = new Listening(host, port).address(7007, complaints);
        if (maxBody < 1 || maxBody > LARGEST_MEBIBYTES) {
            complaints.add(
                    "--max-body",
                    "is " + maxBody,
                    "1 to " + LARGEST_MEBIBYTES + " MiB, because a body is kept in memory",
                    "omit it for 16");
        }
        if (state != null && state.toString().isBlank()) {
            complaints.add("--state", "is empty", "the name of a folder", "give a name, or omit --state");
        }
        complaints.throwIfAny();
        return address;
    }

    private WebServer bind(InetAddress address, PrintWriter stderr) throws IOException {
        try {
            return WebServer.bind(new InetSocketAddress(address, port), ServiceRoutes.limits(maxBody << 20), stderr);
        } catch (BindException e) {
            throw new Listening(host, port).isTaken(String.valueOf(e.getMessage()));
        } catch (SocketException e) {
            throw Complaints.refuse(
                    "--host", "is " + host + ": " + e.getMessage(), "an address of this machine", "omit it");
        }
    }

    private static void end(WebServer server, Service service) {
        server.close();
        try {
            service.close();
        } catch (IOException e) {
            System.err.println("acord: " + e);
        }
    }
}
