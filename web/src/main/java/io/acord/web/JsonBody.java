package io.acord.web;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** The body of a request, as far as it concerns a server: that it is declared as JSON, and arrives within limits. */
public final class JsonBody {

    private static final Pattern JSON =
            Pattern.compile("application/json\\s*(;\\s*charset=\"?utf-8\"?\\s*)?", Pattern.CASE_INSENSITIVE);

    /** So much of a body that is too large is read, for the client to come to the answer. */
    private static final int MOST_DRAINED = 1 << 26;

    private JsonBody() {}

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

    /** All of it; throws a problem if it is too large or too late. */
    public static byte[] read(Context ctx, Limits limits) {
        long deadline = System.nanoTime() + limits.patience().toNanos();
        try {
            InputStream in = new Punctual(ctx.req().getInputStream(), deadline);
            byte[] body = in.readNBytes(limits.largestBody() + 1);
            if (body.length <= limits.largestBody()) {
                return body;
            }
            drain(in);
        } catch (IOException e) {
            throw late(limits, e);
        }
        throw new Problem(Problem.TOO_LARGE, "A body may have " + limits.largestBody() + " bytes.");
    }

    private static void drain(InputStream in) throws IOException {
        byte[] sink = new byte[1 << 14];
        for (int left = MOST_DRAINED; left > 0; ) {
            int count = in.read(sink, 0, Math.min(left, sink.length));
            if (count < 0) {
                return;
            }
            left -= count;
        }
    }

    private static RuntimeException late(Limits limits, IOException e) {
        boolean isLate = e instanceof LateException || e.getCause() instanceof TimeoutException;
        return isLate
                ? new Problem(
                        Problem.TOO_SLOW,
                        "A request has " + limits.patience().toSeconds() + " seconds to arrive. Nothing was changed.")
                : new ClientGoneException(e);
    }

    /** The client did not send what it announced; nobody is there to be answered. */
    static final class ClientGoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ClientGoneException(IOException cause) {
            super(null, cause, false, false);
        }
    }

    private static final class LateException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** Gives up on a client that sends a byte now and then. One that sends none is given up by the connection. */
    private static final class Punctual extends InputStream {
        private final InputStream in;
        private final long deadline;

        Punctual(InputStream in, long deadline) {
            this.in = in;
            this.deadline = deadline;
        }

        private void check() throws IOException {
            if (System.nanoTime() - deadline > 0) {
                throw new LateException();
            }
        }

        @Override
        public int read() throws IOException {
            check();
            return in.read();
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            check();
            return in.read(into, from, length);
        }
    }
}
