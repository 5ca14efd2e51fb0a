package io.acord.cost;

import java.util.Random;

/** Random pulls, from harmless to nasty. */
final class Pulls {

    private Pulls() {}

    /** Full, diagonal, rank deficient or zero; condition numbers up to 1e8 where there is one. */
    static QuadraticPull random(Random random, int d) {
        QuadraticPull pull = new QuadraticPull(d);
        int kind = random.nextInt(6);
        if (kind == 0) {
            return pull;
        }
        double[] eigenvalues = new double[d];
        double spread = 8 * random.nextDouble();
        double size = Math.pow(10, 8 * random.nextDouble() - 2);
        for (int c = 0; c < d; c++) {
            eigenvalues[c] = size * Math.pow(10, -spread * random.nextDouble());
        }
        if (kind == 1) {
            eigenvalues[random.nextInt(d)] = 0;
        }
        pull.add(1, kind == 2 ? diagonal(eigenvalues) : rotated(random, eigenvalues), vector(random, d, 5));
        return pull;
    }

    static double[] vector(Random random, int d, double size) {
        double[] v = new double[d];
        for (int c = 0; c < d; c++) {
            v[c] = size * random.nextGaussian();
        }
        return v;
    }

    private static double[] diagonal(double[] entries) {
        int d = entries.length;
        double[] m = new double[d * d];
        for (int c = 0; c < d; c++) {
            m[c * d + c] = entries[c];
        }
        return m;
    }

    /** R diag(eigenvalues) Rᵀ with a random rotation R, exactly symmetric, row by row. */
    static double[] rotated(Random random, double[] eigenvalues) {
        int d = eigenvalues.length;
        double[][] r = new double[d][];
        for (int k = 0; k < d; k++) {
            r[k] = vector(random, d, 1);
            for (int pass = 0; pass < 2; pass++) {
                for (int i = 0; i < k; i++) {
                    double along = dot(r[i], r[k]);
                    for (int c = 0; c < d; c++) {
                        r[k][c] -= along * r[i][c];
                    }
                }
            }
            double length = Math.sqrt(dot(r[k], r[k]));
            for (int c = 0; c < d; c++) {
                r[k][c] /= length;
            }
        }
        double[] m = new double[d * d];
        for (int row = 0; row < d; row++) {
            for (int column = 0; column <= row; column++) {
                double sum = 0;
                for (int k = 0; k < d; k++) {
                    sum += r[k][row] * eigenvalues[k] * r[k][column];
                }
                m[row * d + column] = sum;
                m[column * d + row] = sum;
            }
        }
        return m;
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int c = 0; c < a.length; c++) {
            sum += a[c] * b[c];
        }
        return sum;
    }
}
