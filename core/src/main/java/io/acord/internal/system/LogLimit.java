package io.acord.internal.system;

import java.util.concurrent.TimeUnit;

/**
 * How many lines of one kind are logged: so many in ten seconds; the next line that may be says how many were not.
 * Whoever can make a member write a line could fill its disk otherwise. Safe for many threads.
 */
public final class LogLimit {

    private static final int LINES = 20;
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final int lines;
    private long since = System.nanoTime();
    private int count;
    private long withheld;

    public LogLimit() {
        this(LINES);
    }

    /** @param lines in ten seconds */
    public LogLimit(int lines) {
        this.lines = lines;
    }

    /** Something to be logged: the lines withheld since the last one, or −1 if this is one more of them. */
    public synchronized long next() {
        long now = System.nanoTime();
        if (now - since >= WINDOW_NANOS) {
            since = now;
            count = 0;
        }
        if (count >= lines) {
            withheld++;
            return -1;
        }
        count++;
        long before = withheld;
        withheld = 0;
        return before;
    }
}
