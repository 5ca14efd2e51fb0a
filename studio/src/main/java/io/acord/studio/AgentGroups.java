package io.acord.studio;

import io.acord.graph.Graph;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A large fleet as a few hundred groups of agents that are near each other: runs of a breadth-first walk through the
 * graph. Sums over groups are sums over agents. Immutable.
 */
final class AgentGroups {

    /** More agents than this are shown in groups. */
    static final int MOST_AGENTS = 2_000;

    private static final int USUAL = 300;

    private final int[] groupOf; // of each agent
    private final int[] sizes;

    private AgentGroups(int[] groupOf, int[] sizes) {
        this.groupOf = groupOf;
        this.sizes = sizes;
    }

    static AgentGroups of(Graph graph) {
        return of(graph, Math.min(USUAL, graph.agents()));
    }

    static AgentGroups of(Graph graph, int count) {
        int n = graph.agents();
        int[] order = breadthFirst(graph);
        int[] groupOf = new int[n];
        int[] sizes = new int[count];
        for (int at = 0; at < n; at++) {
            int group = (int) ((long) at * count / n);
            groupOf[order[at]] = group;
            sizes[group]++;
        }
        return new AgentGroups(groupOf, sizes);
    }

    private static int[] breadthFirst(Graph graph) {
        int n = graph.agents();
        int[] order = new int[n];
        boolean[] seen = new boolean[n];
        int end = 0;
        for (int root = 0; root < n; root++) {
            if (seen[root]) {
                continue;
            }
            seen[root] = true;
            int at = end;
            order[end++] = root;
            while (at < end) {
                int i = order[at++];
                for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                    int j = graph.neighbor(arc);
                    if (!seen[j]) {
                        seen[j] = true;
                        order[end++] = j;
                    }
                }
            }
        }
        return order;
    }

    int count() {
        return sizes.length;
    }

    int size(int group) {
        return sizes[group];
    }

    int of(int agent) {
        return groupOf[agent];
    }

    /** The mean of the points of each group, d numbers an agent. */
    double[] means(double[] flat, int d) {
        double[] means = new double[sizes.length * d];
        for (int i = 0; i < groupOf.length; i++) {
            for (int c = 0; c < d; c++) {
                means[groupOf[i] * d + c] += flat[i * d + c];
            }
        }
        for (int at = 0; at < means.length; at++) {
            means[at] /= sizes[at / d];
        }
        return means;
    }

    /**
     * The edges between groups.
     *
     * @param graph of the groups
     * @param counts how many edges each stands for
     * @param edgeOf which of them each edge of the fleet belongs to; −1 for those within a group
     */
    @SuppressWarnings("ArrayRecordComponent") // handed from one method to the next
    record Edges(Graph graph, int[] counts, int[] edgeOf) {}

    Edges edges(Graph graph) {
        Map<Long, Integer> pairs = new HashMap<>();
        Graph.Builder builder = Graph.builder(sizes.length);
        int[] first = new int[graph.edges()];
        for (int e = 0; e < graph.edges(); e++) {
            int a = groupOf[graph.tail(e)];
            int b = groupOf[graph.head(e)];
            first[e] = -1;
            if (a != b) {
                long key = (long) Math.min(a, b) * sizes.length + Math.max(a, b);
                Integer known = pairs.get(key);
                if (known == null) {
                    known = pairs.size();
                    pairs.put(key, known);
                    builder.edge(a, b);
                }
                first[e] = known;
            }
        }
        Graph between = builder.build();
        int[] place = new int[pairs.size()]; // the builder may sort edges
        pairs.forEach(
                (key, at) -> place[at] = between.edgeBetween((int) (key / sizes.length), (int) (key % sizes.length)));
        int[] counts = new int[between.edges()];
        int[] edgeOf = Arrays.stream(first).map(at -> at < 0 ? -1 : place[at]).toArray();
        for (int e : edgeOf) {
            if (e >= 0) {
                counts[e]++;
            }
        }
        return new Edges(between, counts, edgeOf);
    }
}
