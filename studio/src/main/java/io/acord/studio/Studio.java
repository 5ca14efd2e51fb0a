package io.acord.studio;

import io.acord.fleet.identity.Credentials;
import io.acord.input.Complaints;
import io.acord.web.AccessToken;
import io.acord.web.WebServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The studio as a server of this machine. */
public final class Studio implements AutoCloseable {

    /**
     * How a studio is started.
     *
     * @param host as it was given, by which it may also be asked for
     * @param address to listen on
     * @param port 0 for any
     * @param token that everybody has to show; null if nobody has to, which is refused for addresses that others reach
     * @param runs folder of finished runs and swarms
     * @param file the scenario to begin with, which the page may save; null if there is none
     * @param examples other scenarios to begin with, the first one first
     * @param credentials by which members elsewhere are asked how they are; null: only those of this machine are
     * @param log where faults of our own are told
     */
    public record Settings(
            String host,
            InetAddress address,
            int port,
            @Nullable String token,
            Path runs,
            @Nullable Path file,
            Map<String, String> examples,
            String version,
            @Nullable Credentials credentials,
            PrintWriter log) {}

    private final WebServer server;
    private final LivePlays plays;
    private final SwarmEvents events;

    private Studio(WebServer server, Settings settings) {
        this.server = server;
        Path file = settings.file();
        Optional<OpenedFile> opened = Optional.ofNullable(file).map(OpenedFile::of);
        this.plays =
                new LivePlays(settings.version(), opened.map(OpenedFile::folder).orElse(Path.of("")));
        Swarms swarms = new Swarms(settings.runs(), settings.credentials());
        this.events = new SwarmEvents(swarms);
        server.start(new StudioRoutes(settings, opened, plays, swarms, events));
    }

    /** Starts to answer. */
    public static Studio start(Settings settings) {
        Complaints complaints = new Complaints();
        String token = settings.token();
        if (token == null && !settings.address().isLoopbackAddress()) {
            complaints.add(
                    "--host",
                    "is " + settings.host() + ", which others reach",
                    "a --token, because whoever reaches the studio can play with it and end processes of swarms",
                    "omit --host, or write 16 or more letters and digits to a file of your own and add --token-file");
        }
        if (token != null) {
            AccessToken.whyNot(token)
                    .ifPresent(needed -> complaints.add("--token", "cannot be used", needed, "choose another"));
        }
        complaints.throwIfAny();
        try {
            InetSocketAddress address = new InetSocketAddress(settings.address(), settings.port());
            return new Studio(WebServer.bind(address, StudioRoutes.LIMITS, settings.log()), settings);
        } catch (IOException e) {
            throw new AddressTaken(String.valueOf(e.getMessage()));
        }
    }

    /** Somebody else listens there, or the address is not of this machine. */
    public static final class AddressTaken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        AddressTaken(String message) {
            super(message);
        }
    }

    public int port() {
        return server.address().getPort();
    }

    @Override
    public void close() {
        events.close();
        server.close();
        plays.close();
    }
}
