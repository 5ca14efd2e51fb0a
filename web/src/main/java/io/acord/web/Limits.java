package io.acord.web;

import java.time.Duration;

/**
 * What a client may take of a server.
 *
 * @param largestBody of a request, in bytes
 * @param threads at most, the one included that waits for all connections; half of them answer requests that have
 *     bodies, so that the other half is there for short questions
 * @param patience how long a request may take to arrive, and how long a connection may be silent
 * @param connections at most; beyond that, whoever has owed the rest of a request for longest gives way
 */
public record Limits(int largestBody, int threads, Duration patience, int connections) {

    /** One waits for connections, one answers, and a second client need not wait for the first. */
    private static final int FEWEST_THREADS = 3;

    private static final int DEFAULT_CONNECTIONS = 2048;

    public Limits {
        if (largestBody < 0
                || threads < FEWEST_THREADS
                || patience.isNegative()
                || patience.isZero()
                || connections < 1) {
            throw new IllegalArgumentException("limits of " + largestBody + " bytes, " + threads + " threads, "
                    + patience + ", " + connections + " connections");
        }
    }

    public Limits(int largestBody, int threads, Duration patience) {
        this(largestBody, threads, patience, DEFAULT_CONNECTIONS);
    }

    /** For a server that reads no bodies and is asked now and then. */
    public static Limits small() {
        return new Limits(0, 4, Duration.ofSeconds(30), 128);
    }
}
