package io.acord.fleet.transport;

import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** How a peer behaves on its link: too much nonsense, or too many short streams, and it is not heard for a while. */
final class PeerConduct {

    /** So much nonsense, and the peer is not heard for a while. */
    private static final int NONSENSE = 10;

    private static final long SHORT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long QUARANTINE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** What happened of late. */
    private static final class Window {
        private final int most;
        private int count;
        private long since = System.nanoTime();

        Window(int most) {
            this.most = most;
        }

        /** Counts; returns whether it was too much. */
        boolean isFull(long now) {
            if (now - since > QUARANTINE_NANOS) {
                since = now;
                count = 0;
            }
            return ++count >= most;
        }
    }

    private final Window nonsense = new Window(NONSENSE);
    private final Window shortStreams;
    private volatile long quarantinedUntil;
    private volatile boolean quarantined;

    /** @param mostShortStreams that may greet and end within a second, in ten seconds */
    PeerConduct(int mostShortStreams) {
        this.shortStreams = new Window(mostShortStreams);
    }

    /** Whether a stream was there for longer than it takes to hang up. */
    static boolean isLong(long nanos) {
        return nanos >= SHORT_NANOS;
    }

    boolean isQuarantined() {
        if (quarantined && System.nanoTime() - quarantinedUntil >= 0) {
            quarantined = false;
        }
        return quarantined;
    }

    /** Counts nonsense; returns why the peer is not heard from now on, if so. */
    synchronized Optional<String> nonsense() {
        return quarantineIf(nonsense, "too much nonsense");
    }

    /** Takes note of how long a stream was there; returns why the peer is not heard from now on, if so. */
    synchronized Optional<String> stream(long nanos) {
        return isLong(nanos) ? Optional.empty() : quarantineIf(shortStreams, "it greets and hangs up");
    }

    /** The peer sends more than it was asked for, again and again; returns why it is not heard from now on. */
    synchronized Optional<String> flood() {
        return isQuarantined() ? Optional.empty() : quarantine(System.nanoTime(), "it floods");
    }

    private Optional<String> quarantineIf(Window window, String why) {
        long now = System.nanoTime();
        if (!window.isFull(now) || isQuarantined()) {
            return Optional.empty();
        }
        window.count = 0;
        return quarantine(now, why);
    }

    private Optional<String> quarantine(long now, String why) {
        quarantinedUntil = now + QUARANTINE_NANOS;
        quarantined = true;
        return Optional.of(why);
    }
}
