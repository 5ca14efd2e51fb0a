package io.acord.cost;

/**
 * A convex piecewise quadratic φ of one coordinate, known by its derivative: between kink k − 1 and kink k it is
 * slope[k]·x + intercept[k]. At a kink the derivative may jump up; the ends of the domain are kinks with an infinite
 * jump. Immutable.
 *
 * <p>Values are not kept: each cost computes its own, and finding minimisers takes derivatives only.
 */
final class Pieces {

    static final Pieces NONE = new Pieces(new double[0], new double[1], new double[1]);

    private final double[] kinks; // strictly ascending
    private final double[] slopes; // one more than kinks, ≥ 0
    private final double[] intercepts; // −∞ below the domain, +∞ above it, NaN where two domains do not meet

    private Pieces(double[] kinks, double[] slopes, double[] intercepts) {
        this.kinks = kinks;
        this.slopes = slopes;
        this.intercepts = intercepts;
    }

    /** weight · |x − v|. */
    static Pieces absolute(double weight, double v) {
        return of(new double[] {v}, new double[2], new double[] {-weight, weight});
    }

    /** weight · ½(x − v)² up to |x − v| = threshold, straight beyond. */
    static Pieces huber(double weight, double threshold, double v) {
        return of(new double[] {v - threshold, v + threshold}, new double[] {0, weight, 0}, new double[] {
            -weight * threshold, -weight * v, weight * threshold
        });
    }

    /** weight/2 · dist(x, [low, high])². */
    static Pieces band(double low, double high, double weight) {
        return of(new double[] {low, high}, new double[] {weight, 0, weight}, new double[] {
            -weight * low, 0, -weight * high
        });
    }

    /** 0 in [low, high], +∞ outside; either end may be infinite. */
    static Pieces box(double low, double high) {
        Pieces above = low == Double.NEGATIVE_INFINITY
                ? NONE
                : of(new double[] {low}, new double[2], new double[] {Double.NEGATIVE_INFINITY, 0});
        Pieces below = high == Double.POSITIVE_INFINITY
                ? NONE
                : of(new double[] {high}, new double[2], new double[] {0, Double.POSITIVE_INFINITY});
        return above.plus(below);
    }

    /** Tables whose kinks ascend, perhaps with repetitions and with kinks outside the domain: both are dropped. */
    static Pieces of(double[] kinks, double[] slopes, double[] intercepts) {
        int n = kinks.length;
        double[] keptKinks = new double[n];
        double[] keptSlopes = new double[n + 1];
        double[] keptIntercepts = new double[n + 1];
        keptSlopes[0] = slopes[0];
        keptIntercepts[0] = intercepts[0];
        int kept = 0;
        for (int k = 0; k < n; k++) {
            boolean repeated = kept > 0 && kinks[k] == keptKinks[kept - 1];
            boolean outside = intercepts[k + 1] == keptIntercepts[kept] && Double.isInfinite(intercepts[k + 1]);
            if (!repeated && !outside) {
                keptKinks[kept++] = kinks[k] + 0.0; // −0.0 becomes 0.0
            }
            keptSlopes[kept] = slopes[k + 1];
            keptIntercepts[kept] = intercepts[k + 1];
        }
        return new Pieces(
                java.util.Arrays.copyOf(keptKinks, kept),
                java.util.Arrays.copyOf(keptSlopes, kept + 1),
                java.util.Arrays.copyOf(keptIntercepts, kept + 1));
    }

    /** The sum of two such functions. */
    Pieces plus(Pieces other) {
        if (this == NONE) {
            return other;
        }
        if (other == NONE) {
            return this;
        }
        int n = kinks.length + other.kinks.length;
        double[] sumKinks = new double[n];
        double[] sumSlopes = new double[n + 1];
        double[] sumIntercepts = new double[n + 1];
        int mine = 0;
        int theirs = 0;
        for (int k = 0; k <= n; k++) {
            sumSlopes[k] = slopes[mine] + other.slopes[theirs];
            sumIntercepts[k] = intercepts[mine] + other.intercepts[theirs];
            if (k == n) {
                break;
            }
            boolean minesNext =
                    theirs == other.kinks.length || (mine < kinks.length && kinks[mine] <= other.kinks[theirs]);
            sumKinks[k] = minesNext ? kinks[mine++] : other.kinks[theirs++];
        }
        return of(sumKinks, sumSlopes, sumIntercepts);
    }

    /** Whether the domain is empty. */
    boolean isEmpty() {
        for (double intercept : intercepts) {
            if (Double.isNaN(intercept)) {
                return true;
            }
        }
        return false;
    }

    int kinks() {
        return kinks.length;
    }

    double kink(int k) {
        return kinks[k];
    }

    double slope(int piece) {
        return slopes[piece];
    }

    double intercept(int piece) {
        return intercepts[piece];
    }

    double low() {
        return intercepts[0] == Double.NEGATIVE_INFINITY ? kinks[0] : Double.NEGATIVE_INFINITY;
    }

    double high() {
        int last = kinks.length;
        return intercepts[last] == Double.POSITIVE_INFINITY ? kinks[last - 1] : Double.POSITIVE_INFINITY;
    }

    /** Whether φ is 0 inside its domain. */
    boolean isOnlyADomain() {
        for (int k = 0; k < slopes.length; k++) {
            if (slopes[k] != 0 || (intercepts[k] != 0 && Double.isFinite(intercepts[k]))) {
                return false;
            }
        }
        return true;
    }

    /** The nearest point of the domain. */
    double clip(double x) {
        return Math.max(low(), Math.min(high(), x));
    }

    /** The derivative just below a kink. */
    double left(int kink) {
        return slopes[kink] * kinks[kink] + intercepts[kink];
    }

    /** The derivative just above a kink. */
    double right(int kink) {
        return slopes[kink + 1] * kinks[kink] + intercepts[kink + 1];
    }

    /** The first kink at or above x, which is also the number of the piece that holds x. */
    int find(double x) {
        int low = 0;
        int high = kinks.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (kinks[middle] >= x) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** How far 0 is from rest + ∂φ(x). */
    double residual(double x, double rest) {
        int k = find(x);
        double left = rest + slopes[k] * x + intercepts[k];
        double right = k < kinks.length && kinks[k] == x ? rest + right(k) : left;
        return left > 0 ? left : Math.max(0, -right);
    }

    /** argmin φ(x) + h/2 x² − b x, for h > 0. Nothing is allocated: the engine comes here for every coordinate. */
    double argmin(double h, double b) {
        int low = 0;
        int high = kinks.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if ((h + slopes[middle + 1]) * kinks[middle] >= b - intercepts[middle + 1]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        // beyond kink low the sum rises, before kink low − 1 it falls
        if (low < kinks.length && (h + slopes[low]) * kinks[low] <= b - intercepts[low]) {
            return kinks[low];
        }
        double x = (b - intercepts[low]) / (h + slopes[low]);
        if (low < kinks.length) {
            x = Math.min(x, kinks[low]);
        }
        return low > 0 ? Math.max(x, kinks[low - 1]) : x;
    }
}
