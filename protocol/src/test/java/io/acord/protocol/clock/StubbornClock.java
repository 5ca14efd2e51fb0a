package io.acord.protocol.clock;

import io.acord.protocol.Rules;

/** Counts every pace from its own last opening, however late that was. */
public final class StubbornClock extends RoundClock {

    public StubbornClock(
            Times times, Rules rules, int members, int self, int last, long sinceLast, int horizon, long now) {
        super(times, rules, members, self, last, sinceLast, horizon, now);
    }

    @Override
    boolean isBehind() {
        return false;
    }
}
