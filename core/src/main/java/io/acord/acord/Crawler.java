package io.acord.acord;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One place's part in NETWORK CRAWL, corrected (E17): an agent, or several that are connected where they live. It
 * passes on what it learns about others until a step brings nobody new. Then it knows its whole component, because an
 * agent further away would have had to be announced by one at this distance. It says so once, with all it knows, and
 * who hears that knows everything too. No agent needs to know the diameter, and components end on their own.
 */
public final class Crawler {

    /**
     * What an agent tells about itself.
     *
     * @param startGap v_i: what the agent could gain over its first local solve if it were alone
     * @param kappa the least contraction gap 1 − (q_i + q_j)/2 over its edges
     */
    public record Entry(int agent, double startGap, double kappa) {
        /** Three numbers on the wire. */
        static final int BYTES = 24;
    }

    /** What an agent sends to all neighbours in one step. */
    public record Message(List<Entry> entries, boolean done) {}

    private final Map<Integer, Entry> known = new HashMap<>(); // by agent
    private List<Entry> fresh = new ArrayList<>(); // learned in the last step, not passed on yet
    private List<Entry> learned = new ArrayList<>(); // learned in this step
    private boolean complete;
    private boolean said;

    /** Starts with knowledge of the agents that live here. */
    public Crawler(Entry... selves) {
        for (Entry self : selves) {
            known.put(self.agent(), self);
            fresh.add(self);
        }
    }

    /** What to send to every neighbour in this step; null when everything has been said. */
    public @Nullable Message speak() {
        if (said) {
            return null;
        }
        said = complete;
        return new Message(complete ? everything() : List.copyOf(fresh), complete);
    }

    public void hear(Message message) {
        for (Entry entry : message.entries()) {
            if (known.putIfAbsent(entry.agent(), entry) == null) {
                learned.add(entry);
            }
        }
        complete |= message.done();
    }

    /** Ends a step in which all neighbours that had something to say were heard. */
    public void endStep() {
        complete |= learned.isEmpty();
        fresh = learned;
        learned = new ArrayList<>();
    }

    /** Whether everything has been said. */
    public boolean isSilent() {
        return said;
    }

    /** All entries in the order of ids, so that every agent sums them up to the same bits. */
    public List<Entry> everything() {
        return known.values().stream()
                .sorted(Comparator.comparingInt(Entry::agent))
                .toList();
    }

    /**
     * What the component has in all.
     *
     * @param startGap Σ v_i, a bound on E_0
     * @param kappa a lower bound on 1 − ρ
     */
    public record Sum(double startGap, double kappa, int agents) {}

    public Sum sum() {
        double gap = 0;
        double kappa = 1;
        List<Entry> entries = everything();
        for (Entry entry : entries) {
            gap += entry.startGap();
            kappa = Math.min(kappa, entry.kappa());
        }
        return new Sum(gap, kappa, entries.size());
    }
}
