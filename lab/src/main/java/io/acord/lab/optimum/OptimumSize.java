package io.acord.lab.optimum;

import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.lab.instance.Instance;
import io.acord.model.Round;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * How large the hindsight optimum of an instance is, known before anything of it is made.
 *
 * @param unknowns N d T
 * @param work T d² (N + edges), which time and memory are about proportional to
 * @param bytes of memory that solving takes
 */
public record OptimumSize(long unknowns, long work, long bytes) {

    /**
     * This share of the heap can hold large arrays: Java's serial collector keeps a third of it for what is young, and
     * the run needs some itself.
     */
    private static final double SHARE = 0.6;

    /** Of a cost that is kept as an object. */
    private static final int COST = 160;

    /** Of an arc: the coupling's own, and the solver's copy. */
    private static final int ARC = 40;

    /** Looks at two rounds; at all of them only if the graph changes. */
    public static OptimumSize of(Instance instance) {
        Round first = instance.round(1);
        int horizon = instance.horizon();
        long edges = first.graph().edges();
        long allEdges = edges * horizon;
        long keptEdges = edges; // rounds that share a graph share its memory
        if (horizon > 1 && instance.round(2).coupling() != first.coupling()) {
            allEdges = 0;
            keptEdges = 0;
            Coupling before = null;
            for (int t = 1; t <= horizon; t++) {
                Coupling coupling = instance.round(t).coupling();
                allEdges += coupling.graph().edges();
                keptEdges += coupling == before ? 0 : coupling.graph().edges();
                before = coupling;
            }
        }
        long nodes = (long) instance.agents() * horizon;
        long d = instance.dimension();
        return new OptimumSize(nodes * d, d * d * (nodes + allEdges), bytes(nodes, d, keptEdges, areQuadratic(first)));
    }

    private static boolean areQuadratic(Round round) {
        return IntStream.range(0, round.agents()).allMatch(i -> round.cost(i) instanceof Quadratic);
    }

    /** Rounds in flat arrays, the problem, vectors of the solver or an envelope, the actions twice, and the edges. */
    private static long bytes(long nodes, long d, long edges, boolean areQuadratic) {
        long rounds = 8 * (d * d + 2 * d + 2);
        long problem = 8 * (2 * d * d + d + 2);
        long vectors = nodes * 8 * (d * d + 5 * d + 2);
        long envelope = nodes * d * 28 + 8 * (long) Math.sqrt(2.0 * SpaceTime.DIRECT * nodes * d);
        long actions = 8 * 2 * d;
        long objects = areQuadratic ? 0 : COST;
        boolean isDirect = areQuadratic && nodes * d <= SpaceTime.DIRECT; // even the narrowest envelope is work
        return nodes * (rounds + problem + actions + objects)
                + (isDirect ? Math.max(vectors, envelope) : vectors)
                + 2 * ARC * edges;
    }

    /** How many such problems a heap of so many bytes holds at the same time. */
    int fitting(long heap) {
        return fitting(heap, bytes);
    }

    /** How often so many bytes of large arrays fit into a heap. */
    static int fitting(long heap, long bytes) {
        return (int) Math.min(Integer.MAX_VALUE, (long) (SHARE * heap) / Math.max(1, bytes));
    }

    /**
     * Refuses what the heap cannot hold.
     *
     * @param heap bytes at hand
     */
    void checkFits(long heap) {
        if (fitting(heap) < 1) {
            throw tooLarge(heap);
        }
    }

    private BadInputException tooLarge(long heap) {
        long gigabytes = (long) Math.ceil(bytes / SHARE / (1L << 30));
        return Complaints.refuse(
                "the hindsight optimum",
                String.format(
                        Locale.ROOT,
                        "has %,d unknowns and needs about %s of memory, and a heap of %s leaves %s for it",
                        unknowns,
                        amount(bytes),
                        amount(heap),
                        amount((long) (SHARE * heap))),
                "a heap of " + gigabytes + " GB, or a bound instead of the optimum",
                "start with ./acord --heap " + gigabytes
                        + "g, or write optimum: bound (--set optimum=bound) and do without the policy opt");
    }

    /** 12.3 GB, 45 MB. */
    static String amount(long bytes) {
        return bytes >= 1L << 30
                ? String.format(Locale.ROOT, "%.1f GB", (double) bytes / (1L << 30))
                : String.format(Locale.ROOT, "%.0f MB", (double) bytes / (1L << 20));
    }
}
