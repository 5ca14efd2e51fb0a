package io.acord.studio;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.sse.SseHandler;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
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
     * @param examples scenarios to begin with, the first one first
     * @param log where faults of our own are told
     */
    public record Settings(
            String host,
            InetAddress address,
            int port,
            @Nullable String token,
            Path runs,
            Map<String, String> examples,
            String version,
            PrintWriter log) {}

    private final Settings settings;
    private final Javalin server;
    private final Plays plays;
    private final Adversary adversary = new Adversary();
    private final FinishedRuns runs;
    private final Swarms swarms;
    private final SwarmEvents events;

    private Studio(Settings settings) {
        this.settings = settings;
        this.plays = new Plays(settings.version());
        this.runs = new FinishedRuns(settings.runs());
        this.swarms = new Swarms(settings.runs());
        this.events = new SwarmEvents(swarms);
        this.server = Javalin.create(this::configure);
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
                    "leave --host out, or add --token with 16 or more letters and digits");
        }
        if (token != null) {
            Gate.whyNoToken(token)
                    .ifPresent(needed -> complaints.add("--token", "cannot be used", needed, "choose another"));
        }
        complaints.throwIfAny();
        Studio studio = new Studio(settings);
        try {
            studio.server.start(settings.address().getHostAddress(), settings.port());
        } catch (RuntimeException e) {
            studio.close();
            throw isOfAddress(e) ? new AddressTaken(String.valueOf(e.getMessage())) : e;
        }
        return studio;
    }

    private static boolean isOfAddress(Throwable thrown) {
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            if (at instanceof SocketException) {
                return true;
            }
        }
        return thrown instanceof JavalinBindException;
    }

    /** Somebody else listens there, or the address is not of this machine. */
    public static final class AddressTaken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        AddressTaken(String message) {
            super(message);
        }
    }

    public int port() {
        return server.port();
    }

    private Gate gate() {
        Set<String> names = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
        String host = settings.host().toLowerCase(Locale.ROOT);
        names.add(host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host);
        return new Gate(names, settings.address().isAnyLocalAddress(), this::port, settings.token());
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.prefer405over404 = true;
        config.http.maxRequestSize = Gate.LARGEST_BODY;
        config.router.ignoreTrailingSlashes = false;
        config.router.javaLangErrorHandler((response, fault) -> {
            tell("a request", fault);
            Problem problem = ourFault();
            response.setStatus(problem.status());
            response.setContentType("application/problem+json");
            try {
                response.getOutputStream().write(problem.json());
            } catch (IOException e) {
                // nobody is there any more
            }
        });
        QueuedThreadPool threads = new QueuedThreadPool(32, 4);
        threads.setDaemon(true);
        threads.setName("acord-studio");
        config.jetty.threadPool = threads;
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setRequestHeaderSize(16 * 1024);
        });
        Gate gate = gate();
        RoutesConfig routes = config.routes;
        routes.before(gate::check);
        routes.exception(Problem.class, (problem, ctx) -> send(ctx, problem));
        routes.exception(BadInputException.class, (refused, ctx) -> send(ctx, Problem.of(refused)));
        routes.exception(Exception.class, (fault, ctx) -> {
            tell(ctx.req().getMethod() + " " + ctx.path(), fault);
            send(ctx, ourFault());
        });
        routes.error(404, ctx -> fill(ctx, Problem.missing("docs/studio/api.md says what there is.")));
        routes.error(405, ctx -> fill(ctx, new Problem(405, "This cannot be done here", "Not by this method.")));
        routes.error(413, ctx -> fill(ctx, new Problem(413, "The body is too large", "A body may have 1 MB.")));
        page(routes);
        scenarios(routes);
        plays(routes);
        adversary(routes);
        runs(routes);
        swarms(routes);
    }

    private void tell(String what, Throwable fault) {
        synchronized (settings.log()) {
            settings.log().println("acord: " + what + " failed");
            fault.printStackTrace(settings.log());
            settings.log().flush();
        }
    }

    private static Problem ourFault() {
        return new Problem(500, "Something is wrong with the studio", "Its own log says more.");
    }

    private static void send(Context ctx, Problem problem) {
        ctx.status(problem.status()).contentType("application/problem+json").result(problem.json());
    }

    /** Says in our words what Javalin found. */
    private static void fill(Context ctx, Problem problem) {
        String type = ctx.res().getContentType();
        if (type == null || !type.startsWith("application/problem+json")) {
            send(ctx, problem);
        }
    }

    private static void answer(Context ctx, byte[] json) {
        ctx.contentType("application/json").result(json);
    }

    private static void page(RoutesConfig routes) {
        routes.get("/", ctx -> file(ctx, "index.html"));
        routes.get("/favicon.ico", ctx -> file(ctx, "favicon.svg"));
        routes.get("/page/<file>", ctx -> file(ctx, ctx.pathParam("file")));
    }

    private static void file(Context ctx, String name) {
        PageFiles.Content content = PageFiles.read(name).orElseThrow(() -> Problem.missing("There is no such file."));
        ctx.contentType(content.type()).result(content.bytes());
    }

    private void scenarios(RoutesConfig routes) {
        Map<String, String> examples = Examples.all(settings.examples());
        byte[] list = Examples.json(examples);
        routes.get("/api/examples", ctx -> answer(ctx, list));
        routes.post("/api/check", ctx -> {
            Asked asked = Gate.asked(ctx);
            var complaints = plays.check(asked.text("text"), asked.texts("sets"));
            answer(ctx, Json.document(json -> Problem.writeComplaints(json, complaints)));
        });
    }

    private void plays(RoutesConfig routes) {
        routes.post("/api/plays", ctx -> {
            Asked asked = Gate.asked(ctx);
            Play play = plays.open(asked.text("text"), asked.texts("sets"));
            ctx.status(201);
            answer(ctx, Json.document(json -> json.writeStringProperty("id", play.id())));
        });
        routes.get("/api/plays/{id}", ctx -> answer(ctx, PlayDocuments.meta(play(ctx))));
        routes.delete("/api/plays/{id}", ctx -> {
            plays.remove(play(ctx).id());
            ctx.status(204);
        });
        routes.post("/api/plays/{id}/advance", ctx -> {
            int rounds = Gate.asked(ctx).whole("rounds", 1, 1, 1_000_000);
            int played = play(ctx).advance(rounds);
            answer(ctx, Json.document(json -> json.writeNumberProperty("played", played)));
        });
        routes.get("/api/plays/{id}/curves", ctx -> answer(ctx, PlayDocuments.curves(play(ctx))));
        routes.get("/api/plays/{id}/verdict", ctx -> answer(ctx, PlayDocuments.verdict(play(ctx))));
        routes.get("/api/plays/{id}/graphs/{graph}", ctx -> {
            answer(ctx, PlayDocuments.graph(play(ctx), ctx.pathParam("graph")));
        });
        routes.get("/api/plays/{id}/rounds/{round}", ctx -> {
            Play play = play(ctx);
            answer(ctx, PlayDocuments.round(play, whole(ctx, "round"), algorithm(ctx, play)));
        });
        routes.get("/api/plays/{id}/rounds/{round}/iterations", ctx -> {
            Play play = play(ctx);
            answer(ctx, CourseDocuments.iterations(play.course(whole(ctx, "round"), algorithm(ctx, play))));
        });
        routes.get("/api/plays/{id}/rounds/{round}/iterations/{k}", ctx -> {
            Play play = play(ctx);
            int t = whole(ctx, "round");
            var course = play.course(t, algorithm(ctx, play));
            int k = CourseDocuments.iteration(course, ctx.pathParam("k"));
            answer(ctx, CourseDocuments.iteration(play, course, t, k));
        });
        routes.get("/api/plays/{id}/rounds/{round}/agents/{agent}", ctx -> {
            Play play = play(ctx);
            int t = whole(ctx, "round");
            int a = algorithm(ctx, play);
            int agent = whole(ctx, "agent");
            if (agent >= play.scenario().agents()) {
                throw Problem.missing(
                        "There are the agents 0 to " + (play.scenario().agents() - 1) + ".");
            }
            var course = play.course(t, a);
            int k = CourseDocuments.iteration(course, ctx.queryParam("k"));
            if (k == 0) {
                throw Problem.missing("Before the first iteration nobody has solved anything.");
            }
            Explanation explanation = new Explanation(course, agent, k);
            answer(ctx, explanation.json(play.turn(t, a), t, play.scenario().names()::get));
        });
    }

    private void adversary(RoutesConfig routes) {
        routes.get("/api/adversary", ctx -> {
            String mu = ctx.queryParam("mu");
            String rounds = ctx.queryParam("rounds");
            if (rounds != null && !rounds.matches("\\d{1,9}")) {
                throw Problem.unasked("rounds is a whole number.");
            }
            answer(
                    ctx,
                    Adversary.curves(
                            mu == null ? 1 : Adversary.number(mu, "mu"),
                            rounds == null ? 30 : Integer.parseInt(rounds)));
        });
        routes.post("/api/adversary/games", ctx -> {
            Asked asked = Gate.asked(ctx);
            ctx.status(201);
            answer(ctx, adversary.open(asked.number("mu", 1), asked.whole("rounds", 20, 1, 1_000_000)));
        });
        routes.get("/api/adversary/games/{id}", ctx -> answer(ctx, adversary.look(ctx.pathParam("id"))));
        routes.post("/api/adversary/games/{id}/move", ctx -> {
            answer(ctx, adversary.move(ctx.pathParam("id"), Gate.asked(ctx)));
        });
    }

    private void runs(RoutesConfig routes) {
        routes.get("/api/runs", ctx -> answer(ctx, runs.list()));
        routes.get("/api/runs/{key}", ctx -> answer(ctx, runs.one(ctx.pathParam("key"))));
        routes.get("/api/runs/{key}/report", ctx -> {
            String report = runs.report(ctx.pathParam("key"));
            // A file like any other: it may look at nothing of ours and talk to nobody.
            ctx.header(
                    "Content-Security-Policy",
                    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'");
            ctx.contentType("text/html; charset=utf-8").result(report);
        });
    }

    private void swarms(RoutesConfig routes) {
        routes.get("/api/swarms", ctx -> answer(ctx, swarms.list()));
        routes.post("/api/swarms", ctx -> {
            String key = swarms.attach(Gate.asked(ctx).text("folder"));
            ctx.status(201);
            answer(ctx, Json.document(json -> json.writeStringProperty("key", key)));
        });
        routes.get("/api/swarms/{key}", ctx -> answer(ctx, swarms.status(ctx.pathParam("key"))));
        SseHandler telling = new SseHandler(client -> events.add(client.ctx().pathParam("key"), client));
        routes.get("/api/swarms/{key}/events", ctx -> {
            events.check(ctx.pathParam("key")); // once the stream has begun, nothing can be refused any more
            String accept = ctx.header("Accept");
            if (accept == null || !accept.contains("text/event-stream")) {
                throw new Problem(
                        406,
                        "This is a stream of events",
                        "Accept has to name text/event-stream. With curl: -N -H 'Accept: text/event-stream'. Without /events it is told once.");
            }
            telling.handle(ctx);
        });
        routes.post("/api/swarms/{key}/processes/{name}/{what}", ctx -> {
            Gate.asked(ctx);
            swarms.signal(ctx.pathParam("key"), ctx.pathParam("name"), ctx.pathParam("what"));
            answer(ctx, Json.document(json -> json.writeBooleanProperty("done", true)));
        });
    }

    private Play play(Context ctx) {
        return plays.get(ctx.pathParam("id"));
    }

    private static int algorithm(Context ctx, Play play) {
        return play.algorithm(ctx.queryParam("algorithm"));
    }

    private static int whole(Context ctx, String name) {
        String text = ctx.pathParam(name);
        if (!text.matches("\\d{1,9}")) {
            throw Problem.missing("\"" + name + "\" is a whole number.");
        }
        return Integer.parseInt(text);
    }

    @Override
    public void close() {
        events.close();
        server.stop();
        plays.close();
    }
}
