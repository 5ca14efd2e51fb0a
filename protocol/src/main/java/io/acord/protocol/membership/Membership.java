package io.acord.protocol.membership;

import java.util.HashMap;
import java.util.Map;

/**
 * In which rounds the peers of a block take part. Whoever nothing was said of is there in all rounds, as a fleet's
 * first members are. Mutable.
 */
public final class Membership {

    /** From one round to another, both included; none if the last comes before the first. */
    private record Span(int first, int last) {

        private boolean has(int round) {
            return first <= round && round <= last;
        }
    }

    private static final Span ALWAYS = new Span(0, Integer.MAX_VALUE);

    private static final Span NOT_YET = new Span(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private final Map<Integer, Span> spans = new HashMap<>();

    private Span of(int peer) {
        return spans.getOrDefault(peer, ALWAYS);
    }

    public boolean isIn(int peer, int round) {
        return of(peer).has(round);
    }

    /** Somebody new may come: it has no part in any round until it says so. */
    public void expect(int peer) {
        spans.put(peer, NOT_YET);
    }

    /** A peer takes part from a round on; returns whether that is news. */
    public boolean joins(int peer, int first) {
        Span before = of(peer);
        Span after = new Span(first, before.last() < first ? Integer.MAX_VALUE : before.last());
        spans.put(peer, after);
        return !after.equals(before);
    }

    /** A peer takes part up to a round; returns whether that is news. */
    public boolean leaves(int peer, int last) {
        Span before = of(peer);
        Span after = new Span(before.first(), last);
        spans.put(peer, after);
        return !after.equals(before);
    }
}
