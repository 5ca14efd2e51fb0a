package io.acord.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A member's {@code /metrics} and {@code /health} over plain HTTP. It says nothing that costs or actions could be told
 * from, and yet belongs on an address that only the operator reaches: loopback unless said.
 */
public final class StatusServer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService thread;

    private StatusServer(HttpServer server, ExecutorService thread) {
        this.server = server;
        this.thread = thread;
    }

    /** Serves a member's status; a port of the system's choice if it is 0. */
    public static StatusServer open(String host, int port, Member member, Metrics metrics) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(host, port), 16);
        ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
            Thread daemon = new Thread(task, "acord-status");
            daemon.setDaemon(true);
            return daemon;
        });
        server.setExecutor(thread);
        server.createContext("/metrics", exchange -> answer(exchange, 200, "text/plain", metrics.scrape()));
        server.createContext("/health", exchange -> {
            Member.Health health = member.health();
            answer(exchange, health.isWell() ? 200 : 503, "application/json", health.json());
        });
        server.start();
        return new StatusServer(server, thread);
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    private static void answer(HttpExchange exchange, int code, String type, String text) throws IOException {
        try (exchange) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
            exchange.sendResponseHeaders(code, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        thread.shutdownNow();
    }
}
