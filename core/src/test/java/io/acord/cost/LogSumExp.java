package io.acord.cost;

/** log Σ exp(aₖᵀx) + mu/2 ‖x‖². */
final class LogSumExp implements SmoothFunction {

    private final double[][] a;
    private final double mu;

    LogSumExp(double[][] a, double mu) {
        this.a = a;
        this.mu = mu;
    }

    @Override
    public double at(double[] x) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double[] row : a) {
            largest = Math.max(largest, Pulls.dot(row, x));
        }
        double sum = 0;
        for (double[] row : a) {
            sum += Math.exp(Pulls.dot(row, x) - largest);
        }
        return largest + Math.log(sum) + 0.5 * mu * Pulls.dot(x, x);
    }

    private double[] shares(double[] x) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double[] row : a) {
            largest = Math.max(largest, Pulls.dot(row, x));
        }
        double[] shares = new double[a.length];
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            shares[k] = Math.exp(Pulls.dot(a[k], x) - largest);
            sum += shares[k];
        }
        for (int k = 0; k < a.length; k++) {
            shares[k] /= sum;
        }
        return shares;
    }

    @Override
    public void gradient(double[] x, double[] into) {
        double[] shares = shares(x);
        for (int c = 0; c < x.length; c++) {
            into[c] = mu * x[c];
            for (int k = 0; k < a.length; k++) {
                into[c] += shares[k] * a[k][c];
            }
        }
    }

    @Override
    public void hessian(double[] x, double[] rowByRowInto) {
        int d = x.length;
        double[] shares = shares(x);
        double[] mean = new double[d];
        for (int k = 0; k < a.length; k++) {
            for (int c = 0; c < d; c++) {
                mean[c] += shares[k] * a[k][c];
            }
        }
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                double sum = r == c ? mu : 0;
                for (int k = 0; k < a.length; k++) {
                    sum += shares[k] * (a[k][r] - mean[r]) * (a[k][c] - mean[c]);
                }
                rowByRowInto[r * d + c] = sum;
            }
        }
    }
}
