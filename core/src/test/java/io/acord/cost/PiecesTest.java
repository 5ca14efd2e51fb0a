package io.acord.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PiecesTest {

    private static final double INF = Double.POSITIVE_INFINITY;

    @Test
    void derivativesAddUp() {
        Pieces sum = Pieces.absolute(2, 1).plus(Pieces.huber(3, 1, 1)).plus(Pieces.band(0, 2, 5));
        assertThat(sum.kinks()).isEqualTo(3); // 0 and 2 are shared
        assertThat(sum.left(1)).isEqualTo(-2);
        assertThat(sum.right(1)).isEqualTo(2);
        assertThat(sum.left(2)).isEqualTo(2 + 3);
        assertThat(sum.slope(3) * 4 + sum.intercept(3)).isEqualTo(2 + 3 + 10);
    }

    @Test
    void kinksOutsideABoxAreForgotten() {
        Pieces boxed = Pieces.absolute(2, 1).plus(Pieces.box(2, 5)).plus(Pieces.box(-INF, 4));
        assertThat(boxed.kinks()).isEqualTo(2);
        assertThat(boxed.low()).isEqualTo(2);
        assertThat(boxed.high()).isEqualTo(4);
        assertThat(boxed.clip(1)).isEqualTo(2);
        assertThat(boxed.clip(9)).isEqualTo(4);
    }

    @Test
    void boxesThatDoNotMeetLeaveNothing() {
        assertThat(Pieces.box(0, 1).plus(Pieces.box(2, 3)).isEmpty()).isTrue();
        assertThat(Pieces.box(-INF, 1).plus(Pieces.box(2, INF)).isEmpty()).isTrue();
        assertThat(Pieces.box(0, 1).plus(Pieces.box(1, 3)).isEmpty()).isFalse();
    }

    @Test
    void theHighestLinesMakeTheEnvelope() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int n = 1 + random.nextInt(8);
            double[] slopes = new double[n];
            double[] intercepts = new double[n];
            for (int k = 0; k < n; k++) {
                slopes[k] = seed % 2 == 0 ? random.nextInt(5) - 2 : random.nextGaussian();
                intercepts[k] = seed % 2 == 0 ? random.nextInt(5) - 2 : random.nextGaussian();
            }
            MaxTerm term = new MaxTerm(1, slopes, intercepts);
            Pieces envelope = term.envelope();
            for (int k = 0; k < 50; k++) {
                double x = 5 * random.nextGaussian();
                assertThat(envelope.intercept(envelope.find(x)))
                        .as("seed %d at %s", seed, x)
                        .isCloseTo(slopes[term.top(new double[] {x})], offset(0.0));
            }
        }
    }
}
