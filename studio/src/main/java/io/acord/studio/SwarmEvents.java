package io.acord.studio;

import io.acord.internal.system.DaemonThread;
import io.acord.web.Problem;
import io.javalin.http.sse.SseClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Tells whoever watches a swarm twice a second how it is. */
final class SwarmEvents implements AutoCloseable {

    private static final int MOST = 16;
    private static final int MOST_MISSED = 20; // ten seconds

    private final Swarms swarms;
    private final List<Watching> all = new ArrayList<>();
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(DaemonThread.named("acord-studio-swarms"));

    private final ScheduledFuture<?> ticking;

    /** Whoever does not read what he is told keeps nobody else waiting. */
    private final ExecutorService telling = Executors.newCachedThreadPool(DaemonThread.named("acord-studio-watcher"));

    private record Watching(String key, SseClient client, AtomicBoolean isBeingTold, AtomicInteger missed) {

        Watching(String key, SseClient client) {
            this(key, client, new AtomicBoolean(), new AtomicInteger());
        }
    }

    SwarmEvents(Swarms swarms) {
        this.swarms = swarms;
        this.ticking = clock.scheduleWithFixedDelay(this::tell, 500, 500, TimeUnit.MILLISECONDS);
    }

    /** Throws a problem if nobody more can be told of this swarm. */
    void check(String key) {
        swarms.status(key);
        synchronized (all) {
            if (all.size() >= MOST) {
                throw new Problem(StudioProblems.BUSY, MOST + " pages are watching already.");
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
                tell(watching, status);
            } catch (RuntimeException e) {
                end(watching); // the swarm is gone
            }
        }
    }

    private void tell(Watching watching, String status) {
        if (!watching.isBeingTold().compareAndSet(false, true)) {
            if (watching.missed().incrementAndGet() == MOST_MISSED) {
                end(watching);
            }
            return;
        }
        telling.execute(() -> {
            try {
                watching.client().sendEvent("status", status);
                watching.missed().set(0);
            } catch (RuntimeException e) {
                end(watching); // the page is gone
            } finally {
                watching.isBeingTold().set(false);
            }
        });
    }

    private void end(Watching watching) {
        synchronized (all) {
            all.remove(watching);
        }
        telling.execute(watching.client()::close); // which waits for what is still being told
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8).strip();
    }

    @Override
    public void close() {
        ticking.cancel(true);
        clock.shutdownNow();
        List<Watching> left;
        synchronized (all) {
            left = List.copyOf(all);
        }
        left.forEach(this::end);
    }
}
