package io.acord.bench;

import io.acord.model.RoundObjective;

/** The weights of {@code auto}, Brakhage's, with another ν, patience and steady start. */
final class OtherPolynomials extends SlowRun {

    private final double nu;
    private final int patience;
    private final int[] age;
    private final int[] uphill;
    private final double[] step;

    OtherPolynomials(RoundObjective objective, double nu, int patience, int steady) {
        super(objective, steady);
        this.nu = nu;
        this.patience = patience;
        int n = objective.round().agents();
        age = new int[n];
        uphill = new int[n];
        step = new double[n];
    }

    @Override
    double[] show(double[] now, double[] before, double[] shown) {
        double[] next = new double[now.length];
        for (int i = 0; i < now.length; i++) {
            uphill[i] = (shown[i] - now[i]) * step[i] > 0 ? uphill[i] + 1 : 0;
            if (uphill[i] >= patience && isPastSteady()) {
                uphill[i] = 0;
                age[i] = 0;
            }
            double k = ++age[i];
            double below = (k + 2 * nu - 1) * (2 * k + 4 * nu - 1);
            double inertia = k == 1 ? 0 : (k - 1) * (2 * k - 3) * (2 * k + 2 * nu - 1) / (below * (2 * k + 2 * nu - 3));
            double pull = 4 * (2 * k + 2 * nu - 1) * (k + nu - 1) / below;
            step[i] = inertia * step[i] + pull * (now[i] - shown[i]);
            next[i] = shown[i] + step[i];
        }
        return next;
    }
}
