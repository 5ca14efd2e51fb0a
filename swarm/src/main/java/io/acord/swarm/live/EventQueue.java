package io.acord.swarm.live;

import io.acord.protocol.live.LiveRounds;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What one who hears an agent's actions as events is still to be told: every round once, ascending, by one thread at a
 * time. Whoever adds does not wait. Safe for many threads.
 */
final class EventQueue {

    /** So many rounds may wait: all that are kept, and as many that come while those are told. */
    static final int MOST_WAITING = 2 * LiveRounds.WINDOW;

    /** Hears of a round. May take its time. */
    @FunctionalInterface
    interface Ear {
        void hear(int round, String answer);
    }

    private final int agent;
    private final Ear ear;
    private final Executor executor;
    private final TreeMap<Integer, String> waiting = new TreeMap<>(); // by round; guarded by this
    private int last; // round that was told; guarded by this
    private boolean hasBegun; // guarded by this
    private boolean isTelling; // guarded by this

    EventQueue(int agent, Ear ear, Executor executor) {
        this.agent = agent;
        this.ear = ear;
        this.executor = executor;
    }

    /** The id of the agent that it is about. */
    int agent() {
        return agent;
    }

    /** Adds what a round came to, unless it was told; false if too many wait already. */
    synchronized boolean add(int round, String answer) {
        if (round <= last || waiting.containsKey(round)) {
            return true;
        }
        if (waiting.size() >= MOST_WAITING) {
            return false;
        }
        waiting.put(round, answer);
        tellLater();
        return true;
    }

    /** Rounds that were missed have been added: telling begins. */
    synchronized void begin() {
        hasBegun = true;
        tellLater();
    }

    private synchronized void tellLater() {
        if (hasBegun && !isTelling && !waiting.isEmpty()) {
            isTelling = true;
            executor.execute(this::tell);
        }
    }

    private void tell() {
        for (Map.Entry<Integer, String> next = next(); next != null; next = next()) {
            ear.hear(next.getKey(), next.getValue());
        }
    }

    private synchronized Map.@Nullable Entry<Integer, String> next() {
        Map.Entry<Integer, String> next = waiting.pollFirstEntry();
        isTelling = next != null;
        last = next == null ? last : next.getKey();
        return next;
    }
}
