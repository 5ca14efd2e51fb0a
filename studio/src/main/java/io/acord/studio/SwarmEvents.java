package io.acord.studio;

import io.javalin.http.sse.SseClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Tells whoever watches a swarm twice a second how it is. */
final class SwarmEvents implements AutoCloseable {

    private static final int MOST = 16;

    private final Swarms swarms;
    private final List<Watching> all = new ArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "acord-studio-swarms");
        thread.setDaemon(true);
        return thread;
    });

    private final ScheduledFuture<?> ticking;

    private record Watching(String key, SseClient client) {}

    SwarmEvents(Swarms swarms) {
        this.swarms = swarms;
        this.ticking = clock.scheduleWithFixedDelay(this::tell, 500, 500, TimeUnit.MILLISECONDS);
    }

    /** Throws a problem if nobody more can be told of this swarm. */
    void check(String key) {
        swarms.status(key);
        synchronized (all) {
            if (all.size() >= MOST) {
                throw new Problem(503, "Busy", MOST + " pages are watching already.");
            }
        }
    }

    /** Begins to tell somebody. */
    void add(String key, SseClient client) {
        byte[] now = swarms.status(key);
        Watching watching = new Watching(key, client);
        synchronized (all) {
            all.add(watching);
        }
        client.keepAlive();
        client.onClose(() -> {
            synchronized (all) {
                all.remove(watching);
            }
        });
        client.sendEvent("status", text(now));
    }

    private void tell() {
        List<Watching> now;
        synchronized (all) {
            now = List.copyOf(all);
        }
        Map<String, String> known = new HashMap<>();
        for (Watching watching : now) {
            try {
                String status = known.computeIfAbsent(watching.key(), key -> text(swarms.status(key)));
                watching.client().sendEvent("status", status);
            } catch (RuntimeException e) {
                watching.client().close(); // the swarm is gone, or the page
                synchronized (all) {
                    all.remove(watching);
                }
            }
        }
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8).strip();
    }

    @Override
    public void close() {
        ticking.cancel(true);
        clock.shutdownNow();
    }
}
