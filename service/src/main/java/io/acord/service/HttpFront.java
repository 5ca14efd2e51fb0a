package io.acord.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.acord.Guarantee;
import io.acord.model.Cost;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@link Service} over HTTP. There is no authentication: whoever reaches the address can decide rounds. */
public final class HttpFront implements AutoCloseable {

    private static final Pattern ROUND = Pattern.compile("/rounds/([1-9]\\d{0,8})");
    private static final Pattern JSON =
            Pattern.compile("application/json\\s*(;\\s*charset=\"?utf-8\"?\\s*)?", Pattern.CASE_INSENSITIVE);

    private static final Pattern HOST =
            Pattern.compile("(\\[[0-9a-fA-F:.]{2,60}]|[A-Za-z0-9._-]{1,253})(?::(\\d{1,5}))?");
    private static final Set<String> OWN = Set.of("localhost", "127.0.0.1", "[::1]");

    /** A client that sends slowly, or not at all, occupies one of these until its time is over. */
    private static final int THREADS = 16;

    private static final String SECONDS_FOR_A_REQUEST = "30";

    /** The computing is part of it. */
    private static final String SECONDS_FOR_AN_ANSWER = "300";

    /** So much of a body that is too large is read, for the client to come to the answer. */
    private static final int PATIENCE = 1 << 26;

    private final HttpServer server;
    private final ExecutorService threads;
    private final int largestBody;
    private final String version;
    private final PrintWriter log;
    private final AtomicInteger busy = new AtomicInteger();
    private final Map<Integer, LongAdder> answered = new TreeMap<>();

    private HttpFront(HttpServer server, ExecutorService threads, int largestBody, String version, PrintWriter log) {
        this.server = server;
        this.threads = threads;
        this.largestBody = largestBody;
        this.version = version;
        this.log = log;
    }

    /**
     * Takes an address; a port of the system's choice if it is 0. Nothing is answered before {@link #start}.
     *
     * @param largestBody in bytes
     * @param log where faults of our own are told
     */
    public static HttpFront bind(InetSocketAddress address, int largestBody, String version, PrintWriter log)
            throws IOException {
        setUnlessSet("sun.net.httpserver.maxReqTime", SECONDS_FOR_A_REQUEST);
        setUnlessSet("sun.net.httpserver.maxRspTime", SECONDS_FOR_AN_ANSWER);
        HttpServer server = HttpServer.create(address, 64);
        AtomicInteger count = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread daemon = new Thread(task, "acord-serve-" + count.incrementAndGet());
            daemon.setDaemon(true);
            return daemon;
        });
        return new HttpFront(server, threads, largestBody, version, log);
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /** Begins to answer. */
    public void start(Service answers) {
        server.setExecutor(threads);
        server.createContext("/", exchange -> handle(exchange, answers));
        server.start();
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** What is sent back. */
    @SuppressWarnings("ArrayRecordComponent") // sent and forgotten
    private record Reply(int status, String type, byte[] body) {
        static Reply json(byte[] body) {
            return new Reply(200, "application/json", body);
        }
    }

    private void handle(HttpExchange exchange, Service answers) throws IOException {
        busy.incrementAndGet();
        try {
            Reply reply;
            String path = exchange.getRequestURI().getRawPath();
            try {
                reply = reply(exchange, path, answers);
            } catch (Problem problem) {
                if (problem.kind() == Problem.Kind.WRONG_METHOD) {
                    exchange.getResponseHeaders()
                            .set("Allow", ROUND.matcher(path).matches() ? "GET, POST" : "GET");
                }
                reply = new Reply(problem.kind().status(), "application/problem+json", problem.json(path));
            }
            send(exchange, reply);
        } finally {
            busy.decrementAndGet();
        }
    }

    private Reply reply(HttpExchange exchange, String path, Service answers) throws Problem, IOException {
        needOwnName(exchange);
        boolean get = exchange.getRequestMethod().equals("GET");
        boolean post = exchange.getRequestMethod().equals("POST");
        Matcher round = ROUND.matcher(path);
        boolean known = switch (path) {
            case "/", "/health", "/metrics" -> true;
            default -> round.matches();
        };
        if (!known) {
            throw new Problem(
                    Problem.Kind.NO_SUCH_PLACE,
                    path.startsWith("/rounds")
                            ? "Rounds are /rounds/1, /rounds/2 and so on."
                            : "There are /, /rounds/{t}, /health and /metrics.");
        }
        if (!get && !(post && round.matches())) {
            throw new Problem(
                    Problem.Kind.WRONG_METHOD,
                    exchange.getRequestMethod() + " is not possible here; a round is decided by POST /rounds/{t}.");
        }
        try {
            if (post) {
                needJson(exchange);
                byte[] body = body(exchange);
                return Reply.json(answers.decide(Integer.parseInt(round.group(1)), body));
            }
            return switch (path) {
                case "/" ->
                    Reply.json(
                            Answers.service(answers.served(), answers.health().nextRound(), largestBody, version));
                case "/health" -> {
                    Service.Health now = answers.health();
                    boolean well = now.isWell();
                    byte[] health = Answers.health(well, now.nextRound());
                    yield new Reply(well ? 200 : 503, "application/json", health);
                }
                case "/metrics" ->
                    new Reply(
                            200,
                            "text/plain; version=0.0.4; charset=utf-8",
                            metrics(answers.health()).getBytes(StandardCharsets.UTF_8));
                default -> {
                    int t = Integer.parseInt(round.group(1));
                    yield Reply.json(answers.answer(t)
                            .orElseThrow(() -> new Problem(
                                    Problem.Kind.NOT_YET, "The next round is " + answers.nextRound() + ".")));
                }
            };
        } catch (SlowClient gone) {
            throw gone.cause();
        } catch (IOException | RuntimeException | Error fault) {
            synchronized (log) {
                log.println("acord: " + exchange.getRequestMethod() + " " + path + " failed");
                fault.printStackTrace(log);
                log.flush();
            }
            throw new Problem(Problem.Kind.OUR_FAULT, "The service's own log says more. Nothing was changed.");
        }
    }

    /** The client did not send what it announced; nobody is there to be answered. */
    private static final class SlowClient extends IOException {
        private static final long serialVersionUID = 1L;
        private final IOException cause;

        SlowClient(IOException cause) {
            super(cause);
            this.cause = cause;
        }

        IOException cause() {
            return cause;
        }
    }

    /**
     * A page of a stranger could be shown under a name of theirs that points to this machine, and then read what is
     * answered here. So on this machine only its own names are answered for; who listens for others cannot know under
     * which names they reach it.
     */
    private void needOwnName(HttpExchange exchange) throws Problem {
        InetAddress here = server.getAddress().getAddress();
        if (!here.isLoopbackAddress()) {
            return;
        }
        String host = exchange.getRequestHeaders().getFirst("Host");
        Matcher name = HOST.matcher(host == null ? "" : host.strip());
        boolean own = name.matches()
                && (OWN.contains(name.group(1).toLowerCase(Locale.ROOT))
                        || name.group(1).equals(here.getHostAddress()))
                && Integer.parseInt(name.group(2) == null ? "80" : name.group(2))
                        == server.getAddress().getPort();
        if (!own) {
            throw new Problem(
                    Problem.Kind.NOT_OURS,
                    "Host is " + (host == null ? "missing" : host.replaceAll("[^\\x20-\\x7e]", "?"))
                            + "; the service is asked for under the address that it printed.");
        }
    }

    private static void needJson(HttpExchange exchange) throws Problem {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (type == null || !JSON.matcher(type.strip()).matches()) {
            throw new Problem(
                    Problem.Kind.WRONG_CONTENT_TYPE,
                    "Content-Type is " + (type == null ? "missing" : type)
                            + "; needed: application/json, in UTF-8. With curl: -H 'Content-Type: application/json'.");
        }
    }

    private byte[] body(HttpExchange exchange) throws Problem, SlowClient {
        try {
            InputStream in = exchange.getRequestBody();
            byte[] body = in.readNBytes(largestBody + 1);
            if (body.length <= largestBody) {
                return body;
            }
            byte[] sink = new byte[1 << 16];
            for (int left = PATIENCE; left > 0; ) {
                int count = in.read(sink, 0, Math.min(left, sink.length));
                if (count < 0) {
                    break;
                }
                left -= count;
            }
        } catch (IOException e) {
            throw new SlowClient(e);
        }
        throw new Problem(
                Problem.Kind.TOO_LARGE,
                "A body may have " + largestBody + " bytes; start the service with a larger --max-body.");
    }

    private void send(HttpExchange exchange, Reply reply) throws IOException {
        try (exchange) {
            synchronized (answered) {
                answered.computeIfAbsent(reply.status(), status -> new LongAdder())
                        .increment();
            }
            exchange.getResponseHeaders().set("Content-Type", reply.type());
            exchange.sendResponseHeaders(reply.status(), reply.body().length);
            exchange.getResponseBody().write(reply.body());
        }
    }

    private String metrics(Service.Health now) {
        StringBuilder text = new StringBuilder();
        gauge(text, "acord_serve_rounds", "counter", "Rounds decided since the first one.", now.nextRound() - 1);
        Cost cost = now.cost();
        text.append("# HELP acord_serve_cost What all rounds have cost.\n# TYPE acord_serve_cost counter\n");
        text.append("acord_serve_cost{part=\"hitting\"} ")
                .append(cost.hitting())
                .append('\n');
        text.append("acord_serve_cost{part=\"switching\"} ")
                .append(cost.switching())
                .append('\n');
        text.append("acord_serve_cost{part=\"dissimilarity\"} ")
                .append(cost.dissimilarity())
                .append('\n');
        if (now.guarantee() instanceof Guarantee.Proven proven) {
            gauge(text, "acord_serve_certificates", "counter", "Sum of all certificates.", proven.gaps());
            double ratio = proven.ratioAtMost();
            gauge(
                    text,
                    "acord_serve_ratio_at_most",
                    "gauge",
                    "At most this many times the hindsight optimum was paid.",
                    ratio);
        }
        text.append(
                "# HELP acord_serve_requests Requests by status since the start.\n# TYPE acord_serve_requests counter\n");
        synchronized (answered) {
            answered.forEach((status, count) ->
                    text.append("acord_serve_requests{status=\"" + status + "\"} " + count.sum() + "\n"));
        }
        return text.toString();
    }

    private static void gauge(StringBuilder text, String name, String type, String help, double value) {
        String number = value == Double.POSITIVE_INFINITY ? "+Inf" : String.format(Locale.ROOT, "%s", value);
        text.append(
                "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n" + name + " " + number + "\n");
    }

    /** Lets requests that are being answered end, for a moment, and ends. */
    @Override
    public void close() {
        long patience = System.nanoTime() + 2_000_000_000L;
        while (busy.get() > 0 && System.nanoTime() < patience) {
            LockSupport.parkNanos(5_000_000);
        }
        server.stop(0);
        threads.shutdown();
    }
}
