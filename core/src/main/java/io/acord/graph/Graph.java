package io.acord.graph;

import io.acord.input.Complaints;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The communication graph of one round in compressed sparse rows. Immutable. Each edge (i, j) is stored as two arcs,
 * one leaving each end.
 *
 * <p>Edges are numbered by (tail, head), arcs of an agent by the id of the neighbour, so nothing depends on the order
 * in which edges were named.
 */
public final class Graph {

    private final int[] firstArc; // arcs of agent i are firstArc[i] .. firstArc[i + 1] − 1
    private final int[] neighbor; // the agent at the far end of an arc
    private volatile @Nullable Numbering numbering; // null: nobody has asked for an edge yet

    private Graph(int[] firstArc, int[] neighbor) {
        this.firstArc = firstArc;
        this.neighbor = neighbor;
    }

    /**
     * Which edge is which: twice the memory of the arcs themselves, and large fleets whose edges all charge alike never
     * ask.
     */
    private static final class Numbering {
        final int[] edge; // the edge an arc belongs to
        final int[] tail; // ends of an edge, tail[e] < head[e]
        final int[] head;

        Numbering(int[] firstArc, int[] neighbor) {
            edge = new int[neighbor.length];
            tail = new int[neighbor.length / 2];
            head = new int[tail.length];
            int[] next = Arrays.copyOf(firstArc, firstArc.length - 1); // arcs to smaller ids come first
            int e = 0;
            for (int i = 0; i < next.length; i++) {
                for (int arc = next[i]; arc < firstArc[i + 1]; arc++) {
                    edge[arc] = e;
                    edge[next[neighbor[arc]]++] = e;
                    tail[e] = i;
                    head[e++] = neighbor[arc];
                }
            }
        }
    }

    private Numbering numbering() {
        Numbering known = numbering;
        if (known == null) {
            known = new Numbering(firstArc, neighbor);
            numbering = known; // several threads may do the same, with the same result
        }
        return known;
    }

    /**
     * Looks at all arcs at once, for kernels.
     *
     * @param <T> what it makes of them
     */
    public interface ArcReader<T> {
        /**
         * Reads live arrays, and must not write into them.
         *
         * @param firstArc the arcs of agent i are firstArc[i] to firstArc[i + 1] − 1
         * @param neighbor the agent at the far end of each arc
         */
        T read(int[] firstArc, int[] neighbor);
    }

    /** What a reader makes of the arcs. */
    public <T> T read(ArcReader<T> reader) {
        return reader.read(firstArc, neighbor);
    }

    /** A graph on agents 0 .. {@code agents} − 1 with these edges, each a pair of agents in either order. */
    public static Graph of(int agents, int[][] edges) {
        Builder builder = builder(agents);
        for (int[] edge : edges) {
            builder.edge(edge[0], edge[1]);
        }
        return builder.build();
    }

    public static Builder builder(int agents) {
        return new Builder(agents);
    }

    public int agents() {
        return firstArc.length - 1;
    }

    public int edges() {
        return neighbor.length / 2;
    }

    public int arcs() {
        return neighbor.length;
    }

    public int degree(int i) {
        return firstArc[i + 1] - firstArc[i];
    }

    public int firstArc(int i) {
        return firstArc[i];
    }

    public int endArc(int i) {
        return firstArc[i + 1];
    }

    public int neighbor(int arc) {
        return neighbor[arc];
    }

    public int edge(int arc) {
        return numbering().edge[arc];
    }

    /** The end of an edge with the smaller id. */
    public int tail(int e) {
        return numbering().tail[e];
    }

    /** The end of an edge with the larger id. */
    public int head(int e) {
        return numbering().head[e];
    }

    /** The edge between two agents, or −1. */
    public int edgeBetween(int i, int j) {
        int arc = Arrays.binarySearch(neighbor, firstArc[i], firstArc[i + 1], j);
        return arc < 0 ? -1 : edge(arc);
    }

    /** The connected components of this graph. */
    public Components components() {
        return Components.of(this);
    }

    /** Collects edges in any order. */
    public static final class Builder {
        private final int agents;
        private long[] ends = new long[16];
        private int count;

        private Builder(int agents) {
            if (agents < 1) {
                throw Complaints.refuse(
                        "graph.agents", "is " + agents, "at least 1 agent", "name the agents of the fleet");
            }
            this.agents = agents;
        }

        /** Adds the edge between i and j; the checks come with {@link #build}. */
        public Builder edge(int i, int j) {
            if (count == ends.length) {
                ends = Arrays.copyOf(ends, count + (count >> 1));
            }
            ends[count++] = (long) i << 32 | (j & 0xffffffffL);
            return this;
        }

        public Graph build() {
            return build(new Complaints());
        }

        /** Builds, or throws what was already complained about together with what is wrong here. */
        Graph build(Complaints complaints) {
            for (int e = 0; e < count; e++) {
                checkEnds(agents, (int) (ends[e] >> 32), (int) ends[e], complaints);
            }
            complaints.throwIfAny();
            int[] firstArc = firstArcs();
            int[] neighbor = neighbors(firstArc);
            checkRepetitions(firstArc, neighbor, complaints);
            complaints.throwIfAny();
            return new Graph(firstArc, neighbor);
        }

        private int[] firstArcs() {
            int[] firstArc = new int[agents + 1];
            for (int e = 0; e < count; e++) {
                firstArc[(int) (ends[e] >> 32) + 1]++;
                firstArc[(int) ends[e] + 1]++;
            }
            for (int i = 0; i < agents; i++) {
                firstArc[i + 1] = Math.addExact(firstArc[i + 1], firstArc[i]);
            }
            return firstArc;
        }

        /** The far ends of everybody's arcs, in the order of their ids: edges as such are never sorted or copied. */
        private int[] neighbors(int[] firstArc) {
            int[] neighbor = new int[Math.multiplyExact(2, count)];
            int[] next = Arrays.copyOf(firstArc, agents);
            for (int e = 0; e < count; e++) {
                int i = (int) (ends[e] >> 32);
                int j = (int) ends[e];
                neighbor[next[i]++] = j;
                neighbor[next[j]++] = i;
            }
            for (int i = 0; i < agents; i++) {
                Arrays.sort(neighbor, firstArc[i], firstArc[i + 1]);
            }
            return neighbor;
        }

        private static void checkRepetitions(int[] firstArc, int[] neighbor, Complaints complaints) {
            for (int i = 0; i + 1 < firstArc.length; i++) {
                for (int arc = firstArc[i] + 1; arc < firstArc[i + 1]; arc++) {
                    if (neighbor[arc] == neighbor[arc - 1] && neighbor[arc] > i) {
                        complaints.add(
                                place(i, neighbor[arc]),
                                "is named twice",
                                "each edge once, because its dissimilarity is charged once",
                                "drop one of them, or add up their weights");
                    }
                }
            }
        }

        /** Complains unless i and j are two different agents of the fleet. */
        static void checkEnds(int agents, int i, int j, Complaints complaints) {
            if (i < 0 || j < 0 || i >= agents || j >= agents) {
                complaints.add(
                        place(i, j),
                        "names an agent that there is not",
                        "agents 0 to " + (agents - 1),
                        "correct the agent, or enlarge the fleet");
            } else if (i == j) {
                complaints.add(
                        place(i, j),
                        "joins agent " + i + " with itself",
                        "two different agents, because nobody differs from himself",
                        "drop the self-loop");
            }
        }

        private static String place(int i, int j) {
            return "edge (" + i + ", " + j + ")";
        }
    }
}
