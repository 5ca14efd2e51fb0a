package io.acord.internal.order;

import io.acord.graph.Graph;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An order of the agents in which neighbours lie near each other, for graphs that have one while the ids hide it: a
 * grid whose agents were numbered at random, say. Walking such a graph in the order of ids waits for memory at every
 * arc.
 *
 * <p>Breadth first, as Cuthill and McKee 1969. Whether there is anything to gain is found out before, by looking at a
 * few agents: expanders have no such order, and finding that out the long way would take longer than a round.
 */
public final class NearbyOrder {

    /** Smaller fleets fit into a cache as they are. */
    private static final int FEWEST = 1 << 16;

    /** So far apart, two agents are not in a nearby cache together. */
    private static final int FAR = 4096;

    private static final int LOOKED_AT = 1024;

    /** The size of the neighbourhood that is looked at. */
    private static final int BALL = 4096;

    private NearbyOrder() {}

    /** The agents in such an order; null if there is none, or the ids are one already. */
    public static int @Nullable [] of(Graph graph) {
        return graph.agents() >= FEWEST
                        && areFarApart(graph.agents(), graph::firstArc, graph::neighbor)
                        && hasThinBorders(graph)
                ? breadthFirst(graph)
                : null;
    }

    /** Whether most neighbours of the rows looked at are far from them. */
    public static boolean areFarApart(int rows, IntUnaryOperator firstArc, IntUnaryOperator column) {
        int step = Math.max(1, rows / LOOKED_AT);
        int far = 0;
        int all = 0;
        for (int i = 0; i < rows; i += step) {
            for (int arc = firstArc.applyAsInt(i); arc < firstArc.applyAsInt(i + 1); arc++) {
                far += Math.abs(column.applyAsInt(arc) - i) > FAR ? 1 : 0;
                all++;
            }
        }
        return 2 * far > all;
    }

    /**
     * Whether the agents within some distance of one in the middle have few neighbours outside: in a plane they do, in
     * an expander not.
     */
    private static boolean hasThinBorders(Graph graph) {
        int[] ball = new int[BALL];
        boolean[] inside = new boolean[graph.agents()];
        ball[0] = graph.agents() / 2;
        inside[ball[0]] = true;
        int count = 1;
        for (int at = 0; at < count && count < BALL; at++) {
            count = addNeighbors(graph, ball[at], inside, ball, count);
        }
        long leaving = 0;
        long all = 0;
        for (int at = 0; at < count; at++) {
            for (int arc = graph.firstArc(ball[at]); arc < graph.endArc(ball[at]); arc++) {
                leaving += inside[graph.neighbor(arc)] ? 0 : 1;
                all++;
            }
        }
        return 4 * leaving < all;
    }

    private static int addNeighbors(Graph graph, int i, boolean[] seen, int[] queue, int count) {
        int end = count;
        for (int arc = graph.firstArc(i); arc < graph.endArc(i) && end < queue.length; arc++) {
            int j = graph.neighbor(arc);
            if (!seen[j]) {
                seen[j] = true;
                queue[end++] = j;
            }
        }
        return end;
    }

    private static int[] breadthFirst(Graph graph) {
        int n = graph.agents();
        int[] order = new int[n];
        boolean[] seen = new boolean[n];
        int count = 0;
        for (int seed = 0; seed < n; seed++) {
            if (seen[seed]) {
                continue;
            }
            int at = count;
            seen[seed] = true;
            order[count++] = seed;
            for (; at < count; at++) {
                count = addNeighbors(graph, order[at], seen, order, count);
            }
        }
        return order;
    }
}
