package io.acord.web;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.jspecify.annotations.Nullable;

/**
 * An answer on its way to a client, which may read it slowly or never: whoever answers hands it over and goes on, so
 * that no thread waits for a reader. Safe for many threads.
 */
final class UnreadAnswer extends Response.Wrapper {

    /** Is told what of an answer the client has not read. */
    interface Watch {

        /** So many bytes more are kept, or fewer. */
        void grown(UnreadAnswer answer, int bytes);

        /** The client owes reading from now on: it has so long for the next piece. */
        void owes();

        /** The client has read all that there is by now. */
        void paid();
    }

    /** A client that reads has its time for each piece of this size. */
    private static final int PIECE = 1 << 20;

    private static final int PART = 1 << 16;

    private record Part(boolean isLast, @Nullable ByteBuffer content) {
        int size() {
            return content == null ? 0 : content.capacity();
        }
    }

    private final Watch watch;
    private final Writer writer = new Writer();
    private final Deque<Part> parts = new ArrayDeque<>(); // the first one is being written; guarded by this
    private boolean isBeingWritten; // the first part; guarded by this
    private int unread; // bytes; guarded by this
    private int read; // bytes since the client last owed; guarded by this
    private boolean owes; // guarded by this
    private boolean hasLast; // guarded by this
    private @Nullable Throwable failure; // guarded by this
    private @Nullable Callback afterAll; // guarded by this

    UnreadAnswer(Request request, Response wrapped, Watch watch) {
        super(request, wrapped);
        this.watch = watch;
    }

    synchronized int unread() {
        return unread;
    }

    @Override
    public synchronized boolean hasLastWrite() {
        return hasLast || super.hasLastWrite();
    }

    @Override
    public void write(boolean last, @Nullable ByteBuffer content, Callback callback) {
        int size = content == null ? 0 : content.remaining();
        Throwable gone;
        synchronized (this) {
            gone = failure;
            if (gone == null) {
                keep(last, content);
                hasLast |= last;
                unread += size;
            }
        }
        if (gone != null) {
            callback.failed(gone);
            return;
        }
        watch.grown(this, size);
        writer.iterate();
        synchronized (this) {
            if (!parts.isEmpty() && failure == null && !owes) {
                owe();
            }
        }
        callback.succeeded();
    }

    /** The buffer is the caller's, who goes on; so it is copied. */
    private void keep(boolean last, @Nullable ByteBuffer content) {
        if (content == null || !content.hasRemaining()) {
            parts.add(new Part(last, null));
            return;
        }
        while (content.hasRemaining()) {
            ByteBuffer copy = ByteBuffer.allocate(Math.min(PART, content.remaining()));
            ByteBuffer taken = content.slice();
            taken.limit(copy.capacity());
            copy.put(taken).flip();
            content.position(content.position() + copy.capacity());
            parts.add(new Part(last && !content.hasRemaining(), copy));
        }
    }

    private void owe() {
        owes = true;
        read = 0;
        watch.owes();
    }

    /** What is to happen after an answer happens when the client has read it. */
    Callback after(Callback callback) {
        return new Callback() {
            @Override
            public void succeeded() {
                synchronized (UnreadAnswer.this) {
                    if (!parts.isEmpty() && failure == null) {
                        afterAll = callback;
                        return;
                    }
                }
                callback.succeeded();
            }

            @Override
            public void failed(Throwable thrown) {
                callback.failed(thrown);
            }
        };
    }

    private void writeOut(Part part) {
        super.write(part.isLast(), part.content(), writer);
    }

    /** Writes one part after the other, each when the client has room for it. */
    private final class Writer extends IteratingCallback {

        @Override
        protected Action process() {
            Part part;
            synchronized (UnreadAnswer.this) {
                if (parts.isEmpty()) {
                    return Action.IDLE;
                }
                part = parts.getFirst();
                isBeingWritten = true;
            }
            writeOut(part);
            return Action.SCHEDULED;
        }

        @Override
        protected void onSuccess() {
            int size;
            Callback after = null;
            synchronized (UnreadAnswer.this) {
                if (!isBeingWritten) {
                    return;
                }
                isBeingWritten = false;
                size = Objects.requireNonNull(parts.poll()).size();
                unread -= size;
                read += size;
                if (parts.isEmpty()) {
                    after = afterAll;
                    afterAll = null;
                    if (owes) {
                        owes = false;
                        watch.paid();
                    }
                } else if (owes && read >= PIECE) {
                    owe();
                }
            }
            watch.grown(UnreadAnswer.this, -size);
            if (after != null) {
                after.succeeded();
            }
        }

        @Override
        protected void onFailure(Throwable cause) {
            int size;
            Callback after;
            synchronized (UnreadAnswer.this) {
                failure = cause;
                size = unread;
                unread = 0;
                parts.clear();
                after = afterAll;
                afterAll = null;
            }
            watch.grown(UnreadAnswer.this, -size);
            if (after != null) {
                after.failed(cause);
            }
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }
}
