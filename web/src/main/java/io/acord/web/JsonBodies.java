package io.acord.web;

import io.acord.internal.system.DaemonThread;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.io.IOException;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bodies of a server's requests: each is declared as JSON and has arrived as a whole, within {@link Limits}, before
 * anybody works with it. While it arrives it occupies memory and no thread, so that a thousand clients that send half a
 * body keep nobody waiting; if all bodies together occupy too much, the largest that is still arriving gives way. Safe
 * for many threads.
 */
public final class JsonBodies {

    private static final Pattern JSON =
            Pattern.compile("application/json\\s*(;\\s*charset=\"?utf-8\"?\\s*)?", Pattern.CASE_INSENSITIVE);

    /** So many of the largest size may be held at once. */
    private static final int LARGEST_AT_ONCE = 4;

    private final Limits limits;
    private final String forMore;
    private final Executor workers;
    private final long mostHeld;
    private final AtomicLong held = new AtomicLong(); // bytes of bodies that arrive, or are being worked with
    private final Set<ArrivingBody> arriving = ConcurrentHashMap.newKeySet();

    /** What is done with a body. A {@link Problem} that is thrown is sent. */
    @FunctionalInterface
    public interface Work {
        void on(Context ctx, byte[] body) throws Exception;
    }

    /** The same, if the answer comes later. */
    @FunctionalInterface
    public interface LaterWork {
        CompletableFuture<?> on(Context ctx, byte[] body) throws Exception;
    }

    /** @param forMore what to do about a body that is too large, in a sentence */
    public JsonBodies(Limits limits, String forMore) {
        this(limits, forMore, (long) LARGEST_AT_ONCE * limits.largestBody());
    }

    /** @param mostHeld bytes of all bodies together */
    JsonBodies(Limits limits, String forMore, long mostHeld) {
        this.limits = limits;
        this.forMore = forMore;
        this.workers = workers(Math.max(1, limits.threads() / 2));
        this.mostHeld = mostHeld;
    }

    /** Threads apart from those that answer short questions, which need not wait for long work. */
    private static Executor workers(int count) {
        ThreadPoolExecutor workers = new ThreadPoolExecutor(
                count, count, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), DaemonThread.named("acord-bodies"));
        workers.allowCoreThreadTimeOut(true);
        return workers;
    }

    /** A route that reads the body and then does the work. */
    public Handler then(Work work) {
        return thenLater((ctx, body) -> {
            work.on(ctx, body);
            return CompletableFuture.completedFuture(null);
        });
    }

    /** A route that reads the body, does the work, and holds neither thread nor body until the answer is there. */
    public Handler thenLater(LaterWork work) {
        return ctx -> {
            checkType(ctx);
            ArrivingBody body = new ArrivingBody(this, limits, ctx.req());
            ctx.future(() -> {
                arriving.add(body);
                return read(body)
                        .whenComplete((whole, failure) -> arriving.remove(body))
                        .handleAsync((whole, failure) -> work(work, ctx, whole, failure), workers)
                        .whenComplete((begun, failure) -> body.release())
                        .thenCompose(Begun::answer);
            });
        };
    }

    private static CompletableFuture<byte[]> read(ArrivingBody body) {
        try {
            return body.read();
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Work of which the answer is still to come. */
    private record Begun(CompletableFuture<?> answer) {}

    private Begun work(LaterWork work, Context ctx, byte @Nullable [] body, @Nullable Throwable failure) {
        try {
            if (body == null) {
                throw refusal(failure);
            }
            return new Begun(work.on(ctx, body));
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private RuntimeException refusal(@Nullable Throwable thrown) {
        Throwable failure = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        if (failure instanceof Problem problem) {
            return problem;
        }
        boolean isLate = failure instanceof TimeoutException
                || (failure != null && failure.getCause() instanceof TimeoutException);
        return isLate
                ? new Problem(
                        Problem.TOO_SLOW,
                        "A request has " + limits.patience().toSeconds() + " seconds to arrive. Nothing was changed.")
                : new ClientGoneException(failure);
    }

    /** The client did not send what it announced; nobody is there to be answered. */
    static final class ClientGoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ClientGoneException(@Nullable Throwable cause) {
            super(null, cause, false, false);
        }
    }

    /** Throws a problem unless the body is declared as JSON, which a form on a page of a stranger cannot do. */
    public static void checkType(Context ctx) {
        String type = ctx.header("Content-Type");
        if (type == null || !JSON.matcher(type.strip()).matches()) {
            throw new Problem(
                    Problem.WRONG_CONTENT_TYPE,
                    "Content-Type is " + (type == null ? "missing" : type)
                            + "; needed: application/json, in UTF-8. With curl: -H 'Content-Type: application/json'.");
        }
    }

    Problem tooLarge() {
        return new Problem(
                Problem.TOO_LARGE, ("A body may have " + limits.largestBody() + " bytes. " + forMore).strip());
    }

    /** A body occupies so many bytes more. */
    void grown(int bytes) {
        if (held.addAndGet(bytes) > mostHeld && bytes > 0) {
            arriving.stream().max(Comparator.comparingInt(ArrivingBody::held)).ifPresent(ArrivingBody::giveWay);
        }
    }
}
