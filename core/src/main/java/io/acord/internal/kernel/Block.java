package io.acord.internal.kernel;

import io.acord.graph.Components;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.graph.Ties;
import io.acord.input.Complaints;
import io.acord.internal.order.NearbyOrder;
import io.acord.linear.Packed;
import io.acord.linear.Symmetric;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The part of a coupling that one place computes. Rows are the agents that live here; columns are the rows followed by
 * the halo, the neighbours that live elsewhere. A whole fleet is a block without a halo, a drone is a block of one row.
 * Immutable.
 *
 * <p>The arcs of a row are in the order of the neighbours' ids, not of their columns. So a row's sums have the same
 * bits in whatever block the row lies.
 *
 * <p>Methods that return arrays return the live ones, for kernels to read.
 */
public final class Block {

    /** What solving a row takes, in arcs. */
    private static final int EFFORT_OF_A_ROW = 3;

    private final int d;
    private final int rows;
    private final int[] agents; // the agent of each column; the halo's are ascending
    private final boolean isInOrder;
    private final int[] firstArc;
    private final int[] column;
    private final double @Nullable [] weight; // per arc; null: all 1
    private final int @Nullable [] gramAt; // per arc: where its W_e starts in gram, −1 for w I; null: all isotropic
    private final double[] gram; // lower triangles, in the order of arcs: kernels read it from front to back
    private final double[] weightSum; // per row: Σ w_e over its isotropic edges
    private final double sameWeightSum; // of all rows; NaN: they differ
    private final double @Nullable [] gramSum; // d x d per row: Σ W_e over its other edges; null: it has none
    private final double @Nullable [] offset; // d per arc: o_e seen from the row's end; null: no offsets
    private final double @Nullable [] offsetPull; // d per row: Σ W_e o_e, o_e seen from the row's end; null: no offsets
    private final int[]
            segments; // rows of segment c are segments[c] .. segments[c + 1] − 1; nothing couples two segments
    private final Runs runs;
    private volatile @Nullable Tiles tiles; // null: nobody has asked yet
    private volatile int reach; // 0: nobody has asked yet
    private volatile @Nullable Block before; // whose tiles these can follow; null: nobody's, or they have been made

    private Block(Coupling coupling, int[] agents, int rows, int[] firstArc, int[] column, int[] segments) {
        this.d = coupling.dimension();
        this.rows = rows;
        this.agents = agents;
        this.isInOrder = isInOrder(agents, rows);
        this.firstArc = firstArc;
        this.column = column;
        this.segments = segments;
        this.runs = Runs.of(rows, firstArc, column);
        this.weight = coupling.hasWeights() ? new double[column.length] : null;
        this.gramAt = coupling.isIsotropic() ? null : new int[column.length];
        this.gram = gramAt == null ? new double[0] : lowerTriangles(coupling);
        this.weightSum = new double[rows];
        this.gramSum = gramAt == null ? null : new double[size(rows, d * d)];
        this.offset = coupling.hasOffsets() ? new double[size(column.length, d)] : null;
        this.offsetPull = coupling.hasOffsets() ? new double[size(rows, d)] : null;
        if (weight == null && gramAt == null && offset == null) {
            for (int row = 0; row < rows; row++) {
                weightSum[row] = degree(row); // what as many ones add up to
            }
        } else {
            takeArcs(coupling);
        }
        this.sameWeightSum = same(weightSum);
    }

    private void takeArcs(Coupling coupling) {
        Graph graph = coupling.graph();
        for (int row = 0; row < rows; row++) {
            int arc = firstArc[row];
            for (int a = graph.firstArc(agents[row]); a < graph.endArc(agents[row]); a++, arc++) {
                takeArc(coupling, row, arc, graph.edge(a));
            }
        }
    }

    /** The number that all are, NaN if they differ. */
    private static double same(double[] numbers) {
        for (double number : numbers) {
            if (number != numbers[0]) {
                return Double.NaN;
            }
        }
        return numbers.length == 0 ? Double.NaN : numbers[0];
    }

    private Block(Block other, int[] agents) {
        this.d = other.d;
        this.rows = other.rows;
        this.agents = agents;
        this.isInOrder = isInOrder(agents, rows);
        this.firstArc = other.firstArc;
        this.column = other.column;
        this.weight = other.weight;
        this.gramAt = other.gramAt;
        this.gram = other.gram;
        this.weightSum = other.weightSum;
        this.sameWeightSum = other.sameWeightSum;
        this.gramSum = other.gramSum;
        this.offset = other.offset;
        this.offsetPull = other.offsetPull;
        this.segments = other.segments;
        this.runs = other.runs;
    }

    /** A block of some of another's arcs; what lies left over of its halo is left out. */
    private Block(Block whole, int[] agents, int[] firstArc, int[] column, int[] taken) {
        this.d = whole.d;
        this.rows = whole.rows;
        this.agents = agents;
        this.isInOrder = isInOrder(agents, rows);
        this.firstArc = firstArc;
        this.column = column;
        this.weight = whole.weight == null ? null : new double[column.length];
        this.gramAt = whole.gramAt == null ? null : new int[column.length];
        this.gram = whole.gram;
        this.weightSum = new double[rows];
        this.gramSum = gramAt == null ? null : new double[size(rows, d * d)];
        this.offset = whole.offset == null ? null : new double[size(column.length, d)];
        this.offsetPull = whole.offsetPull == null ? null : new double[size(rows, d)];
        this.segments = new int[] {0, rows};
        this.runs = Runs.of(rows, firstArc, column);
        for (int row = 0; row < rows; row++) {
            for (int arc = firstArc[row]; arc < firstArc[row + 1]; arc++) {
                if (weight != null && whole.weight != null) {
                    weight[arc] = whole.weight[taken[arc]];
                }
                if (gramAt != null && whole.gramAt != null) {
                    gramAt[arc] = whole.gramAt[taken[arc]];
                }
                if (offset != null && whole.offset != null) {
                    System.arraycopy(whole.offset, taken[arc] * d, offset, arc * d, d);
                }
                addUp(row, arc);
            }
        }
        this.sameWeightSum = same(weightSum);
    }

    /**
     * The W_e of the arcs one after the other, and where each starts. An arc whose matrix is that of the one before
     * shares it: a fleet with one matrix for all has it once.
     *
     * <p>A matrix lies here twice, once an end, in d(d + 1)/2 numbers each: about what it takes in the coupling, where
     * it lies once and whole.
     */
    private double[] lowerTriangles(Coupling coupling) {
        if (gramAt == null) {
            throw new AssertionError("no edge has a matrix");
        }
        Graph graph = coupling.graph();
        int numbers = Packed.size(d);
        int last = -1; // the edge whose matrix was taken last
        int taken = 0;
        for (int row = 0, arc = 0; row < rows; row++) {
            for (int a = graph.firstArc(agents[row]); a < graph.endArc(agents[row]); a++, arc++) {
                int e = graph.edge(a);
                if (coupling.isIsotropic(e)) {
                    gramAt[arc] = -1;
                    continue;
                }
                if (last < 0 || !coupling.hasSameGram(e, last)) {
                    taken = Math.addExact(taken, 1);
                    last = e;
                }
                gramAt[arc] = size(taken - 1, numbers);
            }
        }
        double[] packed = new double[size(taken, numbers)];
        for (int row = 0, arc = 0; row < rows; row++) {
            for (int a = graph.firstArc(agents[row]); a < graph.endArc(agents[row]); a++, arc++) {
                for (int r = 0; gramAt[arc] >= 0 && r < d; r++) {
                    for (int c = 0; c <= r; c++) {
                        packed[gramAt[arc] + Packed.index(r, c)] = coupling.gram(graph.edge(a), r, c);
                    }
                }
            }
        }
        return packed;
    }

    private Block(int rows, int[] agents, int[] firstArc, int[] column, Edges edges) {
        this.d = edges.dimension();
        this.rows = rows;
        this.agents = agents;
        this.isInOrder = isInOrder(agents, rows);
        this.firstArc = firstArc;
        this.column = column;
        this.weight = edges.weight();
        this.gramAt = edges.gramAt();
        this.gram = edges.gram();
        this.weightSum = new double[rows];
        this.gramSum = gramAt == null ? null : new double[size(rows, d * d)];
        this.offset = edges.offset();
        this.offsetPull = offset == null ? null : new double[size(rows, d)];
        this.segments = new int[] {0, rows};
        this.runs = Runs.of(rows, firstArc, column);
        for (int row = 0; row < rows; row++) {
            for (int arc = firstArc[row]; arc < firstArc[row + 1]; arc++) {
                addUp(row, arc);
            }
        }
        this.sameWeightSum = same(weightSum);
    }

    private void takeArc(Coupling coupling, int row, int arc, int e) {
        if (weight != null) {
            weight[arc] = coupling.weight(e);
        }
        if (offset != null) {
            double sign = coupling.graph().tail(e) == agents[row] ? 1 : -1;
            for (int c = 0; c < d; c++) {
                offset[arc * d + c] = sign * coupling.offset(e, c);
            }
        }
        addUp(row, arc);
    }

    /** Adds an arc to the sums of its row; in the order of arcs, which decides their bits. */
    private void addUp(int row, int arc) {
        if (gramAt != null && gramSum != null && gramAt[arc] >= 0) {
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < d; c++) {
                    gramSum[row * d * d + r * d + c] += gram(arc, r, c);
                }
            }
        }
        if (isIsotropic(arc)) {
            weightSum[row] += weight == null ? 1 : weight[arc];
        }
        if (offset != null && offsetPull != null) {
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < d; c++) {
                    offsetPull[row * d + r] += gram(arc, r, c) * offset[arc * d + c];
                }
            }
        }
    }

    private boolean isIsotropic(int arc) {
        return gramAt == null || gramAt[arc] < 0;
    }

    private static int size(int rows, int numbers) {
        long size = (long) rows * numbers;
        if (size > Integer.MAX_VALUE - 8) {
            throw Complaints.refuse(
                    "block",
                    "has " + rows + " rows with " + numbers + " numbers each",
                    "at most " + (Integer.MAX_VALUE - 8) + " numbers in all",
                    "split it into smaller blocks");
        }
        return (int) size;
    }

    /** Everybody, in the order of ids, as one segment; its arcs are the graph's own. */
    public static Block whole(Coupling coupling) {
        int n = coupling.agents();
        int[] agents = new int[n];
        Arrays.setAll(agents, i -> i);
        return coupling.graph()
                .read((firstArc, neighbor) -> new Block(coupling, agents, n, firstArc, neighbor, new int[] {0, n}));
    }

    /**
     * Everybody as one segment, in an order in which neighbours lie near each other if the ids hide that there is one.
     */
    public static Block nearby(Coupling coupling) {
        int[] order = NearbyOrder.of(coupling.graph());
        return order == null ? whole(coupling) : of(coupling, order);
    }

    /**
     * The same.
     *
     * @param before a block of the same agents, perhaps with nearly the same edges: then less has to be found out
     */
    public static Block nearby(Coupling coupling, @Nullable Block before) {
        Block block = nearby(coupling);
        if (before != null && before.tiles != null && before.isInOrder && block.isInOrder) {
            block.before = before;
        }
        return block;
    }

    /** Everybody, component by component; each component is a segment. */
    public static Block byComponent(Coupling coupling) {
        Components components = coupling.graph().components();
        int[] segments = new int[components.count() + 1];
        int[] agents = new int[coupling.agents()];
        for (int c = 0, count = 0; c < components.count(); c++) {
            for (int k = 0; k < components.size(c); k++) {
                agents[count++] = components.agent(c, k);
            }
            segments[c + 1] = count;
        }
        return of(coupling, agents, segments);
    }

    /** These agents, as one segment; their neighbours elsewhere become the halo, in the order of ids. */
    public static Block of(Coupling coupling, int... agents) {
        return of(coupling, agents, new int[] {0, agents.length});
    }

    /** One row, the agent whose ties these are; a halo column for each neighbour that differing from costs anything. */
    public static Block of(Ties ties) {
        // Small ids in the order of the real ones give the same sums as the whole graph does.
        int[] ids = ties.ids();
        return of(ties.coupling(), Arrays.binarySearch(ids, ties.agent())).renamed(ids);
    }

    private static Block of(Coupling coupling, int[] locals, int[] segments) {
        Graph graph = coupling.graph();
        int[] columnOf = new int[graph.agents()];
        Arrays.fill(columnOf, -1);
        int arcs = 0;
        for (int row = 0; row < locals.length; row++) {
            if (columnOf[locals[row]] >= 0) {
                throw new AssertionError("agent " + locals[row] + " lives in the block twice");
            }
            columnOf[locals[row]] = row;
            arcs = Math.addExact(arcs, graph.degree(locals[row]));
        }
        int[] halo = haloOf(graph, locals, columnOf, arcs);
        int[] agents = Arrays.copyOf(locals, locals.length + halo.length);
        for (int k = 0; k < halo.length; k++) {
            agents[locals.length + k] = halo[k];
            columnOf[halo[k]] = locals.length + k;
        }
        int[] firstArc = new int[locals.length + 1];
        int[] column = new int[arcs];
        int arc = 0;
        for (int row = 0; row < locals.length; row++) {
            for (int a = graph.firstArc(locals[row]); a < graph.endArc(locals[row]); a++) {
                column[arc++] = columnOf[graph.neighbor(a)];
            }
            firstArc[row + 1] = arc;
        }
        return new Block(coupling, agents, locals.length, firstArc, column, segments);
    }

    /**
     * What the arcs of a block charge, as the accessors of {@link Block} tell it.
     *
     * @param weight see {@link Block#weight}
     * @param gramAt see {@link Block#gramAt}
     * @param gram see {@link Block#gram()}
     * @param offset d numbers an arc, see {@link Block#offset}; null without offsets
     */
    @SuppressWarnings("ArrayRecordComponent") // live arrays, as everywhere in a block
    public record Edges(
            int dimension,
            double @Nullable [] weight,
            int @Nullable [] gramAt,
            double[] gram,
            double @Nullable [] offset) {}

    /**
     * A block from what another one's accessors told, for instance on another machine: it has the same bits. The arrays
     * become the block's own.
     *
     * @param agents the agent of each column, the halo's ascending
     */
    public static Block restored(int rows, int[] agents, int[] firstArc, int[] column, Edges edges) {
        if (firstArc.length != rows + 1 || column.length != firstArc[rows] || agents.length < rows) {
            throw new AssertionError(rows + " rows, " + agents.length + " columns, " + firstArc.length + " starts and "
                    + column.length + " arcs are not of one block");
        }
        return new Block(rows, agents, firstArc, column, edges);
    }

    /** Whether any edge has an offset. */
    public boolean hasOffsets() {
        return offset != null;
    }

    /** The same block, its agents known by other ids in the same order. */
    private Block renamed(int[] ids) {
        int[] renamed = new int[agents.length];
        Arrays.setAll(renamed, c -> ids[agents[c]]);
        return new Block(this, renamed);
    }

    /**
     * The same rows without the edges to some of the halo, as in a round in which these neighbours are lost. Sums have
     * the bits that a graph without these edges would give.
     *
     * @param lost one answer a column; only the halo's are asked for
     */
    public Block without(boolean[] lost) {
        int[] newColumn = new int[agents.length];
        int[] newAgents = new int[agents.length];
        int columns = 0;
        for (int c = 0; c < agents.length; c++) {
            boolean kept = c < rows || !lost[c];
            newColumn[c] = kept ? columns : -1;
            newAgents[columns] = agents[c];
            columns += kept ? 1 : 0;
        }
        int[] newFirstArc = new int[rows + 1];
        int[] newTarget = new int[column.length];
        int[] taken = new int[column.length];
        int count = 0;
        for (int row = 0; row < rows; row++) {
            for (int arc = firstArc[row]; arc < firstArc[row + 1]; arc++) {
                if (newColumn[column[arc]] >= 0) {
                    newTarget[count] = newColumn[column[arc]];
                    taken[count++] = arc;
                }
            }
            newFirstArc[row + 1] = count;
        }
        return new Block(this, Arrays.copyOf(newAgents, columns), newFirstArc, Arrays.copyOf(newTarget, count), taken);
    }

    private static int[] haloOf(Graph graph, int[] locals, int[] columnOf, int arcs) {
        int[] found = new int[arcs];
        int count = 0;
        for (int agent : locals) {
            for (int a = graph.firstArc(agent); a < graph.endArc(agent); a++) {
                if (columnOf[graph.neighbor(a)] < 0) {
                    found[count++] = graph.neighbor(a);
                }
            }
        }
        return Arrays.stream(found, 0, count).sorted().distinct().toArray();
    }

    public int dimension() {
        return d;
    }

    /** How many agents live here. */
    public int rows() {
        return rows;
    }

    /** How many agents live here or are neighbours of one who does. */
    public int columns() {
        return agents.length;
    }

    /** The agent of a column; the agent of a row is that of the column with the same number. */
    public int agent(int column) {
        return agents[column];
    }

    /** The agent of each row; null if row 0 is agent 0, row 1 agent 1, …, and nobody lives elsewhere. Live. */
    public int @Nullable [] order() {
        if (isInOrder) {
            return null;
        }
        return rows == agents.length ? agents : Arrays.copyOf(agents, rows);
    }

    private static boolean isInOrder(int[] agents, int rows) {
        for (int row = 0; row < rows; row++) {
            if (agents[row] != row) {
                return false;
            }
        }
        return agents.length == rows;
    }

    /** The column of an agent, or −1 if nobody here knows it. */
    public int columnOf(int agent) {
        int halo = Arrays.binarySearch(agents, rows, agents.length, agent);
        if (halo >= 0) {
            return halo;
        }
        for (int row = 0; row < rows; row++) {
            if (agents[row] == agent) {
                return row;
            }
        }
        return -1;
    }

    /** How many groups of rows there are between which nothing is coupled. */
    public int segments() {
        return segments.length - 1;
    }

    public int firstRow(int segment) {
        return segments[segment];
    }

    public int endRow(int segment) {
        return segments[segment + 1];
    }

    public int degree(int row) {
        return firstArc[row + 1] - firstArc[row];
    }

    /** How many arcs leave the rows from .. to − 1: messages of one exchange. */
    public int arcs(int from, int to) {
        return firstArc[to] - firstArc[from];
    }

    /**
     * Where the part of a member starts when several share the rows from .. to − 1 such that each has about as much to
     * do: arcs to walk, and rows to solve. Member {@code members} starts at {@code to}.
     */
    public int shareStart(int from, int to, int member, int members) {
        if (member == 0 || member == members) {
            return member == 0 ? from : to; // found at once, because small fleets are played by one
        }
        long all = effort(from, to);
        int low = from;
        int high = to;
        while (low < high) {
            int row = (low + high) >>> 1;
            if (effort(from, row) * members < all * member) {
                low = row + 1;
            } else {
                high = row;
            }
        }
        return low;
    }

    /** What the rows from .. to − 1 take, in arcs. */
    public long effort(int from, int to) {
        return (long) arcs(from, to) + (long) EFFORT_OF_A_ROW * (to - from);
    }

    /** Arcs of a row are firstArc[row] .. firstArc[row + 1] − 1. */
    public int[] firstArc() {
        return firstArc;
    }

    /** The column at the far end of each arc. */
    public int[] column() {
        return column;
    }

    /** Rows that look alike. */
    public Runs runs() {
        return runs;
    }

    /**
     * The arcs in an order for caches, if the block is large and has no good order of its own. For kernels of scalar
     * actions and weights of 1.
     */
    public Tiles tiles() {
        Tiles known = tiles;
        if (known == null) {
            Block other = before;
            known = other == null
                    ? Tiles.of(columns(), firstArc, column, MANY_ARCS)
                    : Tiles.following(
                            other.tiles(), other.firstArc, other.column, columns(), firstArc, column, MANY_ARCS);
            tiles = known; // several threads may do the same, with the same result
            before = null; // or no block would ever be forgotten
        }
        return known;
    }

    /** A {@link #reach} of blocks whose rows have neighbours far away. */
    public static final int ANYWHERE = Integer.MAX_VALUE;

    /**
     * How far away neighbours are at most, in rows, counted around the end: the first row is next to the last one, and
     * the halo lies between them. At least 1; rounded up to whole windows if rows are listed window by window.
     */
    public int reach() {
        int known = reach;
        if (known == 0) {
            known = runs.reach(rows, rows < agents.length);
            reach = known; // several threads may do the same, with the same result
        }
        return known;
    }

    /** From this many arcs on a row's sum is made of four side by side: one would wait for itself. */
    public static final int MANY_ARCS = 16;

    /** w of each arc with W_e = w I; null if all are 1. */
    public double @Nullable [] weight() {
        return weight;
    }

    /** Where in {@link #gram} the W_e of each arc starts, −1 for w I; null if all are w I. Ascending but for those. */
    public int @Nullable [] gramAt() {
        return gramAt;
    }

    /** The W_e that are not w I, as {@link Packed} lower triangles in the order of arcs. */
    public double[] gram() {
        return gram;
    }

    /** One entry of the W_e of an arc. */
    public double gram(int arc, int r, int c) {
        if (gramAt != null && gramAt[arc] >= 0) {
            return gram[gramAt[arc] + Packed.index(r, c)];
        }
        if (r != c) {
            return 0;
        }
        return weight == null ? 1 : weight[arc];
    }

    /** One coordinate of the o_e of an arc: what its row shall exceed its neighbour by. */
    public double offset(int arc, int c) {
        return offset == null ? 0 : offset[arc * d + c];
    }

    /** Σ w_e of all rows where it is the same, NaN where it is not. */
    double sameWeightSum() {
        return sameWeightSum;
    }

    /** Writes Σ w_e of the rows from .. to − 1, from 0 on; where it is the same nothing has to be read for it. */
    void copyWeightSums(int from, int to, double[] into) {
        if (Double.isNaN(sameWeightSum)) {
            System.arraycopy(weightSum, from, into, 0, to - from);
        } else {
            Arrays.fill(into, 0, to - from, sameWeightSum);
        }
    }

    /** Σ w_e over the isotropic edges of each row. */
    public double[] weightSum() {
        return weightSum;
    }

    /** Σ W_e over the other edges of each row, d x d a row; null if there are none. */
    public double @Nullable [] gramSum() {
        return gramSum;
    }

    /** o_e of every arc, seen from the row's end, d numbers each; null: no offsets. */
    public double @Nullable [] offset() {
        return offset;
    }

    /** Σ W_e o_e of each row, o_e being what the row shall exceed its neighbour by; null without offsets. */
    public double @Nullable [] offsetPull() {
        return offsetPull;
    }

    /** s_i = λ_max(Σ W_e) of a row, as {@code Contraction} has it for whole graphs. */
    public double strength(int row) {
        double[] sum = new double[d * d];
        boolean isotropic = true;
        for (int arc = firstArc[row]; arc < firstArc[row + 1]; arc++) {
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < d; c++) {
                    sum[r * d + c] += gram(arc, r, c);
                }
            }
            isotropic &= isIsotropic(arc);
        }
        return isotropic ? sum[0] : Math.max(0, Symmetric.eigenvalues(sum, 0, d)[d - 1]);
    }

    /** An upper bound on s_i = λ_max(Σ W_e) of a row, exact if its edges are isotropic. */
    public double largestEigenvalueBound(int row) {
        double largest = 0;
        for (int r = 0; gramSum != null && r < d; r++) {
            double sum = 0;
            for (int c = 0; c < d; c++) {
                sum += Math.abs(gramSum[row * d * d + r * d + c]);
            }
            largest = Math.max(largest, sum);
        }
        return weightSum[row] + largest;
    }
}
