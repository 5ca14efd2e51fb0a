package io.acord.cost;

import io.acord.linear.Symmetric;
import java.util.Arrays;

/**
 * The step p that minimises ½ pᵀMp + gᵀp among those that keep some ties aᵀp = off. Scratch; one thread.
 *
 * <p>With M = L Lᵀ and u = Lᵀp this is the u nearest to −L⁻¹g on the planes (L⁻¹a)ᵀu = off. The normals L⁻¹a are
 * orthonormalised rather than multiplied with each other, because a Schur complement would square their condition
 * number.
 */
final class TiedStep {

    private static final double EPS = Math.ulp(1.0);

    private int n;
    private int ties;
    private final double[] factor; // M, then L
    private final double[][] normals; // orthonormal; one more than there are ties is scratch
    private final double[][] r; // upper triangular: L⁻¹(all a) = normals · r
    private final double[] off;

    TiedStep(int most) {
        this.factor = new double[most * most];
        this.normals = new double[most][most];
        this.r = new double[most][most];
        this.off = new double[most];
    }

    /** Begins with n unknowns and no ties; the caller writes the lower triangle of M, row by row, into what it gets. */
    double[] begin(int unknowns) {
        n = unknowns;
        ties = 0;
        return factor;
    }

    /** Whether M, as written, is positive definite. */
    boolean factor() {
        return Symmetric.factor(factor, 0, n);
    }

    int ties() {
        return ties;
    }

    /** Whether the ties leave no direction to move in. */
    boolean isFull() {
        return ties == n;
    }

    /** Where the caller writes the normal a of a further tie; not to be asked for when full. */
    double[] nextNormal() {
        return normals[ties];
    }

    /** Whether the next normal, as written, does not follow from the ties there are. */
    boolean isNextIndependent() {
        double[] v = normals[ties];
        divideByL(v);
        double whole = Math.sqrt(dot(v, v));
        for (int i = 0; i < ties; i++) {
            r[i][ties] = 0;
        }
        for (int pass = 0; pass < 2; pass++) { // twice is enough (Kahan)
            for (int i = 0; i < ties; i++) {
                double along = dot(normals[i], v);
                r[i][ties] += along;
                add(-along, normals[i], v);
            }
        }
        double left = Math.sqrt(dot(v, v));
        if (!(left > 100 * EPS * whole)) {
            return false; // nothing but rounding
        }
        r[ties][ties] = left;
        for (int i = 0; i < n; i++) {
            v[i] /= left;
        }
        return true;
    }

    /** Adds the tie whose normal has just been found independent. */
    void tie(double howFarOff) {
        off[ties++] = howFarOff;
    }

    /**
     * Solves, in two parts: what keeps the ties as they are, and what mends those that are off.
     *
     * <p>With the normals V: the multipliers ν solve R ν = Vᵀu − y, the correction is V y, and Rᵀy = off.
     *
     * @param step holds −g on entry
     */
    void solve(double[] step, double[] correction, double[] multipliers) {
        divideByL(step);
        Arrays.fill(correction, 0, n, 0);
        for (int i = 0; i < ties; i++) {
            for (int k = 0; k < i; k++) {
                off[i] -= r[k][i] * off[k];
            }
            off[i] /= r[i][i];
            double along = dot(normals[i], step);
            add(-along, normals[i], step);
            add(off[i], normals[i], correction);
            multipliers[i] = along - off[i];
        }
        for (int i = ties - 1; i >= 0; i--) {
            for (int k = i + 1; k < ties; k++) {
                multipliers[i] -= r[i][k] * multipliers[k];
            }
            multipliers[i] /= r[i][i];
        }
        if (isFull()) {
            Arrays.fill(step, 0, n, 0); // what is left of it is rounding
        }
        divideByLTransposed(step);
        divideByLTransposed(correction);
    }

    private void divideByL(double[] v) {
        for (int i = 0; i < n; i++) {
            double sum = v[i];
            for (int k = 0; k < i; k++) {
                sum -= factor[i * n + k] * v[k];
            }
            v[i] = sum / factor[i * n + i];
        }
    }

    private void divideByLTransposed(double[] v) {
        for (int i = n - 1; i >= 0; i--) {
            double sum = v[i];
            for (int k = i + 1; k < n; k++) {
                sum -= factor[k * n + i] * v[k];
            }
            v[i] = sum / factor[i * n + i];
        }
    }

    private double dot(double[] v, double[] w) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += v[i] * w[i];
        }
        return sum;
    }

    private void add(double weight, double[] v, double[] to) {
        for (int i = 0; i < n; i++) {
            to[i] += weight * v[i];
        }
    }
}
