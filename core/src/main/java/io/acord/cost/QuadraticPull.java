package io.acord.cost;

import io.acord.linear.Symmetric;
import java.util.Arrays;

/**
 * What an agent's past and its neighbours pull it towards: a sum of terms w/2 ‖x − target‖²_W, kept as ½ xᵀHx − bᵀx,
 * constants dropped. Reused scratch; one thread.
 */
public final class QuadraticPull {

    private final int d;
    private final double[] h;
    private final double[] b;

    public QuadraticPull(int dimension) {
        this.d = dimension;
        this.h = new double[dimension * dimension];
        this.b = new double[dimension];
    }

    public int dimension() {
        return d;
    }

    /** Forgets all terms. */
    public void clear() {
        Arrays.fill(h, 0);
        Arrays.fill(b, 0);
    }

    /** Adds w/2 ‖x − target‖². */
    public void add(double w, double[] target) {
        for (int c = 0; c < d; c++) {
            h[c * d + c] += w;
            b[c] += w * target[c];
        }
    }

    /** Adds w/2 (x − target)ᵀ W (x − target), W symmetric and row by row. */
    public void add(double w, double[] gram, double[] target) {
        for (int k = 0; k < h.length; k++) {
            h[k] += w * gram[k];
        }
        Symmetric.addProduct(w, gram, 0, d, target, 0, b, 0);
    }

    /** H, row by row. Live: who fills the pull may write here. */
    public double[] curvature() {
        return h;
    }

    /** b. Live: who fills the pull may write here. */
    public double[] linear() {
        return b;
    }

    /** Whether H is diagonal, so that coordinates pull independently. */
    public boolean isDiagonal() {
        return Symmetric.isDiagonal(h, 0, d);
    }

    /** ½ xᵀHx − bᵀx. */
    public double at(double[] x) {
        double value = 0.5 * Symmetric.form(h, 0, d, x, 0);
        for (int c = 0; c < d; c++) {
            value -= b[c] * x[c];
        }
        return value;
    }
}
