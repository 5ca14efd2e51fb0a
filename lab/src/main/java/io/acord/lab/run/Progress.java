package io.acord.lab.run;

import java.io.PrintWriter;

/**
 * How far a run is: a bar on a terminal, a plain line for every tenth elsewhere. Standard output stays free for
 * results.
 */
public final class Progress implements Watcher {

    private static final int WIDTH = 40;

    private final PrintWriter err;
    private final boolean terminal;
    private final String what;
    private long lastStep = -1;

    public Progress(PrintWriter err, boolean terminal, String what) {
        this.err = err;
        this.terminal = terminal;
        this.what = what;
    }

    @Override
    public synchronized void progress(long done, long all) {
        long step = done * (terminal ? 100 : 10) / all;
        if (step <= lastStep) {
            return;
        }
        lastStep = step;
        if (terminal) {
            int full = (int) (done * WIDTH / all);
            err.print("\r" + what + " [" + "█".repeat(full) + " ".repeat(WIDTH - full) + "] " + step + " %"
                    + (done == all ? "\r\u001B[K" : ""));
        } else {
            err.println(what + ": " + 10 * step + " %");
        }
        err.flush();
    }
}
