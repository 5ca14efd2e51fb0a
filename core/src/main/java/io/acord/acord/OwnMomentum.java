package io.acord.acord;

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

    /** Steps uphill in a row after which θ = 1 again. */
    static final int PATIENCE = 2;

    private static volatile Weights common = Weights.first(256, CORRECTION);

    private final int d;
    private final double correction;
    private final int patience;
    private final int[] age; // iterations since θ was 1
    private final byte[] uphill; // how many steps in a row
    private volatile Weights weights;

    OwnMomentum(int rows, int d) {
        this(rows, d, CORRECTION, PATIENCE);
    }

    /** With another γ and patience, to compare. */
    OwnMomentum(int rows, int d, double correction, int patience) {
        this.d = d;
        this.correction = correction;
        this.patience = patience;
        this.age = new int[rows];
        this.uphill = new byte[rows];
        this.weights = correction == CORRECTION ? common : Weights.first(256, correction);
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
        int now = pace(row, slope);
        Weights w = weights(now);
        for (int c = 0; c < d; c++) {
            next[at + c] = x[c] + w.inertia[now] * (x[c] - before[at + c]) + w.correction[now] * (x[c] - shown[at + c]);
        }
    }

    /**
     * Writes y^k of rows of one coordinate.
     *
     * @param x holds x^{k−1} of the rows and receives x^k
     * @param shown y^{k−1} of all columns
     * @param next holds x^k of the rows and receives y^k
     */
    void show(int from, int to, double[] x, double[] shown, double[] next) {
        Weights w = weights;
        for (int i = from; i < to; i++) {
            double xi = next[i];
            double step = xi - x[i];
            int now = pace(i, (shown[i] - xi) * step);
            if (now >= w.inertia.length) {
                w = weights(now);
            }
            next[i] = xi + w.inertia[now] * step + w.correction[now] * (xi - shown[i]);
            x[i] = xi;
        }
    }

    /** How many iterations ago θ was 1. */
    private int pace(int row, double slope) {
        int steps = slope > 0 ? uphill[row] + 1 : 0;
        int now = age[row];
        if (steps == patience) {
            steps = 0;
            now = 0;
        }
        uphill[row] = (byte) steps;
        age[row] = now + 1;
        return now;
    }

    private Weights weights(int now) {
        Weights known = weights;
        if (now >= known.inertia.length) {
            known = Weights.first(2 * now, correction);
            weights = known; // several threads may do the same; all get the same numbers
            if (correction == CORRECTION) {
                common = known;
            }
        }
        return known;
    }

    /** (θ_k − 1)/θ_{k+1} and γ θ_k/θ_{k+1} of the first k. Immutable. */
    private static final class Weights {
        final double[] inertia;
        final double[] correction;

        private Weights(double[] inertia, double[] correction) {
            this.inertia = inertia;
            this.correction = correction;
        }

        static Weights first(int count, double gamma) {
            double[] inertia = new double[count];
            double[] correction = new double[count];
            double theta = 1;
            for (int k = 0; k < count; k++) {
                double after = (1 + Math.sqrt(1 + 4 * theta * theta)) / 2;
                inertia[k] = (theta - 1) / after;
                correction[k] = gamma * theta / after;
                theta = after;
            }
            return new Weights(inertia, correction);
        }
    }
}
