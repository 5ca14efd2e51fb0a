package io.acord.acord;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One agent's part in NETWORK CRAWL, corrected (E17): it passes on what it learns about others until a step brings nobody new. Then it
 * knows its whole component, because an agent further away would have had to be announced by one at this distance. It says so once, with
 * all it knows, and who hears that knows everything too. No agent needs to know the diameter, and components end on their own.
 */
final class Crawler {

    /**
     * What an agent tells about itself.
     *
     * @param startGap v_i: what the agent could gain over its first local solve if it were alone
     * @param kappa the least contraction gap 1 − (q_i + q_j)/2 over its edges
     */
    record Entry(int agent, double startGap, double kappa) {
        /** Three numbers on the wire. */
        static final int BYTES = 24;
    }

    /** What an agent sends to all neighbours in one step. */
    record Message(List<Entry> entries, boolean done) {}

    private final Map<Integer, Entry> known = new HashMap<>(); // by agent
    private List<Entry> fresh = new ArrayList<>(); // learned in the last step, not passed on yet
    private List<Entry> learned = new ArrayList<>(); // learned in this step
    private boolean complete;
    private boolean said;

    /** Starts with knowledge of itself. */
    Crawler(Entry self) {
        known.put(self.agent(), self);
        fresh.add(self);
    }

    /** What to send to every neighbour in this step; null when everything has been said. */
    @Nullable
    Message speak() {
        if (said) {
            return null;
        }
        said = complete;
        return new Message(complete ? everything() : List.copyOf(fresh), complete);
    }

    void hear(Message message) {
        for (Entry entry : message.entries()) {
            if (known.putIfAbsent(entry.agent(), entry) == null) {
                learned.add(entry);
            }
        }
        complete |= message.done();
    }

    /** Ends a step in which all neighbours that had something to say were heard. */
    void endStep() {
        complete |= learned.isEmpty();
        fresh = learned;
        learned = new ArrayList<>();
    }

    boolean isSilent() {
        return said;
    }

    /** All entries in the order of ids, so that every agent sums them up to the same bits. */
    List<Entry> everything() {
        return known.values().stream()
                .sorted(Comparator.comparingInt(Entry::agent))
                .toList();
    }
}
