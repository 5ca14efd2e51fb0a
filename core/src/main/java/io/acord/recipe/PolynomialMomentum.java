package io.acord.recipe;

/**
 * The momentum of AUTO: y^k = y^{k−1} + μ_k (y^{k−1} − y^{k−2}) + ω_k (x^k − y^{k−1}), with the weights of Brakhage's
 * ν-method for ν = 3/2,
 *
 * <pre>
 *   μ_k = (k − 1)(k + 1)(2k − 3) / (k (k + 2)(2k + 5)),     ω_k = 4 (k + 1)(2k + 1) / ((k + 2)(2k + 5)).
 * </pre>
 *
 * <p>With quadratic costs an iteration is linear, and as long as nobody starts afresh the error is a polynomial of the
 * iteration matrix: the one that is small where its eigenvalues are, without knowing how far from 1 they keep
 * (docs/acceleration.md). A step led uphill if ⟨y^{k−1} − x^k, y^{k−1} − y^{k−2}⟩ > 0, which also sees a row swing
 * whose x^k is held by a constraint.
 */
final class PolynomialMomentum extends OwnMomentum {

    private static volatile Weights common = first(256);

    private final double[] step; // y^{k−1} − y^{k−2} of each row
    private volatile Weights weights = common;

    PolynomialMomentum(int rows, int d) {
        this(rows, d, PATIENCE);
    }

    /** With another patience, to compare. */
    PolynomialMomentum(int rows, int d, int patience) {
        super(rows, d, patience);
        this.step = new double[Math.multiplyExact(rows, d)];
    }

    @Override
    public void show(int row, double[] x, double[] before, double[] shown, double[] next) {
        int at = row * d;
        double slope = 0;
        for (int c = 0; c < d; c++) {
            slope += (shown[at + c] - x[c]) * step[at + c];
        }
        int now = pace(row, slope);
        Weights w = weights(now);
        for (int c = 0; c < d; c++) {
            double y = shown[at + c];
            step[at + c] = w.inertia[now] * step[at + c] + w.pull[now] * (x[c] - y);
            next[at + c] = y + step[at + c];
        }
    }

    @Override
    public void show(int from, int to, double[] x, double[] shown, double[] next) {
        Weights w = weights;
        for (int i = from; i < to; i++) {
            double xi = next[i];
            double y = shown[i];
            int now = pace(i, (y - xi) * step[i]);
            if (now >= w.inertia.length) {
                w = weights(now);
            }
            step[i] = w.inertia[now] * step[i] + w.pull[now] * (xi - y);
            next[i] = y + step[i];
            x[i] = xi;
        }
    }

    private Weights weights(int now) {
        Weights known = weights;
        if (now >= known.inertia.length) {
            known = first(2 * now);
            weights = known; // several threads may do the same; all get the same numbers
            common = known;
        }
        return known;
    }

    /** μ_k and ω_k of the first k. */
    private static Weights first(int count) {
        double[] inertia = new double[count];
        double[] pull = new double[count];
        for (int at = 0; at < count; at++) {
            double k = at + 1;
            inertia[at] = (k - 1) * (k + 1) * (2 * k - 3) / (k * (k + 2) * (2 * k + 5));
            pull[at] = 4 * (k + 1) * (2 * k + 1) / ((k + 2) * (2 * k + 5));
        }
        return new Weights(inertia, pull);
    }
}
