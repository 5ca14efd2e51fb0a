package io.acord.studio;

import io.acord.input.BadInputException;
import io.acord.web.JsonBodies;
import io.acord.web.JsonDocument;
import io.acord.web.Limits;
import io.acord.web.OwnNames;
import io.acord.web.Problem;
import io.acord.web.WebApplication;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.sse.SseHandler;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What the studio answers; {@code docs/studio/api.md} describes it. */
final class StudioRoutes implements WebApplication {

    static final Limits LIMITS = new Limits(1 << 20, 32, Duration.ofSeconds(30));

    private final JsonBodies bodies = new JsonBodies(LIMITS, "");
    private final Studio.Settings settings;
    private final Optional<OpenedFile> opened;
    private final LivePlays plays;
    private final Swarms swarms;
    private final SwarmEvents events;
    private final FinishedRuns runs;
    private final Adversary adversary = new Adversary();

    StudioRoutes(
            Studio.Settings settings, Optional<OpenedFile> opened, LivePlays plays, Swarms swarms, SwarmEvents events) {
        this.settings = settings;
        this.opened = opened;
        this.plays = plays;
        this.swarms = swarms;
        this.events = events;
        this.runs = new FinishedRuns(settings.runs());
    }

    @Override
    public String name() {
        return "studio";
    }

    @Override
    public String directions(String path) {
        return "docs/studio/api.md says what there is.";
    }

    @Override
    public OwnNames names(InetSocketAddress address) {
        return OwnNames.of(settings.host(), settings.address().isAnyLocalAddress());
    }

    @Override
    public void addRoutes(RoutesConfig routes) {
        routes.before(new RequestGuard(settings.token())::check);
        routes.exception(BadInputException.class, (refused, ctx) -> {
            Problem problem = StudioProblems.refused(refused);
            ctx.status(problem.kind().status())
                    .contentType("application/problem+json")
                    .result(problem.json(ctx.path()));
        });
        page(routes);
        scenarios(routes);
        plays(routes);
        adversary(routes);
        runs(routes);
        swarms(routes);
    }

    /** What is done with what was sent. */
    @FunctionalInterface
    private interface Posted {
        void answer(Context ctx, RequestBody asked) throws Exception;
    }

    private void post(RoutesConfig routes, String path, Posted posted) {
        routes.post(path, bodies.then((ctx, body) -> posted.answer(ctx, RequestBody.read(body))));
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
        PageFiles.Content content =
                PageFiles.read(name).orElseThrow(() -> StudioProblems.missing("There is no such file."));
        ctx.contentType(content.type()).result(content.bytes());
    }

    private void scenarios(RoutesConfig routes) {
        Map<String, String> examples = Examples.all(settings.examples());
        routes.get("/api/examples", ctx -> answer(ctx, Examples.json(opened, examples)));
        post(routes, "/api/file", (ctx, asked) -> {
            OpenedFile file = opened.orElseThrow(
                    () -> StudioProblems.missing("The studio was started without a file: ./acord studio my.yaml."));
            String version = file.save(asked.text("text"), asked.text("version"));
            answer(ctx, JsonDocument.object(json -> json.writeStringProperty("version", version)));
        });
        post(routes, "/api/check", (ctx, asked) -> {
            var complaints = plays.check(asked.text("text"), asked.texts("sets"));
            answer(
                    ctx,
                    JsonDocument.object(json -> Problem.writeComplaints(json, StudioProblems.SCENARIO, complaints)));
        });
    }

    private void plays(RoutesConfig routes) {
        post(routes, "/api/plays", (ctx, asked) -> {
            LivePlay play = plays.open(asked.text("text"), asked.texts("sets"));
            ctx.status(201);
            answer(ctx, JsonDocument.object(json -> json.writeStringProperty("id", play.id())));
        });
        routes.get("/api/plays/{id}", ctx -> answer(ctx, PlayDocuments.meta(play(ctx))));
        routes.delete("/api/plays/{id}", ctx -> {
            plays.remove(play(ctx).id());
            ctx.status(204);
        });
        post(routes, "/api/plays/{id}/advance", (ctx, asked) -> {
            int rounds = asked.whole("rounds", 1, 1, 1_000_000);
            int played = play(ctx).advance(rounds);
            answer(ctx, JsonDocument.object(json -> json.writeNumberProperty("played", played)));
        });
        routes.get("/api/plays/{id}/curves", ctx -> answer(ctx, PlayDocuments.curves(play(ctx))));
        routes.get("/api/plays/{id}/verdict", ctx -> answer(ctx, PlayDocuments.verdict(play(ctx))));
        routes.get("/api/plays/{id}/graphs/{graph}", ctx -> {
            answer(ctx, PlayDocuments.graph(play(ctx), ctx.pathParam("graph")));
        });
        routes.get("/api/plays/{id}/rounds/{round}", ctx -> {
            LivePlay play = play(ctx);
            answer(ctx, PlayDocuments.round(play, whole(ctx, "round"), algorithm(ctx, play)));
        });
        routes.get("/api/plays/{id}/rounds/{round}/iterations", ctx -> {
            LivePlay play = play(ctx);
            answer(ctx, IterationDocuments.iterations(play.record(whole(ctx, "round"), algorithm(ctx, play))));
        });
        routes.get("/api/plays/{id}/rounds/{round}/iterations/{k}", ctx -> {
            LivePlay play = play(ctx);
            int t = whole(ctx, "round");
            var record = play.record(t, algorithm(ctx, play));
            int k = IterationDocuments.iteration(record, ctx.pathParam("k"));
            answer(ctx, IterationDocuments.iteration(play, record, t, k));
        });
        routes.get("/api/plays/{id}/rounds/{round}/agents/{agent}", ctx -> {
            LivePlay play = play(ctx);
            int t = whole(ctx, "round");
            int a = algorithm(ctx, play);
            int agent = agent(ctx, play);
            var record = play.record(t, a);
            int k = IterationDocuments.iteration(record, ctx.queryParam("k"));
            if (k == 0) {
                throw StudioProblems.missing("Before the first iteration nobody has solved anything.");
            }
            Explanation explanation = new Explanation(record, agent, k);
            answer(ctx, explanation.json(play.turn(t, a), t, play.scenario().names()::get));
        });
        routes.get("/api/plays/{id}/rounds/{round}/agents/{agent}/foresight", ctx -> {
            LivePlay play = play(ctx);
            answer(ctx, ForesightDocument.of(play, whole(ctx, "round"), algorithm(ctx, play), agent(ctx, play)));
        });
    }

    private static int agent(Context ctx, LivePlay play) {
        int agent = whole(ctx, "agent");
        if (agent >= play.scenario().agents()) {
            throw StudioProblems.missing(
                    "There are the agents 0 to " + (play.scenario().agents() - 1) + ".");
        }
        return agent;
    }

    private void adversary(RoutesConfig routes) {
        routes.get("/api/adversary", ctx -> {
            String mu = ctx.queryParam("mu");
            String rounds = ctx.queryParam("rounds");
            if (rounds != null && !rounds.matches("\\d{1,9}")) {
                throw StudioProblems.unreadable("rounds is a whole number.");
            }
            answer(
                    ctx,
                    Adversary.curves(
                            mu == null ? 1 : Adversary.number(mu, "mu"),
                            rounds == null ? 30 : Integer.parseInt(rounds)));
        });
        post(routes, "/api/adversary/games", (ctx, asked) -> {
            ctx.status(201);
            answer(ctx, adversary.open(asked.number("mu", 1), asked.whole("rounds", 20, 1, 1_000_000)));
        });
        routes.get("/api/adversary/games/{id}", ctx -> answer(ctx, adversary.look(ctx.pathParam("id"))));
        post(routes, "/api/adversary/games/{id}/move", (ctx, asked) -> {
            answer(ctx, adversary.move(ctx.pathParam("id"), asked));
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
        post(routes, "/api/swarms", (ctx, asked) -> {
            String key = swarms.attach(asked.text("folder"));
            ctx.status(201);
            answer(ctx, JsonDocument.object(json -> json.writeStringProperty("key", key)));
        });
        routes.get("/api/swarms/{key}", ctx -> answer(ctx, swarms.status(ctx.pathParam("key"))));
        SseHandler telling = new SseHandler(client -> events.add(client.ctx().pathParam("key"), client));
        routes.get("/api/swarms/{key}/events", ctx -> {
            events.check(ctx.pathParam("key")); // once the stream has begun, nothing can be refused any more
            String accept = ctx.header("Accept");
            if (accept == null || !accept.contains("text/event-stream")) {
                throw new Problem(
                        StudioProblems.EVENTS_ONLY,
                        "Accept has to name text/event-stream. With curl: -N -H 'Accept: text/event-stream'. Without /events it is told once.");
            }
            telling.handle(ctx);
        });
        post(routes, "/api/swarms/{key}/processes/{name}/{what}", (ctx, asked) -> {
            swarms.signal(ctx.pathParam("key"), ctx.pathParam("name"), ctx.pathParam("what"));
            answer(ctx, JsonDocument.object(json -> json.writeBooleanProperty("done", true)));
        });
    }

    private LivePlay play(Context ctx) {
        return plays.get(ctx.pathParam("id"));
    }

    private static int algorithm(Context ctx, LivePlay play) {
        return play.algorithm(ctx.queryParam("algorithm"));
    }

    private static int whole(Context ctx, String name) {
        String text = ctx.pathParam(name);
        if (!text.matches("\\d{1,9}")) {
            throw StudioProblems.missing("\"" + name + "\" is a whole number.");
        }
        return Integer.parseInt(text);
    }
}
