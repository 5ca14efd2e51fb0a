package io.acord.graph;

import java.util.Arrays;

/**
 * The connected components of a graph, numbered by their smallest agent. Immutable. A round falls apart into them:
 * nothing is shared between two components, not even the number of iterations.
 */
public final class Components {

    private final int[] componentOf;
    private final int[] first; // agents of component c are agents[first[c]] .. agents[first[c + 1] − 1], ascending
    private final int[] agents;

    private Components(int[] componentOf, int count) {
        this.componentOf = componentOf;
        this.first = new int[count + 1];
        for (int c : componentOf) {
            first[c + 1]++;
        }
        for (int c = 0; c < count; c++) {
            first[c + 1] += first[c];
        }
        this.agents = new int[componentOf.length];
        int[] next = Arrays.copyOf(first, count);
        for (int i = 0; i < componentOf.length; i++) {
            agents[next[componentOf[i]]++] = i;
        }
    }

    static Components of(Graph graph) {
        int n = graph.agents();
        int[] componentOf = new int[n];
        Arrays.fill(componentOf, -1);
        int[] queue = new int[n];
        int count = 0;
        for (int seed = 0; seed < n; seed++) {
            if (componentOf[seed] >= 0) {
                continue;
            }
            int end = 0;
            queue[end++] = seed;
            componentOf[seed] = count;
            for (int at = 0; at < end; at++) {
                int i = queue[at];
                for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                    int j = graph.neighbor(arc);
                    if (componentOf[j] < 0) {
                        componentOf[j] = count;
                        queue[end++] = j;
                    }
                }
            }
            count++;
        }
        return new Components(componentOf, count);
    }

    public int count() {
        return first.length - 1;
    }

    public int componentOf(int agent) {
        return componentOf[agent];
    }

    /** How many agents a component has. */
    public int size(int component) {
        return first[component + 1] - first[component];
    }

    /** The k-th agent of a component, in the order of ids. */
    public int agent(int component, int k) {
        return agents[first[component] + k];
    }
}
