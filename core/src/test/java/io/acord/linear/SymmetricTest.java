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

    /** A small matrix inside a larger one with nothing else in it: loops of any length do the same operations on it. */
    @Test
    void smallDimensionsAreWrittenOutBitForBit() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            int d = 2 + random.nextInt(3);
            double[] a = matrix(random, d, random.doubles(d, 0.01, 100).toArray(), 0);
            double[] x = random.doubles(d, -5, 5).toArray();
            double[] y = random.doubles(d, -5, 5).toArray();
            int wide = 5;
            double[] wideA = new double[wide * wide];
            double[] wideX = Arrays.copyOf(x, wide);
            double[] wideY = Arrays.copyOf(y, wide);
            for (int r = 0; r < wide; r++) {
                wideA[r * wide + r] = 1;
                for (int c = 0; r < d && c < d; c++) {
                    wideA[r * wide + c] = a[r * d + c];
                }
            }
            Symmetric.addProduct(0.3, a, 0, d, x, 0, y, 0);
            Symmetric.addProduct(0.3, wideA, 0, wide, wideX, 0, wideY, 0);
            assertThat(Arrays.copyOf(wideY, d)).as("seed %d", seed).isEqualTo(y);
            assertThat(Symmetric.factor(a, 0, d)).isTrue();
            assertThat(Symmetric.factor(wideA, 0, wide)).isTrue();
            Symmetric.solve(a, 0, d, y, 0);
            Symmetric.solve(wideA, 0, wide, wideY, 0);
            assertThat(Arrays.copyOf(wideY, d)).as("seed %d", seed).isEqualTo(y);
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
