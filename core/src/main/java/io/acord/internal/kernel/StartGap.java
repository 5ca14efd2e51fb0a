package io.acord.internal.kernel;

import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;
import io.acord.recipe.From;

/** How far an agent's start is at most from where it could be (theory 5.5): what it contributes to NETWORK CRAWL. */
public final class StartGap {

    private StartGap() {}

    /**
     * v_i = min { φ_i + β Σ ‖x − z_e⁰‖²_W } − min φ_i, by two local solves.
     *
     * @param previous x_{t−1}, d numbers a column; only the row's own are read unless the start is PREVIOUS
     */
    public static double of(
            Block block, int row, HittingCost cost, double beta, double regularization, double[] previous, From start) {
        int d = block.dimension();
        double[] own = new double[d];
        System.arraycopy(previous, row * d, own, 0, d);
        QuadraticPull pull = new QuadraticPull(d);
        pull.add(regularization, own);
        double[] alone = own.clone();
        double left = cost.argmin(pull, alone);
        double[] midpoint = new double[d];
        double[] gram = new double[d * d];
        for (int arc = block.firstArc()[row]; arc < block.firstArc()[row + 1]; arc++) {
            edge(block, row, arc, previous, start, midpoint, gram);
            pull.add(2 * beta, gram, midpoint);
        }
        double[] first = own.clone();
        cost.argmin(pull, first);
        double held = 0;
        for (int arc = block.firstArc()[row]; arc < block.firstArc()[row + 1]; arc++) {
            edge(block, row, arc, previous, start, midpoint, gram);
            held += beta * squaredDistance(gram, first, midpoint);
        }
        double gained = ownPart(cost, regularization, own, first) + held - ownPart(cost, regularization, own, alone);
        return Math.max(0, gained + left);
    }

    /** φ_i(x). */
    private static double ownPart(HittingCost cost, double regularization, double[] previous, double[] x) {
        double squared = 0;
        for (int c = 0; c < x.length; c++) {
            double step = x[c] - previous[c];
            squared += step * step;
        }
        return cost.at(x) + regularization / 2 * squared;
    }

    /** z_e⁰ as the row's side sees it, and W_e. */
    private static void edge(
            Block block, int row, int arc, double[] previous, From start, double[] midpoint, double[] gram) {
        int d = block.dimension();
        int column = block.column()[arc];
        for (int r = 0; r < d; r++) {
            double ends = start == From.ZERO ? 0 : previous[row * d + r] + previous[column * d + r];
            midpoint[r] = (ends + block.offset(arc, r)) / 2;
            for (int c = 0; c < d; c++) {
                gram[r * d + c] = block.gram(arc, r, c);
            }
        }
    }

    private static double squaredDistance(double[] gram, double[] x, double[] z) {
        int d = x.length;
        double total = 0;
        for (int r = 0; r < d; r++) {
            double sum = 0;
            for (int c = 0; c < d; c++) {
                sum += gram[r * d + c] * (x[c] - z[c]);
            }
            total += sum * (x[r] - z[r]);
        }
        return total;
    }
}
