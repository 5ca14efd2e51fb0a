package io.acord.graph;

import io.acord.input.Complaints;
import io.acord.linear.Symmetric;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A graph whose edges say how differing is charged: edge e = (i, j), i &lt; j, costs β/2 ‖A_e(x_i − x_j − o_e)‖² with
 * A_eᵀA_e = W_e, where W_e is weight · I unless a matrix was given. Immutable.
 *
 * <p>A_e may be any real r x d matrix, also one of deficient rank (E33). The offset o_e is what i and j shall differ by
 * (theory 8.4). Edges with W_e = 0 charge nothing and are left out of the graph.
 */
public final class Coupling {

    private final Graph graph;
    private final int d;
    private final double @Nullable [] weight; // per edge; null: all 1
    private final int @Nullable []
            gramAt; // per edge: where its d x d matrix starts in gram, −1 for weight · I; null: none has one
    private final double[] gram;
    private final double @Nullable [] offset; // d per edge, from tail to head; null: all 0

    private Coupling(
            Graph graph,
            int d,
            double @Nullable [] weight,
            int @Nullable [] gramAt,
            double[] gram,
            double @Nullable [] offset) {
        this.graph = graph;
        this.d = d;
        this.weight = weight;
        this.gramAt = gramAt;
        this.gram = gram;
        this.offset = offset;
    }

    /** Every edge has A_e = I and no offset: the paper's experiments. */
    public static Coupling unit(Graph graph, int dimension) {
        checkDimension(dimension);
        return new Coupling(graph, dimension, null, null, new double[0], null);
    }

    /** Nobody is coupled with anybody. */
    public static Coupling none(int agents, int dimension) {
        return unit(Graph.builder(agents).build(), dimension);
    }

    public static Builder builder(int agents, int dimension) {
        checkDimension(dimension);
        return new Builder(agents, dimension);
    }

    private static void checkDimension(int dimension) {
        if (dimension < 1) {
            throw Complaints.refuse(
                    "dimension", "is " + dimension, "at least 1", "give the number of coordinates of an action");
        }
    }

    /**
     * The coupling of plans over several rounds: actions of so many times the coordinates, each part coupled as here.
     *
     * @param times how many parts
     */
    public Coupling repeated(int times) {
        int longer = Math.multiplyExact(d, times);
        double @Nullable [] offsets = null;
        if (offset != null) {
            offsets = new double[Math.multiplyExact(graph.edges(), longer)];
            for (int k = 0; k < offsets.length; k++) {
                offsets[k] = offset[k / longer * d + k % d];
            }
        }
        int @Nullable [] places = gramAt == null ? null : gramAt.clone();
        double[] grams = new double[Math.multiplyExact(gram.length, times * times)];
        for (int e = 0; places != null && e < places.length; e++) {
            if (places[e] >= 0) {
                int from = places[e];
                places[e] = from * times * times;
                for (int k = 0; k < longer * d; k++) { // row k / d, and the d columns of its own part
                    int row = k / d;
                    grams[places[e] + row * longer + row / d * d + k % d] = gram[from + row % d * d + k % d];
                }
            }
        }
        return new Coupling(graph, longer, weight, places, grams, offsets);
    }

    public Graph graph() {
        return graph;
    }

    public int agents() {
        return graph.agents();
    }

    public int dimension() {
        return d;
    }

    /** Whether W_e is a multiple of the identity, the case in which late messages do no harm (theory 7). */
    public boolean isIsotropic(int e) {
        return gramAt == null || gramAt[e] < 0;
    }

    /** Whether every W_e is a multiple of the identity. */
    public boolean isIsotropic() {
        return gramAt == null;
    }

    /** Whether any edge was given a weight; otherwise all are 1. */
    public boolean hasWeights() {
        return weight != null;
    }

    /** w with W_e = w I; only for an isotropic edge. */
    public double weight(int e) {
        return weight == null ? 1 : weight[e];
    }

    /** One entry of W_e. */
    public double gram(int e, int row, int column) {
        if (gramAt == null || gramAt[e] < 0) {
            return row == column ? weight(e) : 0;
        }
        return gram[gramAt[e] + row * d + column];
    }

    /** W_e whole, row by row. */
    public double[] gram(int e) {
        double[] whole = new double[d * d];
        Arrays.setAll(whole, k -> gram(e, k / d, k % d));
        return whole;
    }

    /** One coordinate of o_e, by which tail and head shall differ. */
    public double offset(int e, int coordinate) {
        return offset == null ? 0 : offset[e * d + coordinate];
    }

    /** Whether any edge has an offset. */
    public boolean hasOffsets() {
        return offset != null;
    }

    /** ‖A_e(x_i − x_j − o_e)‖², with x flat, d numbers an agent. */
    public double squaredDifference(int e, double[] x) {
        int i = graph.tail(e) * d;
        int j = graph.head(e) * d;
        if (isIsotropic(e)) {
            double sum = 0;
            for (int c = 0; c < d; c++) {
                double difference = x[i + c] - x[j + c] - offset(e, c);
                sum += difference * difference;
            }
            return weight(e) * sum;
        }
        double total = 0;
        for (int r = 0; r < d; r++) {
            double sum = 0;
            for (int c = 0; c < d; c++) {
                sum += gram(e, r, c) * (x[i + c] - x[j + c] - offset(e, c));
            }
            total += sum * (x[i + r] - x[j + r] - offset(e, r));
        }
        return Math.max(0, total);
    }

    /** Largest eigenvalue of W_e: the paper's l is the largest over the edges. */
    public double largestEigenvalue(int e) {
        return isIsotropic(e) ? weight(e) : eigenvalues(e)[d - 1];
    }

    /** Smallest eigenvalue of W_e, 0 for deficient rank: the paper's m is the smallest over the edges. */
    public double smallestEigenvalue(int e) {
        return isIsotropic(e) ? weight(e) : Math.max(0, eigenvalues(e)[0]);
    }

    private double[] eigenvalues(int e) {
        double[] w = new double[d * d];
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                w[r * d + c] = gram(e, r, c);
            }
        }
        return Symmetric.eigenvalues(w, 0, d);
    }

    /** Whether two edges that have matrices have the same one, bit for bit. */
    public boolean hasSameGram(int e, int other) {
        return gramAt != null
                && Arrays.equals(gram, gramAt[e], gramAt[e] + d * d, gram, gramAt[other], gramAt[other] + d * d);
    }

    /** Collects coupled pairs in any order. */
    public static final class Builder {
        private final int agents;
        private final int d;
        private final Complaints complaints = new Complaints();
        private int[] ends = new int[32];
        private double[] weight = new double[16];
        private double[] @Nullable [] gram = new double[16][];
        private double[] @Nullable [] offset = new double[16][];
        private int count;
        private int @Nullable [] ids;
        private boolean weighted;
        private boolean matrices;
        private boolean offsets;

        private Builder(int agents, int d) {
            this.agents = agents;
            this.d = d;
        }

        /** Complaints shall call the agents by these ids. */
        Builder named(int[] ids) {
            this.ids = ids;
            return this;
        }

        private String edgeOf(int i, int j) {
            return "edge (" + (ids == null ? i : ids[i]) + ", " + (ids == null ? j : ids[j]) + ")";
        }

        /** Couples i and j by 1/2 β‖x_i − x_j‖². */
        public Builder edge(int i, int j) {
            return edge(i, j, 1);
        }

        /** Couples i and j by weight · β/2 ‖x_i − x_j‖². */
        public Builder edge(int i, int j, double weight) {
            return append(i, j, weight, null, null);
        }

        /** Couples i and j by β/2 ‖A(x_i − x_j)‖², A given by its rows. */
        public Builder edge(int i, int j, double[][] a) {
            return append(i, j, 1, gram(a, edgeOf(i, j) + ".A"), null);
        }

        /** Couples i and j by weight · β/2 ‖x_i − x_j − offset‖². */
        public Builder edge(int i, int j, double weight, double[] offset) {
            return append(i, j, weight, null, offset);
        }

        /** Couples i and j by weight · β/2 ‖A(x_i − x_j − offset)‖². */
        public Builder edge(int i, int j, double weight, double[][] a, double[] offset) {
            return append(i, j, weight, gram(a, edgeOf(i, j) + ".A"), offset);
        }

        /**
         * Couples i and j by β/2 (x_i − x_j − offset)ᵀ W (x_i − x_j − offset), for whoever has W = AᵀA itself.
         *
         * @param w symmetric and positive semidefinite, row by row
         */
        public Builder gram(int i, int j, double[] w, double[] offset) {
            String where = edgeOf(i, j) + ".W";
            if (w.length != d * d) {
                complaints.add(
                        where,
                        "has " + w.length + " numbers",
                        d * d + ", row by row",
                        "give a " + d + " x " + d + " matrix");
                return this;
            }
            int before = complaints.size();
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < d; c++) {
                    complaints.needFinite(where, w[r * d + c], "correct the matrix");
                    if (c < r && w[r * d + c] != w[c * d + r]) {
                        complaints.add(
                                where,
                                "has " + w[r * d + c] + " and " + w[c * d + r] + " across the diagonal",
                                "a symmetric matrix, because it is A'A",
                                "give W = A'A, or A itself");
                    }
                }
            }
            if (complaints.size() == before) {
                double[] eigenvalues = Symmetric.eigenvalues(w, 0, d);
                if (eigenvalues[0] < -1e-12 * eigenvalues[d - 1]) {
                    complaints.add(
                            where,
                            "has the eigenvalue " + eigenvalues[0],
                            "none below 0, because a negative one would reward differing",
                            "give W = A'A, or A itself");
                }
            }
            return append(i, j, 1, w.clone(), offset);
        }

        private Builder append(int i, int j, double w, double @Nullable [] givenGram, double @Nullable [] givenOffset) {
            checkWeight(i, j, w);
            checkOffset(i, j, givenOffset);
            checkSize(i, j, w, givenGram);
            if (givenGram != null && isMultipleOfIdentity(givenGram)) {
                return append(i, j, w * givenGram[0], null, givenOffset);
            }
            if (w == 0) {
                Graph.Builder.checkEnds(agents, i, j, complaints);
                return this; // W_e = 0 charges nothing: no edge (theory 10)
            }
            if (count == weight.length) {
                int larger = count + (count >> 1);
                ends = Arrays.copyOf(ends, 2 * larger);
                weight = Arrays.copyOf(weight, larger);
                gram = Arrays.copyOf(gram, larger);
                offset = Arrays.copyOf(offset, larger);
            }
            ends[2 * count] = i;
            ends[2 * count + 1] = j;
            weight[count] = w;
            gram[count] = givenGram;
            offset[count] = oriented(i, j, givenOffset);
            count++;
            weighted |= w != 1;
            matrices |= givenGram != null;
            offsets |= givenOffset != null;
            return this;
        }

        private void checkWeight(int i, int j, double w) {
            if (!(w >= 0 && w < Double.POSITIVE_INFINITY)) {
                complaints.needNonNegative(
                        edgeOf(i, j) + ".weight",
                        w,
                        "a negative one would reward differing",
                        "give a weight of 0 or more");
            }
        }

        /** A'A may overflow though A does not. */
        private void checkSize(int i, int j, double w, double @Nullable [] givenGram) {
            for (int c = 0; givenGram != null && complaints.isEmpty() && c < d; c++) {
                complaints.needFinite(
                        edgeOf(i, j) + ".weight * A'A",
                        w * givenGram[c * d + c],
                        "give a smaller matrix; beta can carry the scale");
            }
        }

        private void checkOffset(int i, int j, double @Nullable [] given) {
            if (given == null) {
                return;
            }
            String where = edgeOf(i, j) + ".offset";
            if (given.length != d) {
                complaints.add(
                        where, "has " + given.length + " numbers", d + ", one a coordinate", "give " + d + " numbers");
            }
            for (double number : given) {
                complaints.needFinite(where, number, "correct the offset");
            }
        }

        /** AᵀA. */
        private double[] gram(double[][] a, String where) {
            double[] product = new double[d * d];
            if (a.length == 0) {
                complaints.add(where, "has no rows", "at least one row", "leave the matrix out for A = I");
            }
            for (double[] row : a) {
                if (row.length != d) {
                    complaints.add(
                            where,
                            "has a row of " + row.length + " numbers",
                            d + " numbers a row, one a coordinate",
                            "give an r x " + d + " matrix");
                    return product;
                }
                for (int r = 0; r < d; r++) {
                    complaints.needFinite(where, row[r], "correct the matrix");
                    for (int c = 0; c < d; c++) {
                        product[r * d + c] += row[r] * row[c];
                    }
                }
            }
            return product;
        }

        private boolean isMultipleOfIdentity(double[] matrix) {
            for (int c = 0; c < d; c++) {
                if (matrix[c * d + c] != matrix[0]) {
                    return false;
                }
            }
            return Symmetric.isDiagonal(matrix, 0, d);
        }

        /** The offset from the smaller id to the larger. */
        private static double @Nullable [] oriented(int i, int j, double @Nullable [] given) {
            if (given == null) {
                return null;
            }
            double[] oriented = given.clone();
            if (i > j) {
                for (int c = 0; c < oriented.length; c++) {
                    oriented[c] = -oriented[c];
                }
            }
            return oriented;
        }

        public Coupling build() {
            Graph.Builder topology = Graph.builder(agents);
            for (int k = 0; k < count; k++) {
                topology.edge(ends[2 * k], ends[2 * k + 1]);
            }
            Graph graph = topology.build(complaints.copy());
            double @Nullable [] weights = weighted ? new double[count] : null;
            int @Nullable [] gramAt = matrices ? new int[count] : null;
            double[] grams = new double[matrices ? Math.multiplyExact(matrixCount(), d * d) : 0];
            double @Nullable [] flatOffsets = offsets ? new double[Math.multiplyExact(count, d)] : null;
            int nextGram = 0;
            for (int k = 0; k < count; k++) {
                int e = graph.edgeBetween(ends[2 * k], ends[2 * k + 1]);
                if (weights != null) {
                    weights[e] = weight[k];
                }
                if (gramAt != null) {
                    double[] given = gram[k];
                    gramAt[e] = given == null ? -1 : nextGram;
                    if (given != null) {
                        for (int c = 0; c < d * d; c++) {
                            grams[nextGram++] = weight[k] * given[c];
                        }
                    }
                }
                double[] given = offset[k];
                if (flatOffsets != null && given != null) {
                    System.arraycopy(given, 0, flatOffsets, e * d, d);
                }
            }
            return new Coupling(graph, d, weights, gramAt, grams, flatOffsets);
        }

        private int matrixCount() {
            int found = 0;
            for (int k = 0; k < count; k++) {
                if (gram[k] != null) {
                    found++;
                }
            }
            return found;
        }
    }
}
