package io.acord.internal.system;

import java.util.concurrent.TimeUnit;

/** Counts events: so many are admitted in ten seconds. Scratch; one thread. */
public final class RateWindow {

    public static final int SECONDS = 10;

    private final int most;
    private long since = System.nanoTime();
    private int count;

    public RateWindow(int most) {
        this.most = most;
    }

    /** Whether one more is admitted now. */
    public boolean admits() {
        long now = System.nanoTime();
        if (now - since >= TimeUnit.SECONDS.toNanos(SECONDS)) {
            since = now;
            count = 0;
        }
        if (count >= most) {
            return false;
        }
        count++;
        return true;
    }
}
