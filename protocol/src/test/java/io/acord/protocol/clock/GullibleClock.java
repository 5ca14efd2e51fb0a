package io.acord.protocol.clock;

import io.acord.protocol.Rules;

/** A clock that follows a single peer to any round: what members once did, so that one message could end them. */
public final class GullibleClock extends RoundClock {

    public GullibleClock(
            Times times, Rules rules, int members, int self, int last, long sinceLast, int horizon, long now) {
        super(times, rules, members, self, last, sinceLast, horizon, now);
    }

    @Override
    int farthest(long now) {
        return Integer.MAX_VALUE - 2;
    }
}
