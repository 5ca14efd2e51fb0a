package io.acord.fleet.transport;

import java.time.Duration;

/**
 * How long a link is given, in milliseconds. Sockets back off when nothing is answered, for longer the longer a network
 * was cut, and know nothing of rounds: whoever has a deadline calls again before that. Immutable.
 *
 * @param silence a peer that was asked and does not answer for so long is called again; 0: sockets notice by themselves
 * @param attempt to call it
 * @param longestPause between attempts
 */
public record LinkTimes(long silence, long attempt, long longestPause) {

    private static final long MOST_ATTEMPT = 4_000;
    private static final long MOST_PAUSE = 1_000;

    /** Of links on which nobody waits for a deadline. */
    public static final LinkTimes STANDARD = new LinkTimes(0, MOST_ATTEMPT, MOST_PAUSE);

    /**
     * Of a member whose rounds have this long. A link on which a round trip takes longer is of no use to it, and one
     * that was silent for two rounds was done without in both.
     */
    public static LinkTimes of(Duration deadline) {
        long ms = deadline.toMillis();
        return new LinkTimes(
                Math.max(1_000, 2 * ms),
                Math.max(500, Math.min(MOST_ATTEMPT, ms)),
                Math.max(100, Math.min(MOST_PAUSE, ms / 5)));
    }
}
