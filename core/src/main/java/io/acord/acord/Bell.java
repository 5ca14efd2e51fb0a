package io.acord.acord;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When a round has to be decided although more iterations were asked for: at a time, or when the thread that waits for
 * it is interrupted. The iteration after it is the last one, so there is always one, and what is played then is the
 * best so far, with a certificate as ever. Where it has the same bits, the last one is the iteration under way, begun
 * anew: that is sooner done than two. Where the actions of the last whole iteration are kept, an interrupt ends the
 * round with them, which is sooner done still.
 *
 * <p>What follows the iterations takes time as well. A bell with a time therefore rings early: by one iteration, as
 * long as the longest so far, and by what the end of a round takes. Mutable, for the length of one round.
 */
public final class Bell {

    /** As long as the end of a round has not been seen it is taken to last so many iterations. */
    private static final int ITERATIONS_OF_AN_END = 4;

    /** A time that nobody waits for, and that a clock can be added to. */
    private static final long FOREVER = Long.MAX_VALUE / 4;

    private final LongSupplier clock; // nanoseconds from anywhere
    private final @Nullable Thread waiting; // null: nobody may interrupt
    private final boolean hasTime; // false: only an interrupt rings it, and small fleets need not look at a clock
    private final long due; // of a bell that has a time
    private final long expectedEnd; // nanoseconds that the end of a round takes; negative: not known
    private boolean hasBegun;
    private long begun; // when iterations began for the first time
    private long iterated; // time spent in iterations that have ended
    private long began; // when those began that have not
    private long last; // when the last iteration ended, or the first began
    private long longest; // iteration so far, of several at once their mean
    private int ahead = 1; // iterations of the stride that began last
    private volatile boolean isInterrupted; // who waits has seen that it is; waiting for others hides it from them
    private boolean hasRung;

    Bell(LongSupplier clock, @Nullable Thread waiting, long within, long expectedEnd) {
        this.clock = clock;
        this.waiting = waiting;
        this.hasTime = within < FOREVER;
        this.due = hasTime ? clock.getAsLong() + within : 0;
        this.expectedEnd = expectedEnd;
    }

    /** Never rings. */
    public static Bell never() {
        return new Bell(System::nanoTime, null, FOREVER, 0);
    }

    /** Rings when the calling thread is interrupted. */
    public static Bell whenInterrupted() {
        return new Bell(System::nanoTime, Thread.currentThread(), FOREVER, 0);
    }

    /**
     * Rings in time for a round that is to be decided so long from now, and when the calling thread is interrupted.
     *
     * @param expectedEnd what {@link #afterIterations} was of such a round; negative if that is not known
     */
    public static Bell in(Duration within, long expectedEnd) {
        boolean isFar = within.compareTo(Duration.ofNanos(FOREVER)) > 0;
        long nanos = isFar ? FOREVER : Math.max(0, within.toNanos());
        return new Bell(System::nanoTime, Thread.currentThread(), nanos, expectedEnd);
    }

    /** Iterations begin: of the round, or of one more component. */
    void begin() {
        began = clock.getAsLong();
        last = began;
        if (!hasBegun) {
            hasBegun = true;
            begun = began;
        }
        partDone(); // an interrupt may have come before
    }

    /**
     * Every thread that takes part in an iteration says so when some of it is done, among them the one that waits.
     *
     * @return whether that one has been interrupted
     */
    boolean partDone() {
        if (Thread.currentThread() == waiting && waiting.isInterrupted()) {
            isInterrupted = true;
        }
        return isInterrupted;
    }

    /** Whether an interrupt rings it. */
    boolean mayBeInterrupted() {
        return waiting != null;
    }

    /** Whether an interrupt has rung it. */
    boolean isInterrupted() {
        return isInterrupted;
    }

    /** Whether the next iteration has to be the last; asked between two, by one thread at a time. */
    boolean rings() {
        if (hasRung || !hasTime) {
            return hasRung || isInterrupted;
        }
        long now = clock.getAsLong();
        longest = Math.max(longest, (now - last) / ahead);
        last = now;
        hasRung = isInterrupted || now + longest + endOfRound() - due >= 0;
        return hasRung;
    }

    private long endOfRound() {
        return expectedEnd < 0 ? ITERATIONS_OF_AN_END * longest : expectedEnd;
    }

    /**
     * Begins a stride of at most {@code most} iterations, of as many as there is time for; of one as long as nobody
     * knows how long they take. Asked after {@link #rings}.
     *
     * @return how many there are to be
     */
    int begin(int most) {
        ahead = most;
        if (hasTime) {
            long left = due - last - endOfRound() - longest; // the last one follows when it has rung
            ahead = longest == 0 ? 1 : (int) Math.max(1, Math.min(most, left / longest));
        }
        return ahead;
    }

    /** Whether it may ring. */
    boolean mayRing() {
        return waiting != null || hasTime;
    }

    /** The iterations that began last have ended. */
    void end() {
        iterated += clock.getAsLong() - began;
    }

    /** Nanoseconds since the first iteration in which nothing iterated: what the end of the round has taken so far. */
    public long afterIterations() {
        return clock.getAsLong() - begun - iterated;
    }
}
