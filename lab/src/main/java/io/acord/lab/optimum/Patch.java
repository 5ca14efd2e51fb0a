package io.acord.lab.optimum;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Some agents of a fleet over a window of rounds, and who of them is coupled with whom in each. The free agents decide;
 * pinned ones stand at the minimisers of their costs; edges to anybody else do not count. Free agents are known by
 * their place here, in the order of ids. Immutable.
 */
public final class Patch {

    /** The arcs that leave free agents in one round. */
    static final class Arcs {
        final Coupling coupling;
        final int[] first; // arcs of the free agent a are first[a] .. first[a + 1] − 1
        final int[] column; // the other end: a free agent's place, or −1 − the place of a pinned one
        final int[] edge; // of the coupling

        Arcs(Coupling coupling, int[] first, int[] column, int[] edge) {
            this.coupling = coupling;
            this.first = first;
            this.column = column;
            this.edge = edge;
        }
    }

    final int @Nullable [] free; // ids, ascending; null: everybody
    final int size; // free agents
    final int[] pinned; // ids
    final boolean @Nullable [] unwatched; // of the free agents: its hitting cost does not count; null: all count
    final Arcs[] arcs; // round by round
    final boolean unitWeights;

    private Patch(int @Nullable [] free, int size, int[] pinned, boolean @Nullable [] unwatched, Arcs[] arcs) {
        this.free = free;
        this.size = size;
        this.pinned = pinned;
        this.unwatched = unwatched;
        this.arcs = arcs;
        this.unitWeights = hasUnitWeights(arcs);
    }

    /** The whole fleet, in rounds with these couplings. */
    public static Patch whole(Coupling... window) {
        Arcs[] arcs = new Arcs[window.length];
        for (int tau = 0; tau < window.length; tau++) {
            arcs[tau] = tau > 0 && window[tau] == window[tau - 1] ? arcs[tau - 1] : whole(window[tau]);
        }
        return new Patch(null, window[0].agents(), new int[0], null, arcs);
    }

    private static Arcs whole(Coupling coupling) {
        Graph graph = coupling.graph();
        int[] first = new int[graph.agents() + 1];
        int[] column = new int[graph.arcs()];
        int[] edge = new int[graph.arcs()];
        for (int i = 0; i < graph.agents(); i++) {
            first[i + 1] = graph.endArc(i);
        }
        for (int arc = 0; arc < column.length; arc++) {
            column[arc] = graph.neighbor(arc);
            edge[arc] = graph.edge(arc);
        }
        return new Arcs(coupling, first, column, edge);
    }

    private static boolean hasUnitWeights(Arcs[] window) {
        for (int tau = 0; tau < window.length; tau++) {
            if (tau > 0 && window[tau] == window[tau - 1]) {
                continue;
            }
            Arcs arcs = window[tau];
            for (int e : arcs.edge) {
                if (!arcs.coupling.isIsotropic(e) || arcs.coupling.weight(e) != 1) {
                    return false;
                }
            }
        }
        return true;
    }

    /** How many agents decide. */
    public int size() {
        return size;
    }

    /** How many rounds there are. */
    public int window() {
        return arcs.length;
    }

    /** The id of the free agent at a place. */
    public int agent(int place) {
        return free == null ? place : free[place];
    }

    /** The place of a free agent. */
    public int placeOf(int agent) {
        return free == null ? agent : Arrays.binarySearch(free, agent);
    }

    /** How many numbers of memory it takes, about. */
    public long footprint() {
        long numbers = (long) size + pinned.length;
        for (int tau = 0; tau < arcs.length; tau++) {
            if (!repeats(tau)) {
                numbers += arcs[tau].first.length + 2L * arcs[tau].column.length;
            }
        }
        return numbers;
    }

    /** How many numbers describe the edges of a round that count: 1 for a weight, d² for a matrix, d for an offset. */
    public long edgeNumbers(int tau) {
        Arcs a = arcs[tau];
        long sum = 0;
        for (int i = 0; i < size; i++) {
            for (int arc = a.first[i]; arc < a.first[i + 1]; arc++) {
                int j = a.column[arc];
                sum += j < 0 || i < j ? edgeNumbers(a.coupling, a.edge[arc]) : 0;
            }
        }
        return sum;
    }

    /** The same for the edges of the free agent at a place, which it knows anyway. */
    public long edgeNumbersOf(int place, int tau) {
        Arcs a = arcs[tau];
        long sum = 0;
        for (int arc = a.first[place]; arc < a.first[place + 1]; arc++) {
            sum += edgeNumbers(a.coupling, a.edge[arc]);
        }
        return sum;
    }

    private static int edgeNumbers(Coupling coupling, int e) {
        int d = coupling.dimension();
        return (coupling.isIsotropic(e) ? 1 : d * d) + (coupling.hasOffsets() ? d : 0);
    }

    /** Whether a round has the same coupling as the round before it in the window. */
    public boolean repeats(int tau) {
        return tau > 0 && arcs[tau] == arcs[tau - 1];
    }

    /** Makes patches of one fleet. Reused scratch; one thread. */
    public static final class Maker {
        private final int[] place; // of an agent: 0 outside, 1 + its place if free, −1 − its place if pinned
        private int[] column = new int[16];
        private int[] edge = new int[16];

        public Maker(int agents) {
            place = new int[agents];
        }

        /**
         * A patch.
         *
         * @param free ids, ascending
         * @param unwatched free agents whose hitting costs do not count; null: all count
         * @param window the couplings, round by round
         */
        public Patch make(int[] free, boolean @Nullable [] unwatched, int[] pinned, Coupling... window) {
            for (int a = 0; a < free.length; a++) {
                place[free[a]] = a + 1;
            }
            for (int p = 0; p < pinned.length; p++) {
                place[pinned[p]] = -1 - p;
            }
            Arcs[] arcs = new Arcs[window.length];
            for (int tau = 0; tau < window.length; tau++) {
                arcs[tau] = tau > 0 && window[tau] == window[tau - 1] ? arcs[tau - 1] : arcs(free, window[tau]);
            }
            for (int i : free) {
                place[i] = 0;
            }
            for (int i : pinned) {
                place[i] = 0;
            }
            return new Patch(free, free.length, pinned, unwatched, arcs);
        }

        private Arcs arcs(int[] free, Coupling coupling) {
            Graph graph = coupling.graph();
            int[] first = new int[free.length + 1];
            int count = 0;
            for (int a = 0; a < free.length; a++) {
                int i = free[a];
                if (count + graph.degree(i) > column.length) {
                    int larger = Math.max(2 * column.length, count + graph.degree(i));
                    column = Arrays.copyOf(column, larger);
                    edge = Arrays.copyOf(edge, larger);
                }
                for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                    int there = place[graph.neighbor(arc)];
                    if (there != 0) {
                        column[count] = there > 0 ? there - 1 : there;
                        edge[count++] = graph.edge(arc);
                    }
                }
                first[a + 1] = count;
            }
            return new Arcs(coupling, first, Arrays.copyOf(column, count), Arrays.copyOf(edge, count));
        }
    }
}
