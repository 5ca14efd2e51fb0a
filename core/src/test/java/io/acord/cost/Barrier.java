package io.acord.cost;

/** −Σ log(x_c − floor_c) + mu/2 ‖x‖², NaN where a logarithm has no value: a domain that is open. */
final class Barrier implements SmoothFunction {

    private final double[] floor;
    private final double mu;

    Barrier(double[] floor, double mu) {
        this.floor = floor;
        this.mu = mu;
    }

    @Override
    public double at(double[] x) {
        double sum = 0.5 * mu * Pulls.dot(x, x);
        for (int c = 0; c < x.length; c++) {
            sum -= Math.log(x[c] - floor[c]);
        }
        return sum;
    }

    @Override
    public void gradient(double[] x, double[] into) {
        for (int c = 0; c < x.length; c++) {
            into[c] = mu * x[c] - 1 / (x[c] - floor[c]);
        }
    }

    @Override
    public void hessian(double[] x, double[] rowByRowInto) {
        int d = x.length;
        for (int k = 0; k < d * d; k++) {
            double gap = x[k / d] - floor[k / d];
            rowByRowInto[k] = k / d == k % d ? mu + 1 / (gap * gap) : 0;
        }
    }
}
