package io.acord.web;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The connections that owe something: the head of their next request, or the rest of its body. Each has its time, also
 * if it sends a byte now and then; and if there are too many connections, the one that has owed for longest gives way
 * to the new one. So a client with whole requests gets in however many have sent half of one. Safe for many threads.
 */
final class HalfRequests extends Handler.Wrapper implements Connection.Listener {

    /** A body that is late is answered so by whoever reads it, who has to come first. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final int mostConnections;
    private final long patienceNanos;
    private final Set<Connection> open = new HashSet<>(); // guarded by this
    private final Map<Connection, Long> owing = new LinkedHashMap<>(); // since when, longest first; guarded by this

    HalfRequests(Limits limits) {
        this(limits.connections(), limits.patience().plus(GRACE));
    }

    HalfRequests(int mostConnections, Duration patience) {
        this.mostConnections = mostConnections;
        this.patienceNanos = patience.toNanos();
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        lookLater();
    }

    private void lookLater() {
        getServer().getScheduler().schedule(this::look, 500, TimeUnit.MILLISECONDS);
    }

    /** Ends the connections whose time is over. */
    private void look() {
        List<Connection> late = new ArrayList<>();
        synchronized (this) {
            long now = System.nanoTime();
            owing.forEach((connection, since) -> {
                if (now - since > patienceNanos) {
                    late.add(connection);
                }
            });
            late.forEach(owing::remove);
        }
        late.forEach(Connection::close);
        if (isRunning() || isStarting()) {
            lookLater();
        }
    }

    @Override
    public void onOpened(Connection connection) {
        Connection givesWay = null;
        synchronized (this) {
            open.add(connection);
            owe(connection);
            if (open.size() > mostConnections) {
                givesWay = owing.keySet().iterator().next();
                owing.remove(givesWay);
                open.remove(givesWay);
            }
        }
        if (givesWay != null) {
            givesWay.close();
        }
    }

    @Override
    public synchronized void onClosed(Connection connection) {
        open.remove(connection);
        owing.remove(connection);
    }

    private synchronized void owe(Connection connection) {
        owing.remove(connection);
        if (open.contains(connection)) {
            owing.put(connection, System.nanoTime());
        }
    }

    private synchronized void pay(Connection connection) {
        owing.remove(connection);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        Request.addCompletionListener(request, failure -> owe(connection));
        if (!hasBody(request)) {
            pay(connection);
            return super.handle(request, response, callback);
        }
        owe(connection); // from now on, for the body
        return super.handle(new Counted(request, connection), response, callback);
    }

    private static boolean hasBody(Request request) {
        return request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH) > 0
                || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    /** A request whose body is to come. */
    private final class Counted extends Request.Wrapper {
        private final Connection connection;

        Counted(Request request, Connection connection) {
            super(request);
            this.connection = connection;
        }

        @Override
        public Content.@Nullable Chunk read() {
            Content.Chunk chunk = super.read();
            if (chunk != null && chunk.isLast()) {
                pay(connection);
            }
            return chunk;
        }
    }
}
