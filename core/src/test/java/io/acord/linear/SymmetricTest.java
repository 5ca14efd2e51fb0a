package io.acord.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.ejml.simple.SimpleMatrix;
import org.junit.jupiter.api.Test;

class SymmetricTest {

    /** A random symmetric matrix with given eigenvalues, row by row after {@code offset} zeros. */
    private static double[] matrix(Random random, int d, double[] eigenvalues, int offset) {
        SimpleMatrix q = SimpleMatrix.random_DDRM(d, d, -1, 1, random).svd().getU();
        SimpleMatrix m = q.mult(SimpleMatrix.diag(eigenvalues)).mult(q.transpose());
        double[] flat = new double[offset + d * d];
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                flat[offset + r * d + c] = (m.get(r, c) + m.get(c, r)) / 2;
            }
        }
        return flat;
    }

    @Test
    void factorAndSolveUndoAProduct() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            int d = 1 + random.nextInt(8);
            double[] eigenvalues = random.doubles(d, 0.01, 100).toArray();
            double[] a = matrix(random, d, eigenvalues, 3);
            double[] x = random.doubles(d, -5, 5).toArray();
            double[] b = new double[d + 2];
            Symmetric.addProduct(1, a, 3, d, x, 0, b, 2);
            double[] factor = a.clone();
            assertThat(Symmetric.factor(factor, 3, d)).isTrue();
            Symmetric.solve(factor, 3, d, b, 2);
            assertThat(Arrays.copyOfRange(b, 2, d + 2)).as("seed %d", seed).containsExactly(x, within(1e-9));
            assertThat(Symmetric.form(a, 3, d, x, 0)).isGreaterThan(0);
        }
    }

    @Test
    void eigenvaluesAreFoundToTheLastDigits() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            int d = 1 + random.nextInt(7);
            double[] eigenvalues = random.doubles(d, -10, 10).sorted().toArray();
            if (seed % 3 == 0) {
                Arrays.fill(eigenvalues, 0, d / 2, 2.5); // repeated ones
                Arrays.sort(eigenvalues);
            }
            double[] found = Symmetric.eigenvalues(matrix(random, d, eigenvalues, 0), 0, d);
            assertThat(found).as("seed %d", seed).containsExactly(eigenvalues, within(1e-13 * 10 * d));
        }
    }

    @Test
    void whatIsNotPositiveDefiniteIsNotFactored() {
        assertThat(Symmetric.factor(new double[] {1, 2, 2, 1}, 0, 2)).isFalse();
        assertThat(Symmetric.factor(new double[] {0}, 0, 1)).isFalse();
        assertThat(Symmetric.factor(new double[] {Double.NaN}, 0, 1)).isFalse();
        assertThat(Symmetric.factor(new double[] {Double.POSITIVE_INFINITY}, 0, 1))
                .isFalse();
    }

    @Test
    void diagonalMeansNothingElsewhere() {
        assertThat(Symmetric.isDiagonal(new double[] {9, 1, 0, 0, 2}, 1, 2)).isTrue();
        assertThat(Symmetric.isDiagonal(new double[] {1, 0, 1e-300, 2}, 0, 2)).isFalse();
    }
}
