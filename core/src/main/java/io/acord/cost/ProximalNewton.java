package io.acord.cost;

import io.acord.linear.Symmetric;

/**
 * Minimises a cost with smooth parts plus a pull: the smooth parts are replaced by their second-order model, the model
 * is minimised together with everything else by {@link FaceSearch}, and a step is taken towards that minimiser, as long
 * as the true value falls enough. Scratch; one thread.
 */
final class ProximalNewton {

    private static final double EPS = Math.ulp(1.0);
    private static final int MOST_STEPS = 200;

    private final Composite parts;
    private final HittingCost whole;
    private final QuadraticPull pull;
    private final int d;
    private final double[] h;
    private final double[] b;
    private final double[] gradient;
    private final double[] hessian;

    ProximalNewton(Composite parts, HittingCost whole, QuadraticPull pull) {
        this.parts = parts;
        this.whole = whole;
        this.pull = pull;
        this.d = parts.dimension();
        this.h = new double[d * d];
        this.b = new double[d];
        this.gradient = new double[d];
        this.hessian = new double[d * d];
    }

    /** Moves x to the minimiser; returns τ, the proven gap of {@link FaceSearch#gap} with the true gradient at x. */
    double run(double[] x) {
        double value = enter(x);
        if (!Double.isFinite(value)) {
            return Double.POSITIVE_INFINITY;
        }
        double[] y = new double[d];
        double[] p = new double[d];
        double tau = Double.POSITIVE_INFINITY;
        double lastGain = Double.POSITIVE_INFINITY;
        for (int k = 0; k < MOST_STEPS; k++) {
            modelAt(x);
            System.arraycopy(x, 0, y, 0, d);
            FaceSearch search = minimiseModel(x, y);
            tau = search.gap(x);
            for (int c = 0; c < d; c++) {
                p[c] = y[c] - x[c];
            }
            double gain = 0.5 * Symmetric.form(h, 0, d, p, 0); // the model falls by at least this much
            if (gain > 4 * EPS * scale(x, value)) {
                value = backtrack(x, p, value, gain);
                if (Double.isNaN(value)) {
                    return tau;
                }
            } else {
                // Values no longer tell better from worse. Newton's steps still do, while they shrink.
                if (!(gain > 0 && gain < lastGain / 4) || !Double.isFinite(objective(y))) {
                    return tau;
                }
                System.arraycopy(y, 0, x, 0, d);
                value = objective(x);
                lastGain = gain;
            }
        }
        return tau;
    }

    /** A first point in the domain; +∞ if there is none. */
    private double enter(double[] x) {
        for (int c = 0; c < d; c++) {
            x[c] = Double.isFinite(x[c]) ? x[c] : 0;
        }
        for (double[] start : parts.startsNear(x)) {
            double value = objective(start);
            if (Double.isFinite(value)) {
                System.arraycopy(start, 0, x, 0, d);
                return value;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    private double objective(double[] x) {
        double value = whole.at(x) + pull.at(x);
        return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
    }

    /** The size of the numbers that make up the objective. */
    private double scale(double[] x, double value) {
        double sum = Math.abs(value) + 0.5 * Math.abs(Symmetric.form(pull.curvature(), 0, d, x, 0));
        for (int c = 0; c < d; c++) {
            sum += Math.abs(pull.linear()[c] * x[c]);
        }
        return sum;
    }

    /** The quadratic part of everything, the smooth functions by ½ yᵀHy − (Hx − g)ᵀy. */
    private void modelAt(double[] x) {
        System.arraycopy(pull.curvature(), 0, h, 0, h.length);
        System.arraycopy(pull.linear(), 0, b, 0, d);
        parts.addQuadraticTo(h, b);
        for (Smooth f : parts.smooths()) {
            f.function().gradient(x, gradient);
            f.function().hessian(x, hessian);
            for (int k = 0; k < h.length; k++) {
                h[k] += hessian[k];
            }
            Symmetric.addProduct(1, hessian, 0, d, x, 0, b, 0);
            for (int c = 0; c < d; c++) {
                b[c] -= gradient[c];
            }
        }
    }

    /**
     * Rounding, or a Hessian that is not quite one, may leave the model without a minimum: then it gets a steeper bowl.
     */
    private FaceSearch minimiseModel(double[] x, double[] y) {
        FaceSearch search = new FaceSearch(parts, h, b);
        double ridge = parts.mu();
        while (search.run(y) == Double.POSITIVE_INFINITY && Double.isFinite(ridge)) {
            for (int c = 0; c < d; c++) {
                h[c * d + c] += ridge;
                b[c] += ridge * x[c];
            }
            ridge *= 10;
            System.arraycopy(x, 0, y, 0, d);
        }
        return search;
    }

    /** Goes from x along p until the value has fallen enough; NaN if it never does, with x as it was. */
    private double backtrack(double[] x, double[] p, double value, double gain) {
        double[] trial = new double[d];
        for (double length = 1; length > 1e-18; length /= 2) {
            for (int c = 0; c < d; c++) {
                trial[c] = x[c] + length * p[c];
            }
            parts.clip(trial);
            double reached = objective(trial);
            if (reached <= value - 1e-4 * length * gain) {
                System.arraycopy(trial, 0, x, 0, d);
                return reached;
            }
        }
        return Double.NaN;
    }
}
