package io.acord.cli;

import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.studio.Studio;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code acord studio}. */
@Command(
        name = "studio",
        description = {
            "A page in the browser on which scenarios play live and explain themselves, and running swarms can be watched.",
            "Prints its address when it is ready, with the token if there is one. Ends by Ctrl-C."
        },
        mixinStandardHelpOptions = true)
final class StudioCommand extends TerminalCommand {

    @Parameters(
            arity = "0..1",
            paramLabel = "SCENARIO.yaml",
            description = "A scenario to begin with. The page can save it; files that it names are relative to it.")
    private @Nullable Path file;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8080",
            description = "The port; 8080 by default, 0 for one that is free.")
    private int port;

    @Option(
            names = "--runs",
            paramLabel = "DIR",
            defaultValue = "runs",
            description = "The folder of finished runs and of swarms; runs by default.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path runs;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description =
                    "The address to listen on; 127.0.0.1 by default, which only this machine reaches. Any other needs a token.")
    @SuppressWarnings("NullAway.Init")
    private String host;

    @Option(
            names = "--certificates",
            paramLabel = "DIR",
            description =
                    "The folder with ca.pem and the certificate by which members elsewhere are asked how they are. Needs --fleet and --as.")
    private @Nullable Path certificates;

    @Option(names = "--fleet", paramLabel = "NAME", description = "The fleet of these certificates.")
    private @Nullable String fleet;

    @Option(
            names = "--as",
            paramLabel = "NAME",
            description = "Whose certificate is shown: one that members name among their watchers.")
    private @Nullable String as;

    @Mixin
    private TokenOptions tokens = new TokenOptions();

    @Override
    public Integer call() throws InterruptedException {
        ListenAddress listening = new ListenAddress(host, port);
        Complaints complaints = new Complaints();
        InetAddress address = listening.address(8080, complaints);
        if (runs.toString().isBlank()) {
            complaints.add("--runs", "is empty", "the name of a folder", "give a name, or omit --runs");
        }
        if (file != null && !Files.isRegularFile(file)) {
            complaints.add(
                    file.toString(),
                    Files.isDirectory(file) ? "is a folder" : "is not there",
                    "a scenario",
                    "correct the name, or write one with ./acord new " + file);
        }
        String token = tokens.read(complaints);
        Credentials credentials = credentials(complaints);
        complaints.throwIfAny();
        Map<String, String> examples = new LinkedHashMap<>();
        examples.put("figure-1", ScenarioArgument.packaged("figure-1"));
        examples.put("starter", ScenarioArgument.packaged("starter"));
        Studio studio;
        try {
            studio = Studio.start(new Studio.Settings(
                    host, address, port, token, runs, file, examples, Version.text(), credentials, err()));
        } catch (Studio.AddressTaken e) {
            throw listening.isTaken(String.valueOf(e.getMessage()));
        }
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            studio.close();
            ended.countDown();
        }));
        out().println(ListenAddress.url(address, studio.port()) + (token == null ? "" : "/?token=" + token));
        out().flush();
        ended.await();
        return 0;
    }

    /** By which members elsewhere are asked; null if that was not asked for, or with complaints. */
    private @Nullable Credentials credentials(Complaints complaints) {
        Path folder = certificates;
        String name = as;
        String of = fleet;
        if (folder == null && name == null && of == null) {
            return null;
        }
        if (folder == null || name == null || of == null) {
            complaints.add(
                    folder == null ? "--certificates" : of == null ? "--fleet" : "--as",
                    "is missing",
                    "all of --certificates, --fleet and --as: who asks members elsewhere shows a certificate",
                    "add it, or omit the others");
            return null;
        }
        Identity.checkName("--fleet", of, complaints);
        Identity.checkName("--as", name, complaints);
        if (!Identity.isName(of) || !Identity.isName(name)) {
            return null;
        }
        try {
            return Credentials.inFolder(folder, new Identity(of, name));
        } catch (BadInputException refused) {
            refused.complaints().forEach(one -> complaints.add(one.where(), one.found(), one.needed(), one.fix()));
            return null;
        }
    }
}
