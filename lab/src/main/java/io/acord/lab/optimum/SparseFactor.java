package io.acord.lab.optimum;

import io.acord.graph.Coupling;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cholesky's factor of one round's problem in an order that keeps it sparse. Order and rows are found once for a graph;
 * the numbers are computed when weights have changed, column by column, each from the columns to its left that reach it
 * (left-looking). Reused scratch; one thread.
 */
final class SparseFactor {

    private final Patch.Arcs arcs;
    private final EliminationOrder order;
    private final int d;
    private final int n; // unknowns; the c-th of the agent at position p is p d + c
    private final int[] start; // column u is start[u] .. start[u + 1] − 1, its diagonal first
    private final int[] row; // ascending in a column
    private final double[] value;
    private final double[] inverse; // of the diagonal
    private final double[] diagonal; // d x d an agent: the matrix that the numbers belong to
    private double beta = Double.NaN; // of that matrix; NaN: there are no numbers
    private final double[] column; // scratch: a column as it is made, by row
    private final int[] reach; // of a column: where its first row is that is not done
    private final int[] nextReaching; // the columns that reach a row next, as a list
    private final int[] firstReaching;

    private SparseFactor(Patch.Arcs arcs, EliminationOrder order, int d, int entries) {
        this.arcs = arcs;
        this.order = order;
        this.d = d;
        this.n = order.order.length * d;
        this.start = new int[n + 1];
        this.row = new int[entries];
        this.value = new double[entries];
        this.inverse = new double[n];
        this.diagonal = new double[n * d];
        this.column = new double[n];
        this.reach = new int[n];
        this.nextReaching = new int[n];
        this.firstReaching = new int[n];
        describe();
    }

    /** The factor of a graph's problems; null if its numbers take more multiply-adds than that. */
    static @Nullable SparseFactor of(Patch.Arcs arcs, int d, long mostWork) {
        EliminationOrder order = EliminationOrder.of(arcs, d, mostWork);
        if (order == null) {
            return null;
        }
        long entries = 0;
        for (int[] below : order.below) {
            entries += (long) d * d * below.length + (long) d * (d + 1) / 2;
        }
        return entries > Integer.MAX_VALUE / 2 ? null : new SparseFactor(arcs, order, d, (int) entries);
    }

    private void describe() {
        int at = 0;
        for (int p = 0; p < order.order.length; p++) {
            int[] below = order.below[order.order[p]];
            int[] positions = new int[below.length];
            for (int k = 0; k < below.length; k++) {
                positions[k] = order.position[below[k]];
            }
            Arrays.sort(positions);
            for (int r = 0; r < d; r++) {
                start[p * d + r] = at;
                for (int c = r; c < d; c++) {
                    row[at++] = p * d + c;
                }
                for (int q : positions) {
                    for (int c = 0; c < d; c++) {
                        row[at++] = q * d + c;
                    }
                }
            }
        }
        start[n] = at;
    }

    boolean isOf(Patch.Arcs others, int dimension) {
        return arcs == others && d == dimension;
    }

    /** Numbers that the factor has. */
    int entries() {
        return row.length;
    }

    /**
     * Takes the matrix of a round; computes nothing if it is the last one.
     *
     * @param own d x d an agent, added to {@code tied} on the diagonal
     * @return false if it is not positive definite by more than rounding
     */
    boolean factor(double[] own, double[] tied, double betaOfRound) {
        if (isKnown(own, tied, betaOfRound)) {
            return true;
        }
        for (int k = 0; k < diagonal.length; k++) {
            diagonal[k] = own[k] + tied[k];
        }
        Arrays.fill(firstReaching, -1);
        beta = betaOfRound;
        for (int u = 0; u < n; u++) {
            gather(u);
            subtractReaching(u);
            if (!store(u)) {
                Arrays.fill(column, 0);
                beta = Double.NaN;
                return false;
            }
            reachFrom(u, start[u] + 1);
        }
        return true;
    }

    private boolean isKnown(double[] own, double[] tied, double betaOfRound) {
        boolean same = beta == betaOfRound;
        for (int k = 0; same && k < diagonal.length; k++) {
            same = diagonal[k] == own[k] + tied[k];
        }
        return same;
    }

    /** The matrix's column, from the diagonal on. */
    private void gather(int u) {
        int p = u / d;
        int r = u - p * d;
        int i = order.order[p];
        for (int c = r; c < d; c++) {
            column[p * d + c] = diagonal[(i * d + c) * d + r];
        }
        Coupling coupling = arcs.coupling;
        for (int arc = arcs.first[i]; arc < arcs.first[i + 1]; arc++) {
            int j = arcs.column[arc];
            if (j < 0 || order.position[j] < p) {
                continue;
            }
            int e = arcs.edge[arc];
            int at = order.position[j] * d;
            if (d == 1) {
                column[at] -= beta * coupling.weight(e);
                continue;
            }
            for (int c = 0; c < d; c++) {
                column[at + c] -= beta * coupling.gram(e, c, r);
            }
        }
    }

    /** Takes off what the columns to the left that have row u contribute, and sends each on to its next row. */
    private void subtractReaching(int u) {
        int left = firstReaching[u];
        while (left >= 0) {
            int following = nextReaching[left];
            int from = reach[left];
            int end = start[left + 1];
            double factor = value[from];
            for (int k = from; k < end; k++) {
                column[row[k]] -= factor * value[k];
            }
            reachFrom(left, from + 1);
            left = following;
        }
    }

    private void reachFrom(int u, int at) {
        reach[u] = at;
        if (at < start[u + 1]) {
            nextReaching[u] = firstReaching[row[at]];
            firstReaching[row[at]] = u;
        }
    }

    /** Divides the column by the root of its pivot and keeps it. */
    private boolean store(int u) {
        double pivot = column[u];
        if (!(pivot > 0) || pivot == Double.POSITIVE_INFINITY) {
            return false;
        }
        double root = Math.sqrt(pivot);
        double over = 1 / root;
        inverse[u] = over;
        value[start[u]] = root;
        column[u] = 0;
        for (int k = start[u] + 1; k < start[u + 1]; k++) {
            value[k] = column[row[k]] * over;
            column[row[k]] = 0;
        }
        return true;
    }

    /** Solves for the right side {@code b}, d numbers an agent, and writes the solution to {@code x}. */
    void solve(double[] b, double[] x) {
        double[] y = column; // zero before and after
        for (int p = 0; p < order.order.length; p++) {
            System.arraycopy(b, order.order[p] * d, y, p * d, d);
        }
        for (int u = 0; u < n; u++) {
            double part = y[u] * inverse[u];
            y[u] = part;
            for (int k = start[u] + 1; k < start[u + 1]; k++) {
                y[row[k]] -= value[k] * part;
            }
        }
        for (int u = n - 1; u >= 0; u--) {
            double sum = y[u];
            for (int k = start[u] + 1; k < start[u + 1]; k++) {
                sum -= value[k] * y[row[k]];
            }
            y[u] = sum * inverse[u];
        }
        for (int p = 0; p < order.order.length; p++) {
            System.arraycopy(y, p * d, x, order.order[p] * d, d);
        }
        Arrays.fill(y, 0);
    }
}
