package io.acord.internal.system;

/**
 * How many lines of one kind are logged: so many in ten seconds; the next line that may be says how many were not.
 * Whoever can make a member write a line could fill its disk otherwise. Safe for many threads.
 */
public final class LogLimit {

    private static final int LINES = 20;

    private final RateWindow window;
    private long withheld;

    public LogLimit() {
        this(LINES);
    }

    /** @param lines in ten seconds */
    public LogLimit(int lines) {
        this.window = new RateWindow(lines);
    }

    /** Something to be logged: the lines withheld since the last one, or −1 if this is one more of them. */
    public synchronized long next() {
        if (!window.admits()) {
            withheld++;
            return -1;
        }
        long before = withheld;
        withheld = 0;
        return before;
    }
}
