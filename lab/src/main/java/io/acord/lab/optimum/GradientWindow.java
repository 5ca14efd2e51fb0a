package io.acord.lab.optimum;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Some agents of {@link SteadyGradients}, each with its rounds side by side: Ap of theirs, and their part of two sums.
 * Reused scratch; one thread.
 *
 * <p>Java 17 vectorises short loops over few arrays with one index. So what is read of neighbours, of the round before
 * and of the round after is copied beside each other first, and a product takes three loops. Sums are kept for every
 * place of the window, because a single one would have to be added up in order.
 */
final class GradientWindow {

    /** Neighbours of an agent that are copied side by side with those of others; further ones are added one by one. */
    private static final int SIDE_BY_SIDE = 8;

    private static final int LINE = 16; // floats of a cache line

    private final int k; // rounds
    private final float[] beta;
    private final float[] own;
    private final float[] before; // of the round before; the first number is of a first round, and 0
    private final float[] after; // of the round after; the last number is of a last round, and 0
    private final float[] around; // Σ_j w_j p_j
    private final float[] curvature;
    private final float[] product;
    private final float[] stepBefore;
    private final float[] stepAfter;
    private final float[] neighbor; // of each agent, one
    private final float[] weight; // of that neighbour
    private final float[] sums;
    private final float[] prefetched = new float[1]; // so that no compiler thinks that reading has no use

    /**
     * A window.
     *
     * @param beta of the rounds
     * @param step of the steps into the rounds, if all agents have the same
     */
    GradientWindow(int agents, double[] beta, double @Nullable [] step) {
        this.k = beta.length;
        int length = agents * k;
        this.beta = new float[length];
        own = new float[length];
        before = new float[length];
        after = new float[length];
        around = new float[length];
        curvature = new float[length];
        product = new float[length];
        stepBefore = new float[length];
        stepAfter = new float[length];
        neighbor = new float[length];
        weight = new float[length];
        sums = new float[length];
        for (int j = 0; j < length; j++) {
            this.beta[j] = (float) beta[j % k];
            if (step != null) {
                stepBefore[j] = (float) step[j % k];
                stepAfter[j] = j % k + 1 < k ? (float) step[j % k + 1] : 0;
            }
        }
    }

    /** Begins a sum. */
    void begin() {
        Arrays.fill(sums, 0);
    }

    /** What was added up since. */
    double sum() {
        double total = 0;
        for (float sum : sums) {
            total += sum;
        }
        return total;
    }

    /** Adds zᵀMz of some numbers. */
    void addSquares(float[] z, float[] diagonal, int from, int length) {
        System.arraycopy(z, from, own, 0, length);
        System.arraycopy(diagonal, from, curvature, 0, length);
        for (int j = 0; j < length; j++) {
            sums[j] += own[j] * own[j] * curvature[j];
        }
    }

    /**
     * Reads a number of every cache line that agents from .. to − 1 need of their neighbours, so that the misses
     * overlap; copies would take them one after the other.
     */
    void prefetch(int[] first, int[] column, float[] p, int from, int to) {
        float sum = 0;
        for (int arc = first[from]; arc < first[to]; arc++) {
            int at = column[arc] * k;
            for (int tau = 0; tau < k; tau += LINE) {
                sum += p[at + tau];
            }
            sum += p[at + k - 1];
        }
        prefetched[0] = sum;
    }

    /** Finds Σ_j w_j p_j of some agents: the first neighbour of each, the second of each, and so on. */
    void addNeighbors(int[] first, int[] column, float[] weights, float[] p, int from, int to) {
        int length = (to - from) * k;
        int most = 0;
        for (int a = from; a < to; a++) {
            most = Math.max(most, first[a + 1] - first[a]);
        }
        boolean weighted = weights.length > 0;
        if (weighted || most == 0) {
            Arrays.fill(around, 0, length, 0);
        }
        for (int nth = 0; nth < Math.min(most, SIDE_BY_SIDE); nth++) {
            float[] into = nth == 0 && !weighted ? around : neighbor;
            for (int a = from; a < to; a++) {
                int at = (a - from) * k;
                int arc = first[a] + nth;
                if (arc >= first[a + 1]) {
                    Arrays.fill(into, at, at + k, 0);
                    continue;
                }
                System.arraycopy(p, column[arc] * k, into, at, k);
                if (weighted) {
                    Arrays.fill(weight, at, at + k, weights[arc]);
                }
            }
            if (weighted) {
                addProducts(length, around, neighbor, weight);
            } else if (nth > 0) {
                add(length, around, neighbor);
            }
        }
        for (int a = from; a < to && most > SIDE_BY_SIDE; a++) {
            for (int arc = first[a] + SIDE_BY_SIDE; arc < first[a + 1]; arc++) {
                addOne(k, around, (a - from) * k, p, column[arc] * k, weights.length == 0 ? 1 : weights[arc]);
            }
        }
    }

    /**
     * Writes Ap of the agents whose neighbours were added up last, and adds their pᵀAp.
     *
     * @param step of the step into a number's round, if they differ between agents
     */
    void multiply(float[] p, float[] diagonal, double @Nullable [] step, float[] ap, int from, int length) {
        System.arraycopy(p, from, own, 0, length);
        System.arraycopy(p, from, before, 1, length - 1);
        System.arraycopy(p, from + 1, after, 0, length - 1);
        after[length - 1] = 0;
        System.arraycopy(diagonal, from, curvature, 0, length);
        for (int j = 0; step != null && j < length; j++) {
            stepBefore[j] = (float) step[from + j];
            stepAfter[j] = j + 1 < length ? (float) step[from + j + 1] : 0;
        }
        subtract(length, product, curvature, own, beta, around);
        subtractMore(length, product, stepBefore, before, stepAfter, after);
        addProducts(length, sums, product, own);
        System.arraycopy(product, 0, ap, from, length);
    }

    private static void subtract(int length, float[] into, float[] a, float[] x, float[] b, float[] y) {
        for (int j = 0; j < length; j++) {
            into[j] = a[j] * x[j] - b[j] * y[j];
        }
    }

    private static void subtractMore(int length, float[] from, float[] a, float[] x, float[] b, float[] y) {
        for (int j = 0; j < length; j++) {
            from[j] -= a[j] * x[j] + b[j] * y[j];
        }
    }

    private static void addProducts(int length, float[] into, float[] a, float[] b) {
        for (int j = 0; j < length; j++) {
            into[j] += a[j] * b[j];
        }
    }

    private static void add(int length, float[] into, float[] what) {
        for (int j = 0; j < length; j++) {
            into[j] += what[j];
        }
    }

    private static void addOne(int k, float[] into, int at, float[] what, int from, float weight) {
        for (int tau = 0; tau < k; tau++) {
            into[at + tau] += weight * what[from + tau];
        }
    }
}
