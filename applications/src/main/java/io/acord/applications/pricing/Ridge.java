package io.acord.applications.pricing;

import java.util.Arrays;

/**
 * A linear model of one number by others, learned with a price on large weights: columns are centred and scaled to
 * variance 1, and {@code Σ (y − Xw)² + ridge · rows · ‖w‖²} is minimised; the intercept has no price. Columns that
 * never change have weight 0. Immutable.
 *
 * @param errors standard errors of the weights
 * @param leftOut residual of every row, predicted by the others
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record Ridge(double ridge, double intercept, double[] weights, double[] errors, double[] residuals, double[] leftOut) {

    /** What is tried where no ridge is given; the one with the least leave-one-out error is taken. */
    static final double[] TRIED = {1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1};

    double weight(int c) {
        return weights[c];
    }

    /** Standard error of a weight, for independent errors of one size; 0 where the column never changes. */
    double error(int c) {
        return errors[c];
    }

    double at(double[] row) {
        double sum = intercept;
        for (int c = 0; c < row.length; c++) {
            sum += weights[c] * row[c];
        }
        return sum;
    }

    /** Root mean square of what is left of the rows that it was learned from. */
    double residual() {
        return rootMeanSquare(residuals);
    }

    /** The same of rows that are predicted by a model of all others. */
    double leaveOneOut() {
        return rootMeanSquare(leftOut);
    }

    private static double rootMeanSquare(double[] numbers) {
        return Math.sqrt(Arrays.stream(numbers).map(x -> x * x).average().orElse(0));
    }

    /** With the ridge of {@link #TRIED} that predicts best what it has not seen. */
    static Ridge learn(double[][] rows, double[] y) {
        Ridge best = learn(rows, y, TRIED[0]);
        for (int k = 1; k < TRIED.length; k++) {
            Ridge other = learn(rows, y, TRIED[k]);
            best = other.leaveOneOut() < best.leaveOneOut() ? other : best;
        }
        return best;
    }

    /**
     * With a given ridge.
     *
     * @param rows at least one, all of one length
     * @param ridge above 0
     */
    static Ridge learn(double[][] rows, double[] y, double ridge) {
        int n = rows.length;
        int width = rows[0].length;
        double[] mean = new double[width];
        double[] scale = new double[width];
        double level = Arrays.stream(y).average().orElse(0);
        for (int c = 0; c < width; c++) {
            int column = c;
            double middle = Arrays.stream(rows)
                    .mapToDouble(row -> row[column])
                    .average()
                    .orElse(0);
            mean[c] = middle;
            double variance = Arrays.stream(rows)
                    .mapToDouble(row -> (row[column] - middle) * (row[column] - middle))
                    .average()
                    .orElse(0);
            double spread = Math.sqrt(variance);
            scale[c] = spread > 1e-12 * Math.max(1, Math.abs(middle)) ? spread : 0;
        }
        double[][] x = new double[n][width];
        for (int r = 0; r < n; r++) {
            for (int c = 0; c < width; c++) {
                x[r][c] = scale[c] == 0 ? 0 : (rows[r][c] - mean[c]) / scale[c];
            }
        }
        double[][] gram = new double[width][width];
        double[] right = new double[width];
        for (int r = 0; r < n; r++) {
            for (int a = 0; a < width; a++) {
                right[a] += x[r][a] * (y[r] - level);
                for (int b = 0; b <= a; b++) {
                    gram[a][b] += x[r][a] * x[r][b];
                }
            }
        }
        double[][] inverse = inverse(gram, ridge * n);
        double[] w = new double[width];
        for (int a = 0; a < width; a++) {
            for (int b = 0; b < width; b++) {
                w[a] += inverse[a][b] * right[b];
            }
        }
        double[] residuals = new double[n];
        double[] leftOut = new double[n];
        double free = n - 1;
        for (int r = 0; r < n; r++) {
            double fitted = level;
            double leverage = 1.0 / n;
            for (int a = 0; a < width; a++) {
                fitted += w[a] * x[r][a];
                for (int b = 0; b < width; b++) {
                    leverage += x[r][a] * inverse[a][b] * x[r][b];
                }
            }
            residuals[r] = y[r] - fitted;
            leftOut[r] = residuals[r] / Math.max(1e-9, 1 - leverage);
            free -= leverage - 1.0 / n;
        }
        double variance = Arrays.stream(residuals).map(e -> e * e).sum() / Math.max(1, free);
        double[] weights = new double[width];
        double[] errors = new double[width];
        double intercept = level;
        for (int c = 0; c < width; c++) {
            if (scale[c] > 0) {
                weights[c] = w[c] / scale[c];
                errors[c] = Math.sqrt(variance * sandwich(inverse, gram, c)) / scale[c];
                intercept -= weights[c] * mean[c];
            }
        }
        return new Ridge(ridge, intercept, weights, errors, residuals, leftOut);
    }

    /** An entry of the diagonal of A⁻¹ G A⁻¹. */
    private static double sandwich(double[][] inverse, double[][] gram, int c) {
        double sum = 0;
        for (int a = 0; a < inverse.length; a++) {
            for (int b = 0; b < inverse.length; b++) {
                sum += inverse[c][a] * gram[Math.max(a, b)][Math.min(a, b)] * inverse[c][b];
            }
        }
        return sum;
    }

    /** (G + shift I)⁻¹ by Cholesky's factors; only the lower half of G is looked at. */
    private static double[][] inverse(double[][] gram, double shift) {
        int n = gram.length;
        double[][] factor = new double[n][n];
        for (int a = 0; a < n; a++) {
            for (int b = 0; b <= a; b++) {
                double sum = gram[a][b] + (a == b ? shift : 0);
                for (int k = 0; k < b; k++) {
                    sum -= factor[a][k] * factor[b][k];
                }
                factor[a][b] = a == b ? Math.sqrt(sum) : sum / factor[b][b];
            }
        }
        double[][] inverse = new double[n][n];
        for (int column = 0; column < n; column++) {
            double[] z = new double[n];
            for (int a = 0; a < n; a++) {
                double sum = a == column ? 1 : 0;
                for (int k = 0; k < a; k++) {
                    sum -= factor[a][k] * z[k];
                }
                z[a] = sum / factor[a][a];
            }
            for (int a = n - 1; a >= 0; a--) {
                double sum = z[a];
                for (int k = a + 1; k < n; k++) {
                    sum -= factor[k][a] * inverse[k][column];
                }
                inverse[a][column] = sum / factor[a][a];
            }
        }
        return inverse;
    }
}
