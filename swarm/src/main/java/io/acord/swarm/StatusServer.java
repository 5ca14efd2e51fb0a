package io.acord.swarm;

import io.acord.fleet.MemberHealth;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.IdentityRefusedException;
import io.acord.swarm.live.FeedStatus;
import io.acord.web.JsonDocument;
import io.acord.web.Limits;
import io.acord.web.TlsIdentity;
import io.acord.web.WebApplication;
import io.acord.web.WebServer;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A member's {@code /metrics} and {@code /health}: {@code /health/live} is 200 while starting it again would not help,
 * {@code /health/ready} and {@code /health} while it plays with others. It says nothing that costs or actions could be
 * told from, and yet belongs on an address that only the operator reaches; or it is encrypted, and tells only those
 * whom the member's file names as watchers.
 */
public final class StatusServer implements AutoCloseable {

    private final WebServer server;
    private final boolean isEncrypted;

    private StatusServer(WebServer server, boolean isEncrypted) {
        this.server = server;
        this.isEncrypted = isEncrypted;
    }

    /**
     * Serves a member's status; a port of the system's choice if it is 0.
     *
     * @param health how the member is, {@link io.acord.fleet.Member#health}
     * @param metrics what it has counted, {@link io.acord.fleet.Metrics#scrape}
     * @param feed how the controllers of its agents fare, if they have any
     * @param watchers who may ask, by the fleet's certificates; null: anybody, over plain HTTP
     * @param log where faults of our own are told
     */
    public static StatusServer open(
            InetSocketAddress address,
            Supplier<MemberHealth> health,
            Supplier<String> metrics,
            Supplier<Optional<FeedStatus>> feed,
            @Nullable Watchers watchers,
            PrintWriter log)
            throws IOException {
        WebServer server = WebServer.bind(address, Limits.small(), log);
        server.start(new Status(health, metrics, feed), watchers == null ? null : watchers.identity());
        return new StatusServer(server, watchers != null);
    }

    /**
     * Those whom a member tells how it is, wherever they are.
     *
     * @param credentials what the member shows them, and by which it believes them
     * @param names theirs, as in their certificates
     */
    public record Watchers(Credentials credentials, Set<String> names) {

        private TlsIdentity identity() {
            return TlsIdentity.of(credentials.sslContext(this::check, refused -> {}));
        }

        private void check(String member, X509Certificate shown) throws IdentityRefusedException {
            if (!names.contains(member)) {
                throw new IdentityRefusedException(
                        IdentityRefusedException.Cause.NOT_A_PEER, member + " is not among the watchers");
            }
        }
    }

    /** Where it is to be asked. */
    public String url() {
        return (isEncrypted ? "https:/" : "http:/") + address();
    }

    public InetSocketAddress address() {
        return server.address();
    }

    private record Status(Supplier<MemberHealth> health, Supplier<String> metrics, Supplier<Optional<FeedStatus>> feed)
            implements WebApplication {

        @Override
        public String name() {
            return "status";
        }

        @Override
        public String directions(String path) {
            return "There are /health, /health/live, /health/ready and /metrics.";
        }

        @Override
        public void addRoutes(RoutesConfig routes) {
            routes.get(
                    "/metrics",
                    ctx -> ctx.contentType("text/plain; charset=utf-8").result(metrics.get()));
            routes.get("/health", ctx -> answer(ctx, MemberHealth::isReady));
            routes.get("/health/ready", ctx -> answer(ctx, MemberHealth::isReady));
            routes.get("/health/live", ctx -> answer(ctx, MemberHealth::isWell));
        }

        private void answer(Context ctx, Predicate<MemberHealth> holds) {
            MemberHealth now = health.get();
            ctx.status(holds.test(now) ? 200 : 503)
                    .contentType("application/json; charset=utf-8")
                    .result(json(now, feed.get()));
        }

        private static byte[] json(MemberHealth health, Optional<FeedStatus> feed) {
            return JsonDocument.object(json -> {
                json.writeStringProperty("member", health.member());
                json.writeBooleanProperty("well", health.isWell());
                json.writeBooleanProperty("ready", health.isReady());
                json.writeNumberProperty("round", health.round());
                json.writeBooleanProperty("finished", health.finished());
                json.writeNumberProperty("peersUp", health.peersUp());
                json.writeNumberProperty("peers", health.peers());
                json.writeStringProperty("certificateEnds", health.x509Ends());
                feed.ifPresent(status -> {
                    json.writeObjectPropertyStart("feed");
                    json.writeStringProperty("door", status.door());
                    json.writeStringProperty("late", status.late());
                    JsonDocument.objects(json, "agents", status.agents(), agent -> {
                        json.writeStringProperty("agent", agent.agent());
                        json.writeNumberProperty("told", agent.told());
                        json.writeNumberProperty("lateRounds", agent.lateRounds());
                        json.writeStringProperty("why", agent.why());
                    });
                    json.writeEndObject();
                });
            });
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
