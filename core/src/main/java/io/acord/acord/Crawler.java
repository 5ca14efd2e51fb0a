package io.acord.acord;

import io.acord.recipe.IterationRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
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

    private final Flood<Entry> flood;

    /** Starts with knowledge of the agents that live here. */
    public Crawler(Entry... selves) {
        this.flood = new Flood<>(Entry::agent, List.of(selves));
    }

    /** What to send to every neighbour in this step; null when everything has been said. */
    public @Nullable Message speak() {
        Flood.Wave<Entry> wave = flood.speak();
        return wave == null ? null : new Message(wave.entries(), wave.done());
    }

    public void hear(Message message) {
        flood.hear(new Flood.Wave<>(message.entries(), message.done()));
    }

    /** Ends a step in which all neighbours that had something to say were heard. */
    public void endStep() {
        flood.endStep();
    }

    /** Whether everything has been said. */
    public boolean isSilent() {
        return flood.isSilent();
    }

    /** All entries in the order of ids, so that every agent sums them up to the same bits. */
    public List<Entry> everything() {
        return flood.everything();
    }

    /** What the component has in all. */
    public IterationRule.Crawl.Found sum() {
        return sum(everything());
    }

    /** Entries in the order of ids, added up. */
    public static IterationRule.Crawl.Found sum(List<Entry> entries) {
        double gap = 0;
        double kappa = 1;
        for (Entry entry : entries) {
            gap += entry.startGap();
            kappa = Math.min(kappa, entry.kappa());
        }
        return new IterationRule.Crawl.Found(gap, kappa, entries.size());
    }

    /**
     * Entries that spread through a component step by step, one for every agent in the end: what a crawl does, whatever
     * agents tell about themselves. Mutable.
     *
     * @param <E> what is told of an agent
     */
    public static final class Flood<E> {

        /** What is sent to all neighbours in one step; {@code done}: all that there is, and the last. */
        public record Wave<E>(List<E> entries, boolean done) {}

        private final ToIntFunction<E> agent;
        private final Map<Integer, E> known = new HashMap<>(); // by agent
        private List<E> fresh = new ArrayList<>(); // learned in the last step, not passed on yet
        private List<E> learned = new ArrayList<>(); // learned in this step
        private boolean complete;
        private boolean said;

        /** Starts with what the agents that live here tell; {@code agent} is of whom an entry tells. */
        public Flood(ToIntFunction<E> agent, List<E> selves) {
            this.agent = agent;
            for (E self : selves) {
                known.put(agent.applyAsInt(self), self);
                fresh.add(self);
            }
        }

        /** What to send to every neighbour in this step; null when everything has been said. */
        public @Nullable Wave<E> speak() {
            if (said) {
                return null;
            }
            said = complete;
            return new Wave<>(complete ? everything() : List.copyOf(fresh), complete);
        }

        public void hear(Wave<E> wave) {
            for (E entry : wave.entries()) {
                if (known.putIfAbsent(agent.applyAsInt(entry), entry) == null) {
                    learned.add(entry);
                }
            }
            complete |= wave.done();
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

        /** All entries in the order of ids. */
        public List<E> everything() {
            return known.values().stream()
                    .sorted(Comparator.comparingInt(agent))
                    .toList();
        }
    }
}
