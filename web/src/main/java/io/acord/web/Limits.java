package io.acord.web;

import java.time.Duration;

/**
 * What a client may take of a server.
 *
 * @param largestBody of a request, in bytes
 * @param threads at most, the one included that waits for all connections; a client that sends slowly occupies one
 *     until its time is over
 * @param patience how long a request may take to arrive, and how long a connection may be silent
 */
public record Limits(int largestBody, int threads, Duration patience) {

    /** One waits for connections, one answers, and a second client need not wait for the first. */
    private static final int FEWEST_THREADS = 3;

    public Limits {
        if (largestBody < 0 || threads < FEWEST_THREADS || patience.isNegative() || patience.isZero()) {
            throw new IllegalArgumentException(
                    "limits of " + largestBody + " bytes, " + threads + " threads, " + patience);
        }
    }

    /** For a server that reads no bodies and is asked now and then. */
    public static Limits small() {
        return new Limits(0, 4, Duration.ofSeconds(30));
    }
}
