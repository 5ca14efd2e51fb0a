package io.acord.cli;

import io.acord.input.Complaints;
import io.acord.internal.system.ProcessRoom;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.service.AccessLog;
import io.acord.service.ServedFleets;
import io.acord.service.ServedScenario;
import io.acord.service.Service;
import io.acord.service.ServiceRoutes;
import io.acord.service.ServiceTokens;
import io.acord.web.AccessToken;
import io.acord.web.OwnNames;
import io.acord.web.TlsIdentity;
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
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code acord serve}. */
@Command(
        name = "serve",
        description = {
            "Decides rounds whose costs come in over HTTP as JSON, one after the other, with the scenario's first acord or foresight.",
            "Prints its address when it is ready; GET / describes the rest. Ends by Ctrl-C, and goes on where it was when it is started again.",
            "Leave it on this machine, or give it a token and keys to encrypt with."
        },
        mixinStandardHelpOptions = true)
final class ServeCommand extends TerminalCommand {

    private static final int LARGEST_MEBIBYTES = 1024;

    @Parameters(
            paramLabel = "SCENARIO.yaml",
            arity = "1..*",
            description =
                    "Agents, start, graph, beta, mu and acord; its costs are those that come in: costs: {kind: online}. Several are several fleets, each under /fleets/NAME.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Overrides any key of the scenario. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description =
                    "The address to listen on; 127.0.0.1 by default, which only this machine reaches. Any other needs a token.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String host;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "7007",
            description = "The port; 7007 by default, 0 for one that is free.")
    private int port;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description =
                    "Another name under which it may be asked for, besides localhost, --host and addresses: fleet.example. Repeatable.")
    private List<String> names = new ArrayList<>();

    @Mixin
    private TokenOptions tokens = new TokenOptions();

    @Option(
            names = "--tokens",
            paramLabel = "FILE",
            description =
                    "A file that only you can read with a line for every token and what it allows: TOKEN decide,read,metrics. Read again when it changes.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--without-token",
            description =
                    "Lets everybody who reaches --host decide rounds: for a network or a proxy that admits only those who may.")
    private boolean withoutToken;

    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description =
                    "Encrypts: the X.509 certificate of this server and those that signed it, in PEM form. With --tls-key.")
    private @Nullable Path tlsCertificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "Its key, PKCS#8 in PEM form, that only you can read.")
    private @Nullable Path tlsKey;

    @Option(
            names = "--tls-clients",
            paramLabel = "FILE",
            description = "Lets in only clients that show an X.509 certificate signed by one of these.")
    private @Nullable Path tlsClients;

    @Option(
            names = "--without-encryption",
            description =
                    "Lets others reach --host unencrypted: for a proxy that encrypts, or a network that is private.")
    private boolean withoutEncryption;

    @Option(
            names = "--access-log",
            paramLabel = "FILE",
            description = "A line for every request: when, who, what, status, milliseconds. - is standard error.")
    private @Nullable Path accessLog;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description =
                    "Where what was answered is kept; runs/NAME-serve by default. Of several fleets each has a folder NAME in it.")
    private @Nullable Path state;

    @Option(
            names = "--keep",
            paramLabel = "ROUNDS",
            defaultValue = "" + Service.DEFAULT_KEPT,
            description =
                    "How many rounds can be asked for again, at least, and never fewer than 20; older ones are forgotten. ${DEFAULT-VALUE} by default.")
    private int keep;

    @Option(
            names = "--max-body",
            paramLabel = "MIB",
            defaultValue = "16",
            description = "The largest body that is read, in MiB; 16 by default.")
    private int maxBody;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ProcessRoom.require("a service of few agents");
        Complaints complaints = new Complaints();
        InetAddress address = address(complaints);
        TlsIdentity identity = identity(address, complaints);
        ServiceTokens allowed = tokens(address, complaints);
        complaints.throwIfAny();
        List<Scenario> scenarios =
                files.stream().map(file -> ScenarioReader.read(file, sets)).toList();
        ServedFleets.checkNames(scenarios.stream().map(Scenario::name).toList(), complaints);
        complaints.throwIfAny();
        List<ServedScenario> served = scenarios.stream().map(ServedScenario::of).toList();
        PrintWriter stdout = out();
        PrintWriter stderr = err();
        AccessLog requests = AccessLog.to(accessLog, stderr);
        WebServer server = bind(address, stderr);
        List<Service> services = new ArrayList<>();
        try {
            for (ServedScenario each : served) {
                services.add(open(each));
            }
        } catch (RuntimeException e) {
            end(server, ServedFleets.of(services));
            throw e;
        }
        ServedFleets fleets = ServedFleets.of(services);
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            end(server, fleets);
            ended.countDown();
        }));
        for (int k = 0; k < services.size(); k++) {
            Service service = services.get(k);
            if (service.cutOff() > 0) {
                stderr.println("acord: " + service.cutOff() + " bytes of round " + service.nextRound()
                        + " were cut off: it was being written when the service ended, and had not been answered");
            }
            stderr.println("acord: state in " + folder(served.get(k)) + ", next is round " + service.nextRound());
        }
        if (!address.isLoopbackAddress()) {
            stderr.println("acord: everybody who reaches " + host + (allowed.areNone() ? "" : " and knows the token")
                    + (identity != null && identity.asksClients() ? " and has an X.509 certificate of ours" : "")
                    + " can decide rounds and read them"
                    + (identity == null ? ", and there is no encryption" : ""));
        }
        stderr.flush();
        List<String> ownNames = new ArrayList<>(names);
        ownNames.add(host);
        OwnNames own = OwnNames.of(ownNames, address.isAnyLocalAddress());
        server.start(new ServiceRoutes(fleets, server.limits(), Version.text(), own, allowed, requests), identity);
        String url = ListenAddress.url(address, server.address().getPort());
        stdout.println(identity == null ? url : url.replaceFirst("http", "https"));
        stdout.flush();
        ended.await();
        return 0;
    }

    private Path folder(ServedScenario served) {
        Path given = state;
        if (given == null) {
            return Path.of("runs", served.name() + "-serve");
        }
        return files.size() == 1 ? given : given.resolve(served.name());
    }

    private Service open(ServedScenario served) {
        Path folder = folder(served);
        try {
            return Service.open(served, folder, keep);
        } catch (IOException e) {
            throw Complaints.refuse(
                    "--state " + folder,
                    "cannot be used (" + e + ")",
                    "a folder that can be written to, on a disk with room",
                    "give another --state");
        }
    }

    /** How it encrypts; null if it does not, which is complained of where others reach the service. */
    private @Nullable TlsIdentity identity(InetAddress address, Complaints complaints) {
        Path certificate = tlsCertificate;
        Path key = tlsKey;
        if (withoutEncryption && (certificate != null || key != null)) {
            complaints.add("--without-encryption", "is given, and --tls-…", "one of them", "omit --without-encryption");
        }
        if (certificate != null && key != null) {
            return TlsIdentity.read("--tls", certificate, key, tlsClients, complaints)
                    .orElse(null);
        }
        if (certificate != null || key != null || tlsClients != null) {
            complaints.add(
                    certificate != null ? "--tls-certificate" : key != null ? "--tls-key" : "--tls-clients",
                    "is given alone",
                    "--tls-certificate and --tls-key together",
                    "give both, or none");
        } else if (!withoutEncryption && !address.isLoopbackAddress()) {
            complaints.add(
                    "--host",
                    "is " + host + ", which others reach",
                    "encryption, because whoever listens on the way would have the token and the rounds",
                    "omit --host, or add --tls-certificate and --tls-key; --without-encryption if a proxy encrypts or the network is private");
        }
        return null;
    }

    /** The tokens of which one has to be shown; none is complained of where others reach the service. */
    private ServiceTokens tokens(InetAddress address, Complaints complaints) {
        int before = complaints.size();
        String token = tokens.read(complaints);
        Path several = tokenFile;
        if ((token != null || several != null) && withoutToken) {
            complaints.add("--without-token", "is given, and a token", "one of them", "omit --without-token");
        }
        if (token != null && several != null) {
            complaints.add(
                    "--tokens",
                    "is given, and a token besides",
                    "one of them",
                    "add the token to the file, and omit --token, --token-file and ACORD_TOKEN");
        }
        if (complaints.size() > before) {
            return ServiceTokens.none();
        }
        if (several != null) {
            return ServiceTokens.inFile(several, err());
        }
        if (token == null && !withoutToken && !address.isLoopbackAddress()) {
            complaints.add(
                    "--host",
                    "is " + host + ", which others reach",
                    "a token, because one request of anybody decides a round",
                    "omit --host, or write 16 or more letters and digits to a file of your own and add --token-file; --without-token if a proxy or the network admits only those who may");
        }
        return token == null ? ServiceTokens.none() : ServiceTokens.of(new AccessToken(token));
    }

    private InetAddress address(Complaints complaints) {
        InetAddress address = new ListenAddress(host, port).address(7007, complaints);
        if (maxBody < 1 || maxBody > LARGEST_MEBIBYTES) {
            complaints.add(
                    "--max-body",
                    "is " + maxBody,
                    "1 to " + LARGEST_MEBIBYTES + " MiB, because a body is kept in memory",
                    "omit it for 16");
        }
        if (keep < 1) {
            complaints.add(
                    "--keep",
                    "is " + keep,
                    "at least 1 round, because an answer that was lost has to be given again",
                    "omit it for " + Service.DEFAULT_KEPT);
        }
        if (state != null && state.toString().isBlank()) {
            complaints.add("--state", "is empty", "the name of a folder", "give a name, or omit --state");
        }
        return address;
    }

    private WebServer bind(InetAddress address, PrintWriter stderr) throws IOException {
        try {
            return WebServer.bind(new InetSocketAddress(address, port), ServiceRoutes.limits(maxBody << 20), stderr);
        } catch (BindException e) {
            throw new ListenAddress(host, port).isTaken(String.valueOf(e.getMessage()));
        } catch (SocketException e) {
            throw Complaints.refuse(
                    "--host", "is " + host + ": " + e.getMessage(), "an address of this machine", "omit it");
        }
    }

    private static void end(WebServer server, ServedFleets fleets) {
        server.close();
        try {
            fleets.close();
        } catch (IOException e) {
            System.err.println("acord: " + e);
        }
    }
}
