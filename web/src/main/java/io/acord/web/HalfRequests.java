package io.acord.web;

import io.acord.internal.system.ProcessRoom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The connections that owe something: the head of their next request, the rest of its body, or reading the answer. Each
 * has its time, also if it sends or reads a byte now and then; and if there are too many connections, the one that has
 * owed for longest gives way to the new one. So a client with whole requests gets in however many have sent half of
 * one. What clients have not read is kept up to a size; beyond that the largest answer gives way. Safe for many
 * threads.
 */
final class HalfRequests extends Handler.Wrapper implements Connection.Listener {

    /** A body that is late is answered so by whoever reads it, who has to come first. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    /** So many files may be needed besides connections: jars, the journal, what Java opens for itself. */
    private static final int OTHER_FILES = 128;

    /** Bytes of answers that nobody has read yet. */
    private static final long MOST_UNREAD = 1 << 26;

    private final int mostConnections;
    private final Guards guards;
    private final AtomicLong unread = new AtomicLong();
    private final Map<UnreadAnswer, Connection> unreadAnswers = new ConcurrentHashMap<>();
    private final long patienceNanos;
    private final Set<Connection> open = new HashSet<>(); // guarded by this
    private final Map<Connection, Long> owing = new LinkedHashMap<>(); // since when, longest first; guarded by this

    HalfRequests(Limits limits, Guards guards) {
        long files = Math.max(1, ProcessRoom.mostFiles() - OTHER_FILES);
        this.mostConnections = (int) Math.min(limits.connections(), files);
        this.patienceNanos = limits.patience().plus(GRACE).toNanos();
        this.guards = guards;
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
        if (connection instanceof SslConnection) {
            return; // the connection within it owes the request, and the handshake before it
        }
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
        Request counted = request;
        if (hasBody(request)) {
            owe(connection); // from now on, for the body
            counted = new Counted(request, connection);
        } else {
            pay(connection);
        }
        if (!guards.keepsAnswers()) {
            return super.handle(counted, response, callback);
        }
        UnreadAnswer answer = new UnreadAnswer(counted, response, new Reader(connection));
        return super.handle(counted, answer, answer.after(callback));
    }

    /** Of one answer. */
    private final class Reader implements UnreadAnswer.Watch {
        private final Connection connection;

        Reader(Connection connection) {
            this.connection = connection;
        }

        @Override
        public void owes() {
            owe(connection);
        }

        @Override
        public void paid() {
            pay(connection);
        }

        @Override
        public void grown(UnreadAnswer answer, int bytes) {
            if (bytes > 0) {
                unreadAnswers.put(answer, connection);
            }
            boolean isTooMuch = unread.addAndGet(bytes) > MOST_UNREAD && bytes > 0 && unreadAnswers.size() > 1;
            if (answer.unread() == 0) {
                unreadAnswers.remove(answer);
            }
            if (isTooMuch) {
                unreadAnswers.entrySet().stream()
                        .max(Comparator.comparingInt(entry -> entry.getKey().unread()))
                        .ifPresent(largest -> largest.getValue().close());
            }
        }
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
