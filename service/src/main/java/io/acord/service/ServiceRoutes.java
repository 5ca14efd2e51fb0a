package io.acord.service;

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
import java.util.OptionalInt;

/** Fleets over HTTP, for whoever asks under the server's names and, if there are tokens, shows one that allows it. */
public final class ServiceRoutes implements WebApplication {

    private static final int THREADS = 16;

    private static final String BEGUN = "acord.begun";

    private static final Duration FOR_A_REQUEST = Duration.ofSeconds(30);

    private final ServedFleets fleets;
    private final Limits limits;
    private final String version;
    private final OwnNames names;
    private final ServiceTokens tokens;
    private final JsonBodies bodies;
    private final AccessLog log;
    private final ServiceMetrics metrics = new ServiceMetrics();

    /**
     * Of fleets.
     *
     * @param limits of the server that answers, which are told to clients
     * @param names under which it may be asked for
     * @param tokens one of which has to be shown for everything but the health, if there are any
     * @param log told of every request
     */
    public ServiceRoutes(
            ServedFleets fleets, Limits limits, String version, OwnNames names, ServiceTokens tokens, AccessLog log) {
        this.fleets = fleets;
        this.log = log;
        this.names = names;
        this.tokens = tokens;
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
        return path.startsWith("/rounds") || path.startsWith("/fleets/")
                ? fleets.directions()
                : "There are /, /rounds/{t}, /fleets, /fleets/{name}, /fleets/{name}/rounds/{t}, /health, /health/live, /health/ready, /metrics and /openapi.json.";
    }

    @Override
    public OwnNames names(InetSocketAddress address) {
        return names;
    }

    /** One request decides a round: whoever sends it has to be known. How the service is may be asked by everybody. */
    private void checkToken(Context ctx) {
        String path = ctx.path();
        if (path.equals("/health") || path.startsWith("/health/")) {
            return;
        }
        boolean isOfARound = path.startsWith("/rounds") || path.matches("/fleets/[^/]*/.*");
        boolean isPost = ctx.req().getMethod().equals("POST");
        tokens.check(
                ctx,
                path.equals("/metrics")
                        ? TokenScope.METRICS
                        : isPost ? TokenScope.DECIDE : isOfARound ? TokenScope.READ : null);
    }

    @Override
    public void addRoutes(RoutesConfig routes) {
        routes.before(ctx -> ctx.attribute(BEGUN, System.nanoTime()));
        routes.before(this::checkToken);
        routes.get(
                "/",
                ctx -> answer(
                        ctx,
                        fleets.single().isPresent()
                                ? about(fleets.onlyOne())
                                : ServiceDocuments.services(fleets, limits.largestBody(), version)));
        routes.get("/fleets", ctx -> answer(ctx, ServiceDocuments.fleets(fleets)));
        routes.get("/fleets/{name}", ctx -> answer(ctx, about(named(ctx))));
        routes.get("/openapi.json", ctx -> answer(ctx, ServiceDocuments.openApi()));
        routes.get("/health", ctx -> {
            boolean isWell =
                    fleets.all().stream().allMatch(each -> each.health().isWell());
            ctx.status(isWell ? 200 : 503);
            answer(ctx, ServiceDocuments.health(isWell, nextRound()));
        });
        routes.get("/health/live", ctx -> answer(ctx, ServiceDocuments.live()));
        routes.get("/health/ready", ctx -> {
            Optional<String> whyNot = whyNotReady();
            ctx.status(whyNot.isEmpty() ? 200 : 503);
            answer(ctx, ServiceDocuments.ready(whyNot, nextRound()));
        });
        routes.get("/metrics", ctx -> ctx.contentType(ServiceMetrics.TYPE).result(metrics.text(fleets)));
        routes.get("/rounds/{t}", ctx -> answer(ctx, decided(fleets.onlyOne(), round(ctx))));
        routes.get("/fleets/{name}/rounds/{t}", ctx -> answer(ctx, decided(named(ctx), round(ctx))));
        routes.post(
                "/rounds/{t}",
                bodies.then((ctx, body) -> answer(ctx, fleets.onlyOne().decide(round(ctx), body))));
        routes.post(
                "/fleets/{name}/rounds/{t}",
                bodies.then((ctx, body) -> answer(ctx, named(ctx).decide(round(ctx), body))));
        routes.after(this::account);
    }

    private Service named(Context ctx) {
        return fleets.named(ctx.pathParam("name"));
    }

    private byte[] about(Service service) {
        return ServiceDocuments.service(service.scenario(), service.health(), limits.largestBody(), version);
    }

    /** Of the only fleet; empty if there are several. */
    private OptionalInt nextRound() {
        return fleets.single().stream()
                .mapToInt(service -> service.health().nextRound())
                .findFirst();
    }

    /** Why the next round of some fleet would not be decided. */
    private Optional<String> whyNotReady() {
        for (Service each : fleets.all()) {
            Optional<String> why = each.whyNotReady();
            if (why.isPresent()) {
                return fleets.single().isPresent()
                        ? why
                        : why.map(words -> each.scenario().name() + ": " + words);
            }
        }
        return Optional.empty();
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
            throw new Problem(Problem.NO_SUCH_PLACE, fleets.directions());
        }
        return Integer.parseInt(t);
    }

    private static byte[] decided(Service service, int t) throws IOException {
        return service.answer(t)
                .orElseThrow(() -> new Problem(ProblemKinds.NOT_YET, "The next round is " + service.nextRound() + "."));
    }

    private static void answer(Context ctx, byte[] json) {
        ctx.contentType("application/json").result(json);
    }
}
