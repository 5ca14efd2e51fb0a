package io.acord.constraint;

import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;

/**
 * argmin φ = f + pull over a set of which only the projection is known, by alternating directions:
 *
 * <pre>
 *     x = argmin φ + ρ/2 ‖x − z + u‖²        z = P(x + u)        u += x − z
 * </pre>
 *
 * <p>After each step y = ρu is normal to the set at z, so for v = argmin φ + ⟨y, v⟩
 *
 * <pre>
 *     φ(z) − min φ over the set ≤ φ(z) − φ(v) − ⟨y, v − z⟩ + τ_v
 * </pre>
 *
 * which is what is returned of the best z. It costs a solve more, and is therefore looked at now and then.
 */
final class ProjectionSplitting {

    private static final int MOST_STEPS = 4_000;
    private static final int BETWEEN_LOOKS = 10;

    /** ρ follows the two residuals only at first: while it changes, convergence is not proved. */
    private static final int ADAPTING = 400;

    private static final double UNBALANCED = 5;
    private static final double ENOUGH = 0x1p-46;

    private final HittingCost f;
    private final ConvexSet set;
    private final QuadraticPull pull;
    private final QuadraticPull weighed;
    private final int d;
    private double rho;

    ProjectionSplitting(HittingCost f, ConvexSet set, QuadraticPull pull) {
        this.f = f;
        this.set = set;
        this.pull = pull;
        this.d = pull.dimension();
        this.weighed = new QuadraticPull(d);
        this.rho = f.mu() + largestCurvature();
    }

    private double largestCurvature() {
        double largest = 0;
        for (int c = 0; c < d; c++) {
            largest = Math.max(largest, pull.curvature()[c * d + c]);
        }
        return largest;
    }

    /** Writes the best point of the set that was found into x, which holds a first guess; returns τ. */
    double run(double[] x) {
        double[] free = x.clone();
        double left = solve(free, new double[d], 0);
        if (set.contains(free)) {
            System.arraycopy(free, 0, x, 0, d);
            return left;
        }
        double[] z = free.clone();
        set.project(z);
        double[] u = new double[d];
        double[] before = new double[d];
        double[] point = free.clone();
        double best = Double.POSITIVE_INFINITY;
        System.arraycopy(z, 0, x, 0, d);
        for (int step = 1; step <= MOST_STEPS; step++) {
            System.arraycopy(z, 0, before, 0, d);
            double[] target = new double[d];
            for (int c = 0; c < d; c++) {
                target[c] = z[c] - u[c];
            }
            solve(point, target, rho);
            for (int c = 0; c < d; c++) {
                z[c] = point[c] + u[c];
            }
            set.project(z);
            double apart = 0;
            double moved = 0;
            for (int c = 0; c < d; c++) {
                u[c] += point[c] - z[c];
                apart = Math.max(apart, Math.abs(point[c] - z[c]));
                moved = Math.max(moved, Math.abs(z[c] - before[c]));
            }
            if (step % BETWEEN_LOOKS == 0 || moved == 0) {
                double tau = bound(z, u, point);
                if (tau < best) {
                    best = tau;
                    System.arraycopy(z, 0, x, 0, d);
                }
                if (best <= ENOUGH * (Math.abs(f.at(x)) + Math.abs(pull.at(x)) + Double.MIN_NORMAL)) {
                    break;
                }
                balance(step, apart, moved, u);
            }
        }
        return best;
    }

    /** argmin φ + weight/2 ‖x − target‖²; returns what it leaves open. */
    private double solve(double[] x, double[] target, double weight) {
        restore();
        weighed.add(weight, target);
        return f.argmin(weighed, x);
    }

    private void restore() {
        System.arraycopy(pull.curvature(), 0, weighed.curvature(), 0, d * d);
        System.arraycopy(pull.linear(), 0, weighed.linear(), 0, d);
    }

    private double bound(double[] z, double[] u, double[] guess) {
        double[] v = guess.clone();
        restore();
        for (int c = 0; c < d; c++) {
            weighed.linear()[c] -= rho * u[c];
        }
        double tau = f.argmin(weighed, v);
        double sum = f.at(z) - f.at(v);
        for (int r = 0; r < d; r++) {
            double slope = -pull.linear()[r] + rho * u[r];
            for (int c = 0; c < d; c++) {
                slope += pull.curvature()[r * d + c] * (0.5 * z[c] + 0.5 * v[c]);
            }
            sum += (z[r] - v[r]) * slope;
        }
        return Math.max(0, sum) + tau;
    }

    /** A constraint that is far from met wants a larger ρ, one that the points still move along a smaller one. */
    private void balance(int step, double apart, double moved, double[] u) {
        if (step > ADAPTING) {
            return;
        }
        double factor = apart > UNBALANCED * moved ? 2 : moved > UNBALANCED * apart ? 0.5 : 1;
        rho *= factor;
        for (int c = 0; c < d; c++) {
            u[c] /= factor;
        }
    }
}
