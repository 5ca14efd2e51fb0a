package io.acord.acord;

import java.util.Arrays;

/**
 * The momentum of OPTIMIZED, of every row its own: y^k = x^k + (θ_k − 1)/θ_{k+1} (x^k − x^{k−1}) + γ θ_k/θ_{k+1} (x^k − y^{k−1}) with θ_1 = 1 and θ_{k+1} = (1 + √(1 + 4 θ_k²))/2, and θ = 1
 * anew after two steps in a row that led uphill: ⟨y^{k−1} − x^k, x^k − x^{k−1}⟩ > 0. Mutable, for the length of one round; rows are independent of each other.
 *
 * <p>γ = 0 are the FISTA weights and γ = 1 those of the optimized gradient method, whose proven bound is half as large (docs/acceleration.md). At γ = 1 itself what is stiff swings from side to side for ever; a
 * little less damps it and loses little.
 */
final class OwnMomentum {

    /** γ. */
    static final double CORRECTION = 0.8;

    private static final int PATIENCE = 2;

    private final int d;
    private final double[] theta;
    private final byte[] uphill; // how many steps in a row

    OwnMomentum(int rows, int d) {
        this.d = d;
        this.theta = new double[rows];
        this.uphill = new byte[rows];
        Arrays.fill(theta, 1);
    }

    /**
     * Writes y^k of a row.
     *
     * @param x x^k, d numbers
     * @param before x^{k−1} of all rows
     * @param shown y^{k−1} of all columns
     */
    void show(int row, double[] x, double[] before, double[] shown, double[] next) {
        int at = row * d;
        double slope = 0;
        for (int c = 0; c < d; c++) {
            slope += (shown[at + c] - x[c]) * (x[c] - before[at + c]);
        }
        double now = pace(row, slope);
        double after = theta[row];
        for (int c = 0; c < d; c++) {
            next[at + c] = shown(now, after, x[c], before[at + c], shown[at + c]);
        }
    }

    /** y^k of a row of one coordinate. */
    double show(int row, double x, double before, double shown) {
        double now = pace(row, (shown - x) * (x - before));
        return shown(now, theta[row], x, before, shown);
    }

    private static double shown(double now, double after, double x, double before, double shown) {
        return x + (now - 1) / after * (x - before) + CORRECTION * now / after * (x - shown);
    }

    /** θ_k; θ_{k+1} is remembered. */
    private double pace(int row, double slope) {
        uphill[row] = slope > 0 ? (byte) (uphill[row] + 1) : 0;
        if (uphill[row] == PATIENCE) {
            uphill[row] = 0;
            theta[row] = 1;
        }
        double now = theta[row];
        theta[row] = (1 + Math.sqrt(1 + 4 * now * now)) / 2;
        return now;
    }
}
