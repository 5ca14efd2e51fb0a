package io.acord.studio;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import java.util.Arrays;
import java.util.Random;

/**
 * A (sub)gradient of a hitting cost, found without asking the cost for a minimum, so that it can be held against what a
 * minimum was found to be.
 *
 * @param gradient where the cost has a kink, the subgradient that balances the other forces if it is one
 * @param isSmooth whether the cost is differentiable there: then nothing was chosen
 * @param isSubgradient whether the cost was nowhere found to lie below the tangent plane
 */
@SuppressWarnings("ArrayRecordComponent") // handed on once
record Subgradient(double[] gradient, boolean isSmooth, boolean isSubgradient) {

    private static final double FINEST = 1e-7;
    private static final double WIDEST = 1e-1;
    private static final double SAME = 1e-5;

    /** @param balance what the gradient has to be for the forces to cancel */
    static Subgradient of(HittingCost f, double[] x, double[] balance) {
        if (f instanceof Quadratic quadratic) {
            double[] gradient = new double[x.length];
            for (int r = 0; r < x.length; r++) {
                for (int c = 0; c < x.length; c++) {
                    gradient[r] += quadratic.curvature(r, c) * (x[c] - quadratic.target(c));
                }
            }
            return new Subgradient(gradient, true, true);
        }
        double[] gradient = new double[x.length];
        boolean smooth = true;
        for (int c = 0; c < x.length; c++) {
            double left = -oneSided(f, x, c, -1);
            double right = oneSided(f, x, c, 1);
            double slack = SAME * (1 + Math.min(Math.abs(left), Math.abs(right)));
            if (right - left <= slack) {
                gradient[c] = central(f, x, c, (left + right) / 2);
            } else {
                smooth = false;
                gradient[c] = Math.max(left - slack, Math.min(right + slack, balance[c]));
            }
        }
        return new Subgradient(gradient, smooth, supports(f, x, gradient));
    }

    /** The derivative of h ↦ f(x ± h e_c) at 0 from the right, from values alone; ∞ at the end of the domain. */
    private static double oneSided(HittingCost f, double[] x, int c, int sign) {
        double here = f.at(x);
        double scale = Math.max(1, Math.abs(x[c]));
        double best = Double.POSITIVE_INFINITY;
        double disagreement = Double.POSITIVE_INFINITY;
        double before = Double.NaN;
        for (double h = WIDEST * scale; h >= FINEST * scale; h /= 4) {
            double near = (at(f, x, c, sign * h) - here) / h;
            double nearer = (at(f, x, c, sign * h / 2) - here) / (h / 2);
            double slope = 2 * nearer - near;
            if (!Double.isFinite(slope)) {
                before = Double.NaN;
                continue;
            }
            if (Math.abs(slope - before) <= disagreement) {
                disagreement = Math.abs(slope - before);
                best = slope;
            }
            before = slope;
        }
        return best;
    }

    private static double central(HittingCost f, double[] x, int c, double fallback) {
        double scale = Math.max(1, Math.abs(x[c]));
        double best = fallback;
        double disagreement = Double.POSITIVE_INFINITY;
        double before = Double.NaN;
        for (double h = WIDEST * scale; h >= FINEST * scale; h /= 4) {
            double wide = (at(f, x, c, h) - at(f, x, c, -h)) / (2 * h);
            double narrow = (at(f, x, c, h / 2) - at(f, x, c, -h / 2)) / h;
            double slope = (4 * narrow - wide) / 3;
            if (Math.abs(slope - before) <= disagreement) {
                disagreement = Math.abs(slope - before);
                best = slope;
            }
            before = slope;
        }
        return best;
    }

    private static double at(HittingCost f, double[] x, int c, double step) {
        double[] moved = x.clone();
        moved[c] += step;
        return f.at(moved);
    }

    /** Whether f(x + h) ≥ f(x) + g·h in many directions, near and far. */
    private static boolean supports(HittingCost f, double[] x, double[] g) {
        Random random = new Random(1);
        double here = f.at(x);
        double size = 1 + Math.abs(here) + Arrays.stream(g).map(Math::abs).max().orElse(0);
        for (int n = 0; n < 40; n++) {
            double reach = Math.pow(10, -4 + n % 5);
            double[] to = x.clone();
            double along = 0;
            for (int c = 0; c < x.length; c++) {
                double step = reach * random.nextGaussian();
                to[c] += step;
                along += g[c] * step;
            }
            if (f.at(to) < here + along - 1e-6 * size * reach - 1e-12 * size) {
                return false;
            }
        }
        return true;
    }
}
