package io.acord.service;

import io.acord.web.AccessToken;
import io.acord.web.JsonBodies;
import io.acord.web.Limits;
import io.acord.web.OwnNames;
import io.acord.web.Problem;
import io.acord.web.WebApplication;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A {@link Service} over HTTP, for whoever asks under its names and, if there is a token, shows that. */
public final class ServiceRoutes implements WebApplication {

    private static final int THREADS = 16;

    private static final String BEGUN = "acord.begun";

    private static final Duration FOR_A_REQUEST = Duration.ofSeconds(30);

    private final Service service;
    private final Limits limits;
    private final String version;
    private final OwnNames names;
    private final @Nullable AccessToken token;
    private final JsonBodies bodies;
    private final AccessLog log;
    private final ServiceMetrics metrics = new ServiceMetrics();

    /**
     * Of a service.
     *
     * @param limits of the server that answers, which are told to clients
     * @param names under which it may be asked for
     * @param token that has to be shown for everything but its health; null if none
     * @param log told of every request
     */
    public ServiceRoutes(
            Service service,
            Limits limits,
            String version,
            OwnNames names,
            @Nullable AccessToken token,
            AccessLog log) {
        this.service = service;
        this.log = log;
        this.names = names;
        this.token = token;
        this.limits = limits;
        this.bodies = new JsonBodies(limits, "Start the service with a larger --max-body for more.");
        this.version = version;
    }

    /**
     * What a client may take.
     *
     * @param largestBody in bytes
     */
    public static Limits limits(int largestBody) {
        return new Limits(largestBody, THREADS, FOR_A_REQUEST);
    }

    @Override
    public String name() {
        return "service";
    }

    @Override
    public String directions(String path) {
        return path.startsWith("/rounds")
                ? "Rounds are /rounds/1, /rounds/2 and so on."
                : "There are /, /rounds/{t}, /health, /health/live, /health/ready, /metrics and /openapi.json.";
    }

    @Override
    public OwnNames names(InetSocketAddress address) {
        return names;
    }

    /** One request decides a round: whoever sends it has to be known. How the service is may be asked by everybody. */
    private void checkToken(Context ctx) {
        AccessToken needed = token;
        boolean asksForHealth = ctx.path().equals("/health") || ctx.path().startsWith("/health/");
        if (needed == null || asksForHealth) {
            return;
        }
        if (AccessToken.shown(ctx).filter(needed::is).isEmpty()) {
            throw AccessToken.missing(
                    ctx,
                    "Send Authorization: Bearer …; the token is the one that the service was started with. With curl: -H \"Authorization: Bearer $ACORD_TOKEN\".");
        }
    }

    @Override
    public void addRoutes(RoutesConfig routes) {
        routes.before(ctx -> ctx.attribute(BEGUN, System.nanoTime()));
        routes.before(this::checkToken);
        routes.get("/", ctx -> {
            Service.Health now = service.health();
            answer(ctx, ServiceDocuments.service(service.scenario(), now, limits.largestBody(), version));
        });
        routes.get("/openapi.json", ctx -> answer(ctx, ServiceDocuments.openApi()));
        routes.get("/health", ctx -> {
            Service.Health now = service.health();
            ctx.status(now.isWell() ? 200 : 503);
            answer(ctx, ServiceDocuments.health(now.isWell(), now.nextRound()));
        });
        routes.get("/health/live", ctx -> answer(ctx, ServiceDocuments.live()));
        routes.get("/health/ready", ctx -> {
            Optional<String> whyNot = service.whyNotReady();
            ctx.status(whyNot.isEmpty() ? 200 : 503);
            answer(ctx, ServiceDocuments.ready(whyNot, service.health().nextRound()));
        });
        routes.get(
                "/metrics",
                ctx -> ctx.contentType(ServiceMetrics.TYPE).result(metrics.text(service.health(), service.isStuck())));
        routes.get("/rounds/{t}", ctx -> answer(ctx, decided(round(ctx))));
        routes.post("/rounds/{t}", bodies.then((ctx, body) -> answer(ctx, service.decide(round(ctx), body))));
        routes.after(this::account);
    }

    /** Counts a request that has been answered, and tells of it. */
    private void account(Context ctx) {
        Long begun = ctx.attribute(BEGUN);
        long nanos = begun == null ? 0 : System.nanoTime() - begun; // one that was refused before has taken no time
        metrics.count(ctx.statusCode());
        if (ctx.req().getMethod().equals("POST")) {
            metrics.took(nanos);
        }
        log.tell(ctx, nanos);
    }

    private int round(Context ctx) {
        String t = ctx.pathParam("t");
        if (!t.matches("[1-9]\\d{0,8}")) {
            throw new Problem(Problem.NO_SUCH_PLACE, directions("/rounds"));
        }
        return Integer.parseInt(t);
    }

    private byte[] decided(int t) throws IOException {
        return service.answer(t)
                .orElseThrow(() -> new Problem(ProblemKinds.NOT_YET, "The next round is " + service.nextRound() + "."));
    }

    private static void answer(Context ctx, byte[] json) {
        ctx.contentType("application/json").result(json);
    }
}
