package io.acord.recipe;

/**
 * The momentum of OPTIMIZED: y^k = x^k + (θ_k − 1)/θ_{k+1} (x^k − x^{k−1}) + γ θ_k/θ_{k+1} (x^k − y^{k−1}) with θ_1 = 1
 * and θ_{k+1} = (1 + √(1 + 4 θ_k²))/2. A step led uphill if ⟨y^{k−1} − x^k, x^k − x^{k−1}⟩ > 0.
 *
 * <p>γ = 0 are the FISTA weights and γ = 1 those of the optimized gradient method, whose proven bound is half as large
 * (docs/acceleration.md). At γ = 1 itself what is stiff swings from side to side for ever; a little less damps it and
 * loses little.
 */
final class OptimizedMomentum extends OwnMomentum {

    /** γ. */
    static final double CORRECTION = 0.8;

    private static volatile Weights common = first(256, CORRECTION);

    private final double correction;
    private volatile Weights weights;

    OptimizedMomentum(int rows, int d) {
        this(rows, d, CORRECTION, PATIENCE);
    }

    /** With another γ and patience, to compare. */
    OptimizedMomentum(int rows, int d, double correction, int patience) {
        super(rows, d, patience);
        this.correction = correction;
        this.weights = correction == CORRECTION ? common : first(256, correction);
    }

    @Override
    public void show(int row, double[] x, double[] before, double[] shown, double[] next) {
        int at = row * d;
        double slope = 0;
        for (int c = 0; c < d; c++) {
            slope += (shown[at + c] - x[c]) * (x[c] - before[at + c]);
        }
        int now = pace(row, slope);
        Weights w = weights(now);
        for (int c = 0; c < d; c++) {
            next[at + c] = x[c] + w.inertia[now] * (x[c] - before[at + c]) + w.pull[now] * (x[c] - shown[at + c]);
        }
    }

    @Override
    public void show(int from, int to, double[] x, double[] shown, double[] next) {
        Weights w = weights;
        for (int i = from; i < to; i++) {
            double xi = next[i];
            double step = xi - x[i];
            int now = pace(i, (shown[i] - xi) * step);
            if (now >= w.inertia.length) {
                w = weights(now);
            }
            next[i] = xi + w.inertia[now] * step + w.pull[now] * (xi - shown[i]);
            x[i] = xi;
        }
    }

    private Weights weights(int now) {
        Weights known = weights;
        if (now >= known.inertia.length) {
            known = first(2 * now, correction);
            weights = known; // several threads may do the same; all get the same numbers
            if (correction == CORRECTION) {
                common = known;
            }
        }
        return known;
    }

    /** (θ_k − 1)/θ_{k+1} and γ θ_k/θ_{k+1} of the first k. */
    private static Weights first(int count, double gamma) {
        double[] inertia = new double[count];
        double[] pull = new double[count];
        double theta = 1;
        for (int k = 0; k < count; k++) {
            double after = (1 + Math.sqrt(1 + 4 * theta * theta)) / 2;
            inertia[k] = (theta - 1) / after;
            pull[k] = gamma * theta / after;
            theta = after;
        }
        return new Weights(inertia, pull);
    }
}
