package io.acord.lab.policy;

import io.acord.graph.Components;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.optimum.Patch;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Who solves what in LPC: for each agent the patch of the agents within r hops in this round's graph. Later rounds of
 * the window have edges of their own between the same agents.
 *
 * <p>Agents that see their whole component solve the same problem: it has one patch, that of the component's first such
 * agent.
 */
final class Neighborhoods {

    /** Patches of more numbers than this in all are made anew whenever they are needed. */
    private static final long MOST_NUMBERS = 30_000_000;

    private final int radius;
    private final LpcBoundary boundary;
    private final Coupling[] window;
    private final Graph graph;
    private final Components components;
    private final @Nullable Patch[] patches; // kept ones
    private final int[]
            solver; // of each agent: who solves for it, itself or the first of its component that sees the whole
    private final boolean[] shared; // of each agent: whether it solves for others
    private final int[] inner; // of each agent: others within less than r hops
    private final int[] outer; // of each agent: others at r hops
    private final long[] edgeNumbers; // round by round; 0 where a round has the coupling of the one before

    Neighborhoods(int radius, LpcBoundary boundary, Coupling[] window) {
        this(radius, boundary, window, MOST_NUMBERS);
    }

    /** Finds out who sees what, and keeps patches of about {@code mostNumbers} numbers in all. */
    Neighborhoods(int radius, LpcBoundary boundary, Coupling[] window, long mostNumbers) {
        this.radius = radius;
        this.boundary = boundary;
        this.window = window;
        this.graph = window[0].graph();
        this.components = graph.components();
        int n = graph.agents();
        this.patches = new Patch[n];
        this.solver = new int[n];
        this.shared = new boolean[n];
        this.inner = new int[n];
        this.outer = new int[n];
        this.edgeNumbers = new long[window.length];
        long[] @Nullable [] ofWhole = new long[components.count()][];
        int[] first = new int[components.count()];
        Scout scout = new Scout();
        long numbers = 0;
        for (int i = 0; i < n; i++) {
            scout.walk(i);
            inner[i] = scout.count - scout.outer - 1;
            outer[i] = scout.outer;
            solver[i] = i;
            int component = components.componentOf(i);
            boolean whole = scout.seesWhole();
            long[] all = whole ? ofWhole[component] : null;
            if (all == null) {
                Patch patch = scout.patch();
                all = numbersOf(patch);
                if (whole) {
                    ofWhole[component] = all;
                    first[component] = i;
                }
                if (whole || numbers < mostNumbers) {
                    patches[i] = patch;
                    numbers += patch.footprint();
                }
                tell(patch, i, all);
            } else {
                solver[i] = first[component];
                shared[first[component]] = true;
                tell(patch(first[component], scout), i, all);
            }
        }
    }

    /** The numbers of a patch's edges, round by round. */
    private static long[] numbersOf(Patch patch) {
        long[] numbers = new long[patch.window()];
        Arrays.setAll(numbers, tau -> patch.repeats(tau) ? 0 : patch.edgeNumbers(tau));
        return numbers;
    }

    /** Counts the edges that an agent has to be told of: all of its patch but its own. */
    private void tell(Patch patch, int agent, long[] all) {
        int place = patch.placeOf(agent);
        for (int tau = 0; tau < all.length; tau++) {
            edgeNumbers[tau] += patch.repeats(tau) ? 0 : all[tau] - patch.edgeNumbersOf(place, tau);
        }
    }

    /** How many agents other than itself an agent has within less than r hops; as many have it there. */
    int inner(int agent) {
        return inner[agent];
    }

    /** How many agents an agent has at r hops; as many have it there. */
    int outer(int agent) {
        return outer[agent];
    }

    /**
     * Numbers that describe a round's edges to all agents that have to be told; 0 if it has the coupling of the round
     * before it in the window.
     */
    long edgeNumbers(int tau) {
        return edgeNumbers[tau];
    }

    /** Whether an agent solves for others too. */
    boolean isShared(int agent) {
        return shared[agent];
    }

    /** Whether these patches serve rounds with these couplings. */
    boolean serve(Coupling[] couplings) {
        return couplings.length <= window.length
                && IntStream.range(0, couplings.length).allMatch(tau -> couplings[tau] == window[tau]);
    }

    /** Who solves for an agent. */
    int solver(int agent) {
        return solver[agent];
    }

    /** The patch of an agent that solves. */
    Patch patch(int agent, Scout scout) {
        Patch kept = patches[agent];
        if (kept != null) {
            return kept;
        }
        scout.walk(agent);
        return scout.patch();
    }

    /** Walks through neighbourhoods. Reused scratch; one thread. */
    final class Scout {
        private final int[] distance = new int[graph.agents()]; // −1: not met
        private final Patch.Maker maker = new Patch.Maker(graph.agents());
        private int[] met = new int[16]; // in the order of the walk
        private int count;
        private int outer; // how many of them are at distance r

        Scout() {
            Arrays.fill(distance, -1);
        }

        /** Meets everybody within r hops of an agent. */
        void walk(int centre) {
            for (int k = 0; k < count; k++) {
                distance[met[k]] = -1;
            }
            count = 0;
            outer = 0;
            meet(centre, 0);
            int all = components.size(components.componentOf(centre));
            for (int k = 0; k < count && count < all && distance[met[k]] < radius; k++) {
                int i = met[k];
                for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                    if (distance[graph.neighbor(arc)] < 0) {
                        meet(graph.neighbor(arc), distance[i] + 1);
                    }
                }
            }
        }

        private void meet(int i, int hops) {
            if (count == met.length) {
                met = Arrays.copyOf(met, 2 * count);
            }
            met[count++] = i;
            distance[i] = hops;
            outer += hops == radius ? 1 : 0;
        }

        /** Whether the agent's problem is the whole component's, without anything special about an outer ring. */
        boolean seesWhole() {
            return count == components.size(components.componentOf(met[0]))
                    && (boundary == LpcBoundary.FULL || outer == 0);
        }

        Patch patch() {
            int[] members = Arrays.copyOf(met, count);
            Arrays.sort(members);
            if (boundary == LpcBoundary.FULL || outer == 0) {
                return maker.make(members, null, new int[0], window);
            }
            if (boundary == LpcBoundary.LITERAL) {
                boolean[] unwatched = new boolean[count];
                for (int a = 0; a < count; a++) {
                    unwatched[a] = distance[members[a]] == radius;
                }
                return maker.make(members, unwatched, new int[0], window);
            }
            int[] free = new int[count - outer];
            int[] pinned = new int[outer];
            int f = 0;
            int p = 0;
            for (int i : members) {
                if (distance[i] == radius) {
                    pinned[p++] = i;
                } else {
                    free[f++] = i;
                }
            }
            return maker.make(free, null, pinned, window);
        }
    }
}
