package io.acord.lab.optimum;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An order in which to eliminate the agents of a graph so that Cholesky's factor stays sparse: always one of least
 * degree, by the approximate degrees of Amestoy, Davis and Duff (1996). Immutable.
 *
 * <p>Eliminating an agent makes its neighbours neighbours of each other. That clique is kept as one <i>element</i>, the
 * list of its members, and an element that a new one contains is absorbed: what is in memory never exceeds the graph
 * and the factor. The members of an element are the rows of the agent's column in the factor.
 */
final class EliminationOrder {

    private static final int[] NONE = {};

    final int[] order; // the agent at a position
    final int[] position; // of an agent
    final int[][] below; // of an agent: who is in its column of the factor, besides itself; in no order

    private EliminationOrder(int[] order, int[] position, int[][] below) {
        this.order = order;
        this.position = position;
        this.below = below;
    }

    /**
     * The order for a graph; null if the factor takes more multiply-adds than that.
     *
     * @param d unknowns an agent
     */
    static @Nullable EliminationOrder of(Patch.Arcs arcs, int d, long most) {
        return new Search(arcs).run(d, most);
    }

    /** The graph as far as it is eliminated. */
    private static final class Search {
        private final int n;
        private final int[][] neighbors; // of an agent that is left: agents, of those that no element tells
        private final int[] neighborCount;
        private final int[][] elements; // of an agent that is left: those that it is a member of
        private final int[] elementCount;
        private final int[][] members; // of an element, which is named by the agent that made it
        private final boolean[] isAbsorbed; // an element
        private final int[] degree; // at least that of an agent that is left
        private final int[] mark; // stamped: an agent is in the new element
        private final int[] outside; // stamped: how many members of an element are not in the new one
        private final int[] outsideStamp;
        private final int[] first; // the agents of a degree, as a list
        private final int[] next;
        private final int[] previous;

        Search(Patch.Arcs arcs) {
            n = arcs.first.length - 1;
            neighbors = new int[n][];
            neighborCount = new int[n];
            elements = new int[n][];
            elementCount = new int[n];
            members = new int[n][];
            isAbsorbed = new boolean[n];
            degree = new int[n];
            mark = new int[n];
            outside = new int[n];
            outsideStamp = new int[n];
            first = new int[n + 1];
            next = new int[n];
            previous = new int[n];
            Arrays.fill(first, -1);
            for (int i = n - 1; i >= 0; i--) {
                int[] all = Arrays.copyOfRange(arcs.column, arcs.first[i], arcs.first[i + 1]);
                neighbors[i] = Arrays.stream(all).filter(j -> j >= 0).toArray();
                neighborCount[i] = neighbors[i].length;
                elements[i] = NONE;
                enter(i, neighborCount[i]);
            }
        }

        @Nullable
        EliminationOrder run(int d, long most) {
            int[] order = new int[n];
            int[] position = new int[n];
            long work = 0;
            int least = 0;
            for (int p = 0; p < n; p++) {
                while (first[least] < 0) {
                    least++;
                }
                int pivot = first[least];
                leave(pivot);
                order[p] = pivot;
                position[pivot] = p;
                int[] clique = eliminate(pivot, n - p - 1);
                long height = (clique.length + 1L) * d;
                work += d * height * height / 2;
                if (work > most) {
                    return null;
                }
                for (int i : clique) {
                    least = Math.min(least, degree[i]);
                }
            }
            return new EliminationOrder(order, position, members);
        }

        /** Makes the element of an agent; returns its members. */
        private int[] eliminate(int pivot, int left) {
            int stamp = pivot + 1;
            int[] clique = clique(pivot, stamp);
            members[pivot] = clique;
            countOutside(clique, stamp);
            for (int i : clique) {
                leave(i);
                int reached = keepElements(i, pivot);
                reached += keepNeighbors(i, stamp);
                int bound = Math.min(left - 1, degree[i] + clique.length - 1);
                enter(i, Math.max(0, Math.min(bound, reached + clique.length - 1)));
            }
            neighbors[pivot] = NONE;
            elements[pivot] = NONE;
            return clique;
        }

        /** The neighbours of an agent, whose elements are absorbed. */
        private int[] clique(int pivot, int stamp) {
            int most = neighborCount[pivot];
            for (int k = 0; k < elementCount[pivot]; k++) {
                most += members[elements[pivot][k]].length;
            }
            int[] found = new int[most];
            int count = 0;
            mark[pivot] = stamp;
            for (int k = 0; k < neighborCount[pivot]; k++) {
                int j = neighbors[pivot][k];
                if (mark[j] != stamp) {
                    mark[j] = stamp;
                    found[count++] = j;
                }
            }
            for (int k = 0; k < elementCount[pivot]; k++) {
                int element = elements[pivot][k];
                isAbsorbed[element] = true;
                for (int j : members[element]) {
                    if (mark[j] != stamp) {
                        mark[j] = stamp;
                        found[count++] = j;
                    }
                }
            }
            return Arrays.copyOf(found, count);
        }

        private void countOutside(int[] clique, int stamp) {
            for (int i : clique) {
                for (int k = 0; k < elementCount[i]; k++) {
                    int element = elements[i][k];
                    if (outsideStamp[element] != stamp) {
                        outsideStamp[element] = stamp;
                        outside[element] = members[element].length;
                    }
                    outside[element]--;
                }
            }
        }

        /** Drops absorbed elements of an agent, adds the new one; returns how many the others may reach outside it. */
        private int keepElements(int i, int added) {
            int count = 0;
            int reached = 0;
            int[] own = elements[i];
            for (int k = 0; k < elementCount[i]; k++) {
                int element = own[k];
                if (isAbsorbed[element]) {
                    continue;
                }
                if (outside[element] == 0) {
                    isAbsorbed[element] = true; // the new element says all that it says
                    continue;
                }
                own[count++] = element;
                reached = (int) Math.min(n, (long) reached + outside[element]);
            }
            if (count == own.length) {
                own = Arrays.copyOf(own, Math.max(4, 2 * count));
                elements[i] = own;
            }
            own[count++] = added;
            elementCount[i] = count;
            return reached;
        }

        /** Drops neighbours that the new element tells; returns how many are left. */
        private int keepNeighbors(int i, int stamp) {
            int count = 0;
            for (int k = 0; k < neighborCount[i]; k++) {
                int j = neighbors[i][k];
                if (mark[j] != stamp) {
                    neighbors[i][count++] = j;
                }
            }
            neighborCount[i] = count;
            return count;
        }

        private void enter(int i, int newDegree) {
            degree[i] = newDegree;
            int head = first[newDegree];
            next[i] = head;
            previous[i] = -1;
            if (head >= 0) {
                previous[head] = i;
            }
            first[newDegree] = i;
        }

        private void leave(int i) {
            if (previous[i] >= 0) {
                next[previous[i]] = next[i];
            } else {
                first[degree[i]] = next[i];
            }
            if (next[i] >= 0) {
                previous[next[i]] = previous[i];
            }
        }
    }
}
