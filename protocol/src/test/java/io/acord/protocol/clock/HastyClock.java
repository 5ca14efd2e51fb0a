package io.acord.protocol.clock;

import io.acord.protocol.Rules;

/**
 * A clock that opens the next round as soon as it may, whoever is behind: what members once did, and by which two that
 * had lost each other never met again.
 */
public final class HastyClock extends RoundClock {

    public HastyClock(
            Times times, Rules rules, int members, int self, int last, long sinceLast, int horizon, long now) {
        super(times, rules, members, self, last, sinceLast, horizon, now);
    }

    @Override
    boolean hasWaitedForTheSlow(long now) {
        return true;
    }

    @Override
    boolean isBehind() {
        return false; // who follows those ahead meets them again by chance
    }
}
