package io.acord.internal.kernel;

import io.acord.cost.QuadraticPull;

/** What one thread needs to solve one row at a time. */
public final class Scratch {
    final QuadraticPull pull;
    final double[] point;
    final double[] sum;
    private double[] lanes = {};
    final double[] product;
    double rounding; // of the last residual
    double differences; // Σ ‖A_e(x_i − x_j − o_e)‖² of the row of the last residual

    Scratch(int d) {
        pull = new QuadraticPull(d);
        point = new double[d];
        sum = new double[d];
        product = new double[d];
    }

    /** Room for this many numbers, made when first asked for: few graphs need it. */
    double[] lanes(int numbers) {
        if (lanes.length < numbers) {
            lanes = new double[numbers];
        }
        return lanes;
    }
}
