package io.acord.protocol.clock;

/**
 * When rounds begin by the wall clock: at every multiple of a time since 1970, {@code every: 15m} at a quarter past, at
 * half past and so on. Time is an argument. Mutable, for one thread.
 *
 * <p>The wall clock is not trusted further than half a time: whatever it does, a round begins no earlier than half a
 * time after the one before and no later than one and a half, by the clock that only grows. So one that jumps shifts
 * the rounds step by step, and nobody misses or repeats any.
 */
final class WallMarks {

    private final long every; // nanoseconds; 0: rounds do not begin by the wall clock
    private long ahead; // of the wall clock, of the clock that only grows

    WallMarks(long every) {
        this.every = every;
    }

    boolean areKept() {
        return every > 0;
    }

    /** What both clocks show, in nanoseconds. */
    void show(long wall, long now) {
        ahead = wall - now;
    }

    /** When the round after one that was opened begins. The one that was belongs to the mark that it was nearest to. */
    long after(long opened) {
        long mark = Math.floorDiv(opened + ahead + every / 2, every) + 1;
        long due = mark * every - ahead;
        return Math.min(Math.max(due, opened + every / 2), opened + every + every / 2);
    }

    /** When a first round begins: at the next mark, this moment included. */
    long next(long now) {
        return -Math.floorDiv(-(now + ahead), every) * every - ahead;
    }

    /** Whether somebody whose neighbours have begun may begin, too, before its own clock says so. */
    boolean isNear(long opened, long now) {
        return now - opened >= every / 2;
    }
}
