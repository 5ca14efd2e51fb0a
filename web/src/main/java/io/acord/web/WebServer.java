package io.acord.web;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.StatisticsHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * A server of HTTP at one address, within {@link Limits}, encrypted if it is given a {@link TlsIdentity}. Whom it
 * answers is the application's business; but a request under a name that is not its own, or for a change by a page of
 * another site, is refused.
 *
 * <p>Javalin's routes run as the only servlet of a Jetty that is put together here, and not of the one that Javalin
 * would start: that one comes with sessions, web sockets and a monitor, whose threads and classes a process with 128 MB
 * does without.
 */
public final class WebServer implements AutoCloseable {

    private static final int LARGEST_HEADER = 16 * 1024;
    private static final int MOST_WAITING = 1024; // connections that nobody has accepted yet

    /** Whoever waits for a request gives up first, and says why. */
    private static final int SILENCE_MILLIS = 5000;

    /** How long requests that are being answered may take to end. */
    private static final long PARTING_NANOS = 2_000_000_000L;

    private final ServerSocketChannel channel;
    private final InetSocketAddress address;
    private final Limits limits;
    private final FaultLog log;
    private final Guards guards;
    private final StatisticsHandler requests = new StatisticsHandler();
    private @Nullable Server server;

    private WebServer(
            ServerSocketChannel channel, InetSocketAddress address, Limits limits, FaultLog log, Guards guards) {
        this.channel = channel;
        this.address = address;
        this.limits = limits;
        this.log = log;
        this.guards = guards;
    }

    /**
     * Takes an address; a port of the system's choice if it is 0. Nothing is answered before {@link #start}.
     *
     * @param log where faults of our own are told
     * @throws SocketException if somebody else has the address, or it is not of this machine
     */
    public static WebServer bind(InetSocketAddress address, Limits limits, PrintWriter log) throws IOException {
        return bind(address, limits, log, new Guards());
    }

    static WebServer bind(InetSocketAddress address, Limits limits, PrintWriter log, Guards guards) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address, MOST_WAITING);
            InetSocketAddress bound = (InetSocketAddress) channel.getLocalAddress();
            return new WebServer(channel, bound, limits, new FaultLog(log), guards);
        } catch (UnresolvedAddressException e) {
            channel.close();
            throw new SocketException("there is no host " + address.getHostString());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    public InetSocketAddress address() {
        return address;
    }

    public Limits limits() {
        return limits;
    }

    /** Begins to answer, unencrypted. */
    public void start(WebApplication application) {
        start(application, null);
    }

    /**
     * Begins to answer.
     *
     * @param identity by which everything is encrypted; null: nothing is
     */
    public synchronized void start(WebApplication application, @Nullable TlsIdentity identity) {
        QueuedThreadPool threads = new QueuedThreadPool(limits.threads(), 1, 10_000);
        threads.setName("acord-" + application.name());
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        Server jetty = new Server(threads);
        HalfRequests halves = new HalfRequests(limits, guards);
        ServerConnector connector = connector(jetty, identity);
        connector.addBean(halves, false);
        jetty.addConnector(connector);
        jetty.setErrorHandler(new ProblemErrors(application));
        ServletContextHandler context = new ServletContextHandler(ServletContextHandler.NO_SESSIONS);
        context.setErrorHandler(jetty.getErrorHandler());
        ServletHolder holder = new ServletHolder(
                Javalin.create(config -> configure(config, application)).javalinServlet());
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/*");
        halves.setHandler(context);
        requests.setHandler(halves);
        jetty.setHandler(requests);
        server = jetty;
        try {
            jetty.start();
        } catch (Exception e) {
            close();
            throw new IllegalStateException("the " + application.name() + " cannot be started", e);
        }
    }

    private ServerConnector connector(Server jetty, @Nullable TlsIdentity identity) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(true);
        http.setRequestHeaderSize(LARGEST_HEADER);
        // Odd paths and hosts are looked at by ourselves: nothing is decoded twice, and refusals have one form.
        http.setUriCompliance(UriCompliance.RFC3986);
        http.setHttpCompliance(HttpCompliance.RFC9110.with("acord", HttpCompliance.Violation.UNSAFE_HOST_HEADER));
        if (identity != null) {
            http.addCustomizer(new SecureRequestCustomizer(identity.namesHost()));
        }
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        ConnectionFactory[] layers = identity == null
                ? new ConnectionFactory[] {plain}
                : new ConnectionFactory[] {new SslConnectionFactory(identity.factory(), plain.getProtocol()), plain};
        ServerConnector connector = new ServerConnector(jetty, null, null, null, 0, 1, layers);
        connector.setIdleTimeout(limits.patience().toMillis() + SILENCE_MILLIS);
        connector.setAcceptedTcpNoDelay(true); // an answer goes out at once and waits for no acknowledgement
        try {
            connector.open(channel);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return connector;
    }

    private void configure(JavalinConfig config, WebApplication application) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.prefer405over404 = true;
        config.router.ignoreTrailingSlashes = false;
        config.router.javaLangErrorHandler((response, fault) -> {
            log.tell("a request", fault);
            send(response, Problem.ourFault(application.name()));
        });
        OwnNames names = application.names(address);
        RoutesConfig routes = config.routes;
        routes.before(ctx -> {
            ctx.header("X-Content-Type-Options", "nosniff");
            ctx.header("Cache-Control", "no-store");
            names.check(ctx.header("Host"), address.getPort());
            guards.checkPage(ctx);
        });
        routes.exception(Problem.class, (problem, ctx) -> send(ctx, problem));
        routes.exception(JsonBodies.ClientGoneException.class, (gone, ctx) -> ctx.status(400));
        routes.exception(Exception.class, (fault, ctx) -> {
            log.tell(ctx.req().getMethod() + " " + ctx.path(), fault);
            send(ctx, Problem.ourFault(application.name()));
        });
        routes.error(404, ctx -> fill(ctx, new Problem(Problem.NO_SUCH_PLACE, application.directions(ctx.path()))));
        routes.error(405, ctx -> {
            String method = ctx.req().getMethod();
            fill(ctx, new Problem(Problem.WRONG_METHOD, method + " is not possible here."));
        });
        application.addRoutes(routes);
    }

    private static void send(Context ctx, Problem problem) {
        if (problem.kind().equals(Problem.TOO_SLOW) || problem.kind().equals(Problem.NO_ROOM)) {
            ctx.header("Connection", "close"); // what is still to come is not waited for
        }
        ctx.status(problem.kind().status())
                .contentType(ProblemErrors.TYPE)
                .result(problem.json(ctx.req().getRequestURI()));
    }

    /** Outside of Javalin's order of things: after an error of Java. */
    private static void send(HttpServletResponse response, Problem problem) {
        response.setStatus(problem.kind().status());
        response.setContentType(ProblemErrors.TYPE);
        try {
            response.getOutputStream().write(problem.json(""));
        } catch (IOException e) {
            // nobody is there any more
        }
    }

    /** Says in our words what Javalin found. */
    private static void fill(Context ctx, Problem problem) {
        String type = ctx.res().getContentType();
        if (type == null || !type.startsWith(ProblemErrors.TYPE)) {
            send(ctx, problem);
        }
    }

    /** Lets requests that are being answered end, for a moment, and ends. */
    @Override
    public synchronized void close() {
        long patience = System.nanoTime() + PARTING_NANOS;
        while (requests.getRequestsActive() > 0 && System.nanoTime() < patience) {
            LockSupport.parkNanos(5_000_000);
        }
        try {
            if (server != null) {
                server.stop();
            }
            channel.close();
        } catch (Exception e) {
            log.tell("ending", e);
        }
    }
}
