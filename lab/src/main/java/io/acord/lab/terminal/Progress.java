package io.acord.lab.terminal;

import io.acord.lab.run.Watcher;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * How far a run is: a bar with the time that is left on a terminal; elsewhere a plain line now and then, and none at
 * all of what is over soon. Standard output stays free for results.
 */
public final class Progress implements Watcher {

    private static final int WIDTH = 40;
    private static final long SECOND = 1_000_000_000;

    /** Whoever reads a log wants to know that something is alive, not every step of it. */
    private static final long BETWEEN_LINES = 10 * SECOND;

    /** Before that nobody can say how long the rest takes. */
    private static final long BEFORE_ESTIMATE = 2 * SECOND;

    private final PrintWriter err;
    private final boolean terminal;
    private final String what;
    private final LongSupplier clock; // nanoseconds
    private final long began;
    private long lastStep = -1;
    private long lastLine;
    private long startedFrom = -1;

    public Progress(PrintWriter err, boolean terminal, String what) {
        this(err, terminal, what, System::nanoTime);
    }

    Progress(PrintWriter err, boolean terminal, String what, LongSupplier clock) {
        this.err = err;
        this.terminal = terminal;
        this.what = what;
        this.clock = clock;
        this.began = clock.getAsLong();
        this.lastLine = began;
    }

    @Override
    public synchronized void progress(long done, long all) {
        long now = clock.getAsLong();
        long step = done * 100 / all;
        if (startedFrom < 0) {
            startedFrom = Math.max(0, done - 1); // what was there before took no time
        }
        if (step <= lastStep || (!terminal && now - lastLine < BETWEEN_LINES)) {
            return;
        }
        lastStep = step;
        lastLine = now;
        String left = left(done, all, now);
        if (terminal) {
            int full = (int) (done * WIDTH / all);
            err.print("\r" + what + " [" + "█".repeat(full) + " ".repeat(WIDTH - full) + "] " + step + " %" + left
                    + "\u001B[K" + (done == all ? "\r\u001B[K" : ""));
        } else {
            err.println(what + ": " + step + " %" + left);
        }
        err.flush();
    }

    private String left(long done, long all, long now) {
        long elapsed = now - began;
        if (elapsed < BEFORE_ESTIMATE || done <= startedFrom || done >= all) {
            return "";
        }
        return ", about " + duration((double) elapsed * (all - done) / (done - startedFrom) / SECOND) + " left";
    }

    /** A time as people say it: 40 s, 3 min, 2 h 10 min. */
    static String duration(double seconds) {
        if (seconds < 90) {
            return Math.max(1, Math.round(seconds)) + " s";
        }
        long minutes = Math.round(seconds / 60);
        return minutes < 90
                ? minutes + " min"
                : String.format(Locale.ROOT, "%d h %02d min", minutes / 60, minutes % 60);
    }
}
