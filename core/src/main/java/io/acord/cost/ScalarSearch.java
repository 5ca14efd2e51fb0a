package io.acord.cost;

import java.util.List;

/**
 * Minimises a cost of one variable plus a pull by values alone: an interval that must hold the minimiser is narrowed
 * around the best point so far, by parabolas where they help and by the golden section where they do not (Brent).
 * Scratch; one thread.
 */
final class ScalarSearch {

    private static final double EPS = Math.ulp(1.0);
    private static final double GOLDEN = 0.5 * (3 - Math.sqrt(5));
    private static final int MOST_STEPS = 400;

    private final HittingCost f;
    private final double h;
    private final double target; // where the pull alone is lowest; measured from there no digits cancel
    private final double[] point = new double[1];
    private Pieces pieces = Pieces.NONE;

    private double size; // of the numbers that made up the last value

    // The best point between two others that are no better
    private double left;
    private double atLeft;
    private double best;
    private double atBest;
    private double sizeAtBest;
    private double right;
    private double atRight;

    private ScalarSearch(HittingCost f, QuadraticPull pull) {
        this.f = f;
        this.h = pull.curvature()[0];
        this.target = h > 0 ? pull.linear()[0] / h : 0;
    }

    static ScalarSearch of(HittingCost f, QuadraticPull pull) {
        return new ScalarSearch(f, pull);
    }

    /** Also tries the kinks that are known, where values would only come close. */
    ScalarSearch within(Pieces known) {
        this.pieces = known;
        return this;
    }

    /** Moves x to the minimiser, beginning at the first of the starts that is in the domain; returns τ. */
    double from(List<double[]> starts, double[] x) {
        for (double[] start : starts) {
            double atStart = value(start[0]);
            if (Double.isFinite(start[0]) && Double.isFinite(atStart)) {
                moveBest(start[0], atStart);
                bracket();
                boolean narrow = narrow();
                tryKinks();
                x[0] = best;
                return tau(narrow);
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    private double value(double z) {
        point[0] = z;
        double own = f.at(point);
        double pulled = 0.5 * h * (z - target) * (z - target);
        size = Math.abs(own) + pulled;
        double sum = own + pulled;
        return Double.isNaN(sum) ? Double.POSITIVE_INFINITY : sum;
    }

    /** Walks downhill with growing steps until it goes uphill. */
    private void bracket() {
        double step = 0x1p-10 * Math.max(1, Math.abs(best));
        right = best + step;
        atRight = value(right);
        if (atRight < atBest) {
            while (atRight < atBest) {
                left = best;
                atLeft = atBest;
                moveBest(right, atRight);
                step *= 4;
                right = best + step;
                atRight = value(right);
            }
            return;
        }
        left = best - step;
        atLeft = value(left);
        while (atLeft < atBest) {
            right = best;
            atRight = atBest;
            moveBest(left, atLeft);
            step *= 4;
            left = best - step;
            atLeft = value(left);
        }
    }

    private void moveBest(double z, double atZ) {
        best = z;
        atBest = atZ;
        sizeAtBest = size;
    }

    /** What rounding does to a value near the best. */
    private double noise() {
        return 4 * EPS * sizeAtBest;
    }

    /**
     * Narrows until nothing lies between the three points, or nothing that values can tell; false if it took too long.
     */
    private boolean narrow() {
        double before = Double.POSITIVE_INFINITY;
        double widthBefore = Double.POSITIVE_INFINITY;
        double finest = 1e-8 * Math.ulp(right - left); // next to 0 doubles go on for ever, the question does not
        for (int k = 0; k < MOST_STEPS; k++) {
            double width = right - left;
            boolean indistinct = atLeft - atBest <= noise() && atRight - atBest <= noise();
            if (indistinct || width <= 4 * Math.max(Math.ulp(best), finest)) {
                return true;
            }
            boolean slow = width > 0.5 * before;
            double z = slow ? golden() : parabola();
            if (!(z > left && z < right && z != best)) {
                z = golden();
            }
            if (z == best || z <= left || z >= right) {
                return true;
            }
            before = widthBefore;
            widthBefore = width;
            tryPoint(z);
        }
        return false;
    }

    /** A point in the wider side, towards the best. */
    private double golden() {
        return right - best > best - left ? best + GOLDEN * (right - best) : best - GOLDEN * (best - left);
    }

    /**
     * The lowest point of the parabola through all three, but not so near to the best that values could not tell them
     * apart.
     */
    private double parabola() {
        double downLeft = (atLeft - atBest) / (best - left);
        double downRight = (atRight - atBest) / (right - best);
        double curvature = 2 * (downLeft + downRight) / (right - left);
        if (!(curvature > 0 && curvature < Double.POSITIVE_INFINITY)) {
            return Double.NaN;
        }
        double off = downLeft / curvature - 0.5 * (best - left);
        double least = Math.max(Math.sqrt(noise() / curvature), 2 * Math.ulp(best));
        if (Math.abs(off) < least) {
            off = right - best > best - left ? least : -least;
        }
        return best + off;
    }

    private void tryPoint(double z) {
        double atZ = value(z);
        if (atZ < atBest) {
            if (z > best) {
                left = best;
                atLeft = atBest;
            } else {
                right = best;
                atRight = atBest;
            }
            moveBest(z, atZ);
        } else if (z > best) {
            right = z;
            atRight = atZ;
        } else {
            left = z;
            atLeft = atZ;
        }
    }

    private void tryKinks() {
        for (int k = pieces.find(left); k < pieces.kinks() && pieces.kink(k) <= right; k++) {
            double z = pieces.kink(k);
            if (z > left && z < right && z != best) {
                tryPoint(z);
            }
        }
    }

    /**
     * By convexity the line through two of the points bounds the function from below beyond them, so between the best
     * and one end nothing lies lower than the line from the other end reaches. Where that end is outside the domain
     * there is no such line, but once the points are next to each other there is nothing between them either.
     */
    private double tau(boolean narrow) {
        double beyondRight = (atLeft - atBest) / (best - left) * (right - best);
        double beyondLeft = (atRight - atBest) / (right - best) * (best - left);
        return noise() + Math.max(bound(beyondLeft, narrow), bound(beyondRight, narrow));
    }

    private static double bound(double bound, boolean narrow) {
        return narrow && bound == Double.POSITIVE_INFINITY ? 0 : bound;
    }
}
