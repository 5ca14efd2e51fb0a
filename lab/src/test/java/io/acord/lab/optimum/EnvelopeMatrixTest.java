package io.acord.lab.optimum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.ejml.simple.SimpleMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeMatrixTest {

    private final EnvelopeMatrix envelope = new EnvelopeMatrix();

    /** Random rows that begin somewhere, diagonally dominant. */
    private SimpleMatrix fill(Random random, int n) {
        SimpleMatrix full = new SimpleMatrix(n, n);
        int[] first = random.ints(n).toArray();
        envelope.begin(n);
        for (int r = 0; r < n; r++) {
            first[r] = random.nextInt(r + 1);
            envelope.row(first[r]);
        }
        envelope.clear();
        for (int r = 0; r < n; r++) {
            for (int c = first[r]; c <= r; c++) {
                double value = r == c ? n + random.nextDouble() : 2 * random.nextDouble() - 1;
                full.set(r, c, value);
                full.set(c, r, value);
                envelope.add(r, c, value);
            }
        }
        return full;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 9, 20, 60, 5, 61})
    void solvesWhatADenseSolverSolves(int n) {
        for (int seed = 0; seed < 5; seed++) { // one envelope for all: nothing of the last matrix may be left
            Random random = new Random(seed);
            SimpleMatrix full = fill(random, n);
            SimpleMatrix x =
                    new SimpleMatrix(n, 1, true, random.doubles(n, -5, 5).toArray());
            double[] b = full.mult(x).getDDRM().getData().clone();
            assertThat(envelope.factor()).isTrue();
            envelope.solve(b, 0);
            for (int r = 0; r < n; r++) {
                assertThat(b[r]).isCloseTo(x.get(r), within(1e-12));
            }
        }
    }

    @Test
    void solvesForTheLastUnknownsOnlyWithTheSameBits() {
        SimpleMatrix full = fill(new Random(3), 30);
        double[] all = full.mult(SimpleMatrix.ones(30, 1)).getDDRM().getData().clone();
        double[] some = all.clone();
        assertThat(envelope.factor()).isTrue();
        envelope.solve(all, 0);
        envelope.solve(some, 17);
        for (int r = 17; r < 30; r++) {
            assertThat(some[r]).isEqualTo(all[r]);
        }
    }

    @Test
    void refusesAMatrixThatIsNotPositiveDefinite() {
        envelope.begin(2);
        envelope.row(0);
        envelope.row(0);
        envelope.clear();
        envelope.add(0, 0, 1);
        envelope.add(1, 0, 2);
        envelope.add(1, 1, 4);
        assertThat(envelope.factor()).isFalse();
    }
}
