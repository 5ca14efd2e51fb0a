package io.acord.lab.optimum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.ejml.simple.SimpleMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DenseFactorTest {

    private final DenseFactor dense = new DenseFactor();

    /** Random and diagonally dominant; the first {@code zeros} entries of every column are zero and not given. */
    private SimpleMatrix fill(Random random, int n, int zeros) {
        SimpleMatrix full = new SimpleMatrix(n, n);
        dense.begin(n);
        for (int c = 0; c < n; c++) {
            int from = Math.min(c, zeros);
            double[] column = new double[c + 1];
            for (int r = from; r <= c; r++) {
                column[r] = r == c ? n + random.nextDouble() : 2 * random.nextDouble() - 1;
                full.set(r, c, column[r]);
                full.set(c, r, column[r]);
            }
            dense.set(c, from, column, 0);
        }
        return full;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9, 30, 61, 7})
    void solvesWhatAnotherSolverSolves(int n) {
        for (int zeros = 0; zeros < 3; zeros++) { // one factor for all: nothing of the last matrix may be left
            Random random = new Random(n + zeros);
            SimpleMatrix full = fill(random, n, zeros);
            SimpleMatrix x =
                    new SimpleMatrix(n, 1, true, random.doubles(n, -5, 5).toArray());
            double[] b = full.mult(x).getDDRM().getData().clone();
            assertThat(dense.factor()).isTrue();
            dense.solve(b, 0);
            for (int r = 0; r < n; r++) {
                assertThat(b[r]).isCloseTo(x.get(r), within(1e-12));
            }
        }
    }

    @Test
    void solvesForTheLastUnknownsOnlyWithTheSameBits() {
        SimpleMatrix full = fill(new Random(3), 30, 0);
        double[] all = full.mult(SimpleMatrix.ones(30, 1)).getDDRM().getData().clone();
        double[] some = all.clone();
        assertThat(dense.factor()).isTrue();
        dense.solve(all, 0);
        dense.solve(some, 20);
        for (int r = 20; r < 30; r++) {
            assertThat(some[r]).isEqualTo(all[r]);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, 0, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesAMatrixThatIsNotPositiveDefinite(double corner) {
        dense.begin(2);
        dense.set(0, 0, new double[] {1}, 0);
        dense.set(1, 0, new double[] {0, corner}, 0);
        assertThat(dense.factor()).isFalse();
    }
}
