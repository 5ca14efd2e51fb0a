package io.acord.applications.pricing;

import io.acord.lab.source.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Who is bought instead of whom: a graph that grows by preference, and in triangles (Holme and Kim 2002). A newcomer
 * joins {@code links} others: the first one the likelier the more links it has; each further one, with chance
 * {@code triangles}, is a neighbour of the one before. So a few products are linked with very many, and those that are
 * linked have links in common, as in real lists of what others bought. Immutable.
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record CoPurchases(int[] tail, int[] head, int[] degree) {

    /** Both ends of an edge are counted in an int. */
    static final int MOST_EDGES = Integer.MAX_VALUE / 2;

    int edges() {
        return tail.length;
    }

    int tail(int e) {
        return tail[e];
    }

    int head(int e) {
        return head[e];
    }

    int degree(int i) {
        return degree[i];
    }

    /** One of the ends of all edges so far; who has k neighbours is among them k times. */
    private static int end(int which, int[] tail, int[] head) {
        return which % 2 == 0 ? tail[which / 2] : head[which / 2];
    }

    static CoPurchases draw(int n, int links, double triangles, SeededRandom random) {
        List<List<Integer>> neighbors = new ArrayList<>();
        int most = Math.multiplyExact(n, links);
        int[] tail = new int[most];
        int[] head = new int[most];
        int edges = 0;
        int[] joinedBy = new int[n];
        Arrays.fill(joinedBy, -1);
        for (int i = 0; i < n; i++) {
            neighbors.add(new ArrayList<>());
            int last = -1;
            for (int l = 0; l < Math.min(links, i); l++) {
                int other = -1;
                if (last >= 0 && random.chance(triangles)) {
                    List<Integer> near = neighbors.get(last);
                    int candidate = near.get(random.below(near.size()));
                    other = candidate == i || joinedBy[candidate] == i ? -1 : candidate;
                }
                while (other < 0 || joinedBy[other] == i) {
                    // the first few have no links yet, and are joined by whoever comes next
                    other = edges == 0 || i <= links ? random.below(i) : end(random.below(2 * edges), tail, head);
                    other = other == i ? -1 : other;
                }
                joinedBy[other] = i;
                tail[edges] = other;
                head[edges] = i;
                edges++;
                neighbors.get(other).add(i);
                neighbors.get(i).add(other);
                last = other;
            }
        }
        int[] degree = new int[n];
        Arrays.setAll(degree, i -> neighbors.get(i).size());
        return new CoPurchases(Arrays.copyOf(tail, edges), Arrays.copyOf(head, edges), degree);
    }
}
