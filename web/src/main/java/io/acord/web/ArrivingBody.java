package io.acord.web;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A body on its way, until it is whole, too large, too late, or in the way of others. No thread waits for it. */
final class ArrivingBody implements ReadListener {

    /** So much of a body that is too large is read, for the client to come to the answer. */
    private static final int MOST_DRAINED = 1 << 26;

    private final JsonBodies all;
    private final Limits limits;
    private final HttpServletRequest request;
    private final ServletInputStream in;
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private ByteArrayOutputStream content = new ByteArrayOutputStream(0); // guarded by this
    private int held; // bytes that are counted among those of all bodies; guarded by this
    private long drained; // by whoever reads, one at a time

    ArrivingBody(JsonBodies all, Limits limits, HttpServletRequest request) throws IOException {
        this.all = all;
        this.limits = limits;
        this.request = request;
        this.in = request.getInputStream();
    }

    /** All of it; a problem if it is too large or in the way, a timeout if it is late. */
    CompletableFuture<byte[]> read() throws IOException {
        if (in.available() == 0) {
            Acknowledgement.sendNow(request);
        }
        in.setReadListener(this);
        return whole.orTimeout(limits.patience().toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void onDataAvailable() throws IOException {
        byte[] part = new byte[1 << 14];
        while (!whole.isDone() && in.isReady()) {
            int count = in.read(part);
            if (count < 0) {
                return;
            }
            take(part, count);
        }
        Acknowledgement.sendNow(request);
    }

    private void take(byte[] part, int count) {
        int grown = 0;
        synchronized (this) {
            if (whole.isDone()) {
                return;
            }
            if (drained == 0 && content.size() + count <= limits.largestBody()) {
                content.write(part, 0, count);
                grown = count;
            } else {
                grown = -held;
                content = new ByteArrayOutputStream(0);
                drained += count;
            }
            held += grown;
        }
        all.grown(grown);
        if (drained > MOST_DRAINED) {
            whole.completeExceptionally(all.tooLarge());
        }
    }

    @Override
    public void onAllDataRead() {
        if (drained > 0) {
            whole.completeExceptionally(all.tooLarge());
            return;
        }
        byte[] bytes;
        synchronized (this) {
            bytes = content.toByteArray();
            content = new ByteArrayOutputStream(0);
        }
        whole.complete(bytes);
    }

    @Override
    public void onError(Throwable failure) {
        whole.completeExceptionally(failure);
    }

    synchronized int held() {
        return held;
    }

    /** Lets go of what has come, because all bodies together are too large. */
    void giveWay() {
        whole.completeExceptionally(new Problem(
                Problem.NO_ROOM,
                "Too many large bodies arrive at the same time. Nothing was changed; send it again in a moment."));
        release();
    }

    /** Nobody needs it any more. */
    void release() {
        int freed;
        synchronized (this) {
            freed = held;
            held = 0;
            content = new ByteArrayOutputStream(0);
        }
        all.grown(-freed);
    }
}
