package io.acord.swarm.live;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.internal.system.DaemonThread;
import io.acord.protocol.live.LiveRounds;
import io.acord.protocol.live.Reply;
import io.acord.swarm.live.LiveConfig.LiveAgent;
import io.acord.web.JsonBodies;
import io.acord.web.Limits;
import io.acord.web.Problem;
import io.acord.web.WebApplication;
import io.acord.web.WebServer;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.sse.SseClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Costs over HTTP, and actions by the answer, by asking, or as events. Only for this machine: whoever reaches it speaks
 * for the agents.
 */
final class HttpDoor implements FeedDoor, WebApplication {

    private static final Problem.Kind BAD_ROUND = new Problem.Kind(400, "bad-round", "The round cannot be taken");
    private static final Problem.Kind NOT_YET = new Problem.Kind(404, "not-yet", "The round is not over");
    private static final Problem.Kind EVENTS_ONLY = new Problem.Kind(406, "events-only", "Actions come as events here");
    private static final Problem.Kind OTHER_BODY =
            new Problem.Kind(409, Reply.Cause.OTHER_BODY.word(), "The round was told with another body");
    private static final Problem.Kind OTHER_BETA =
            new Problem.Kind(409, Reply.Cause.OTHER_BETA.word(), "The round was told with another beta");
    private static final Problem.Kind OUT_OF_TURN =
            new Problem.Kind(409, Reply.Cause.FAR_AHEAD.word(), "The round is too far ahead");
    private static final Problem.Kind NOT_KEPT =
            new Problem.Kind(410, Reply.Cause.FORGOTTEN.word(), "The round is not kept any more");
    private static final Problem.Kind BUSY = new Problem.Kind(503, "busy", "Too many are listening");

    private static final Limits LIMITS = new Limits(1 << 20, 8, Duration.ofSeconds(30), 128);

    /** An answer that takes longer is to be asked for again: a connection is not silent for ever. */
    private static final int LONGEST_WAIT = 25; // seconds

    private static final int MOST_LISTENERS = 32;

    private record Question(int round, int agent) {}

    private final LiveFeed feed;
    private final String member;
    private final WebServer server;
    private final JsonBodies bodies = new JsonBodies(LIMITS, "");
    private final Map<Question, CompletableFuture<String>> waiting = new ConcurrentHashMap<>();
    private final Map<SseClient, EventQueue> listeners = new ConcurrentHashMap<>();

    /** Answers are handed out by threads of their own: a client that does not read keeps nobody else waiting. */
    private final ExecutorService handing;

    private HttpDoor(LiveFeed feed, String member, WebServer server) {
        this.feed = feed;
        this.member = member;
        this.server = server;
        this.handing = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE, // connections are bounded, and so are those who wait
                10,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                DaemonThread.named("acord-feed-http"),
                new ThreadPoolExecutor.DiscardPolicy()); // the door is closed
    }

    static HttpDoor open(LiveFeed feed, String member, InetSocketAddress address, PrintWriter stderr)
            throws IOException {
        try {
            WebServer server = WebServer.bind(address, LIMITS, stderr);
            HttpDoor door = new HttpDoor(feed, member, server);
            feed.listen(door::hand);
            server.start(door);
            return door;
        } catch (SocketException e) {
            throw Complaints.refuse(
                    "feed.http",
                    "is " + address.getHostString() + ":" + address.getPort() + ", where nobody can listen ("
                            + e.getMessage() + ")",
                    "an address of this machine that is free: every member has one of its own",
                    "give another port");
        }
    }

    @Override
    public String inWords() {
        return feed.word() + " at http://" + server.address().getHostString() + ":"
                + server.address().getPort() + "/rounds";
    }

    InetSocketAddress address() {
        return server.address();
    }

    @Override
    public String name() {
        return "feed";
    }

    @Override
    public String directions(String path) {
        return "There are GET /, POST /rounds, GET /rounds/{t} and GET /actions.";
    }

    @Override
    public void addRoutes(RoutesConfig routes) {
        List<String> agents =
                feed.config().agents().stream().map(LiveAgent::name).toList();
        routes.get(
                "/",
                ctx -> answer(
                        ctx,
                        FeedDocuments.status(
                                member, agents, feed.readings(), feed.config().dimension(), feed.nextRound())));
        routes.post("/rounds", bodies.thenLater(this::post));
        routes.get("/rounds/{t}", this::get);
        routes.before("/actions", ctx -> {
            String accepted = ctx.header("Accept");
            if (accepted == null || !accepted.contains("text/event-stream")) {
                throw new Problem(EVENTS_ONLY, "Send Accept: text/event-stream; single rounds are at /rounds/{t}.");
            }
        });
        routes.sse("/actions", this::listen);
    }

    private static void answer(Context ctx, String json) {
        ctx.contentType("application/json").result(json.strip() + "\n");
    }

    // ---- costs in, and the action by the answer

    private CompletableFuture<?> post(Context ctx, byte[] body) {
        LiveFeed.Posted posted;
        try {
            posted = feed.post(body, feed.ids());
        } catch (BadInputException e) {
            int count = e.complaints().size();
            throw Problem.ofBody(
                    BAD_ROUND,
                    (count == 1 ? "1 complaint" : count + " complaints") + "; nothing was changed. The next round is "
                            + feed.nextRound() + ".",
                    e.complaints());
        }
        if (posted.reply() instanceof Reply.Refused refused) {
            throw new Problem(
                    switch (refused.cause()) {
                        case OTHER_BODY -> OTHER_BODY;
                        case OTHER_BETA -> OTHER_BETA;
                        case FAR_AHEAD -> OUT_OF_TURN;
                        case FORGOTTEN -> NOT_KEPT;
                    },
                    refused.why());
        }
        String prefer = ctx.header("Prefer");
        int seconds = prefer != null && prefer.contains("respond-async") ? 0 : LONGEST_WAIT;
        return await(posted.round(), posted.agent(), seconds).thenAccept(answer -> {
            if (answer.isEmpty()) {
                ctx.status(202);
            }
            answer(
                    ctx,
                    answer.isEmpty()
                            ? FeedDocuments.taken(posted.round(), posted.agent().name())
                            : answer);
        });
    }

    /** What a round came to, within a time; empty text if it is not over then. */
    private CompletableFuture<String> await(int round, LiveAgent agent, int seconds) {
        if (round > feed.nextRound() + LiveRounds.AHEAD) {
            return CompletableFuture.completedFuture("");
        }
        CompletableFuture<String> whenOver =
                waiting.computeIfAbsent(new Question(round, agent.id()), question -> new CompletableFuture<>());
        // Asked after it is in the map: an answer that comes in between is in either.
        String answer = feed.answerOf(round, agent).orElse(seconds == 0 ? "" : null);
        return answer != null
                ? CompletableFuture.completedFuture(answer)
                : whenOver.copy().completeOnTimeout("", seconds, TimeUnit.SECONDS);
    }

    private void hand(int round, LiveAgent agent, String answer) {
        CompletableFuture<String> asked = waiting.remove(new Question(round, agent.id()));
        if (asked != null) {
            asked.completeAsync(() -> answer, handing);
        }
        waiting.keySet().removeIf(question -> question.round() < round - LiveRounds.WINDOW); // never to be answered
        listeners.forEach((client, queue) -> {
            if (queue.agent() == agent.id() && !queue.add(round, answer)) {
                handing.execute(client::close); // it comes back with Last-Event-ID
            }
        });
    }

    // ---- the action by asking

    private void get(Context ctx) {
        String t = ctx.pathParam("t");
        if (!t.matches("[1-9]\\d{0,8}")) {
            throw new Problem(Problem.NO_SUCH_PLACE, "Rounds are /rounds/1, /rounds/2 and so on.");
        }
        int round = Integer.parseInt(t);
        LiveAgent agent = asked(ctx);
        String wait = ctx.queryParam("wait");
        if (wait != null && !wait.matches("\\d{1,4}")) {
            throw new Problem(BAD_ROUND, "wait is " + shown(wait) + "; needed: whole seconds.");
        }
        int seconds = wait == null ? 0 : Math.min(LONGEST_WAIT, Integer.parseInt(wait));
        ctx.future(() -> await(round, agent, seconds).thenAccept(answer -> {
            if (!answer.isEmpty()) {
                answer(ctx, answer);
            } else {
                boolean isOld = round < feed.nextRound() - 1;
                throw new Problem(isOld ? NOT_KEPT : NOT_YET, "The next round is " + feed.nextRound() + ".");
            }
        }));
    }

    private static String shown(String text) {
        return "\"" + text.replaceAll("[^\\x20-\\x7e]", "?") + "\"";
    }

    private LiveAgent asked(Context ctx) {
        String name = ctx.queryParam("agent");
        List<LiveAgent> all = feed.config().agents();
        if (name == null && all.size() == 1) {
            return all.get(0);
        }
        return Optional.ofNullable(name)
                .flatMap(feed::agent)
                .orElseThrow(() -> new Problem(
                        Problem.NO_SUCH_PLACE,
                        (name == null ? "agent is missing" : "agent is " + shown(name)) + "; needed: ?agent= one of "
                                + String.join(
                                        ", ", all.stream().map(LiveAgent::name).toList()) + "."));
    }

    // ---- the action as events

    private void listen(SseClient client) {
        LiveAgent agent = asked(client.ctx());
        String last = client.ctx().header("Last-Event-ID");
        int from = last != null && last.matches("\\d{1,9}") ? Integer.parseInt(last) + 1 : feed.nextRound() - 1;
        EventQueue queue = new EventQueue(agent.id(), (round, answer) -> tell(client, round, answer), handing);
        client.onClose(() -> listeners.remove(client));
        synchronized (listeners) {
            if (listeners.size() >= MOST_LISTENERS) {
                throw new Problem(BUSY, MOST_LISTENERS + " are listening already.");
            }
            listeners.put(client, queue);
        }
        client.keepAlive();
        // Asked after it is in the map: a round that is over in between is in either, or in both.
        for (int round = Math.max(from, feed.nextRound() - LiveRounds.WINDOW); round < feed.nextRound(); round++) {
            int missed = round;
            feed.answerOf(round, agent).ifPresent(answer -> queue.add(missed, answer));
        }
        queue.begin();
        if (client.terminated()) {
            listeners.remove(client); // it went away before it was in the map
        }
    }

    private void tell(SseClient client, int round, String answer) {
        if (client.terminated()) {
            return;
        }
        try {
            client.sendEvent("action", answer, Integer.toString(round));
        } catch (RuntimeException e) {
            listeners.remove(client); // it is gone
        }
    }

    @Override
    public void close() {
        Set.copyOf(listeners.keySet()).forEach(SseClient::close);
        waiting.values().forEach(future -> future.complete(""));
        handing.shutdownNow();
        server.close();
    }
}
