package io.acord.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.ejml.simple.SimpleMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClippedInfluenceTest {

    static LongStream seeds() {
        return Instance.seeds();
    }

    /** 7, rule 5: compromised agents say anything from −R to R instead of anything else there; f = a/2 (x − v)². */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void noHonestAgentIsMovedFurtherThanTheBound(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = 3 + random.nextInt(8);
        int honest = 1 + random.nextInt(n - 1);
        double beta = Instance.logUniform(random, 0.1, 50);
        double radius = 2;
        Graph graph = Graphs.random(n, 0.5, random);
        double[] a = new double[honest];
        double[] bad = new double[honest];
        for (int i = 0; i < honest; i++) {
            a[i] = Instance.logUniform(random, 0.1, 10);
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                bad[i] += graph.neighbor(arc) >= honest ? 1 : 0;
            }
        }
        SimpleMatrix laplacian = Dense.laplacian(Coupling.unit(graph, 1)).scale(beta);
        SimpleMatrix system = laplacian.extractMatrix(0, honest, 0, honest).plus(Dense.curvature(a, 1));
        SimpleMatrix toBad = laplacian.extractMatrix(0, honest, honest, n);
        SimpleMatrix change = new SimpleMatrix(n - honest, 1);
        for (int k = 0; k < n - honest; k++) {
            change.set(k, 0, random.nextBoolean() ? 2 * radius : 2 * radius * (2 * random.nextDouble() - 1));
        }
        SimpleMatrix moved = system.solve(toBad.mult(change).negative());
        double most = ClippedInfluence.most(beta, bad, a, radius);
        assertThat(moved.elementMaxAbs()).isLessThanOrEqualTo(most * (1 + 1e-9));
    }

    @Test
    void theBoundIsAttainedByOneAgentAmongStrangers() {
        assertThat(ClippedInfluence.share(2, 3, 1)).isCloseTo(6 / 7.0, within(1e-15));
        assertThat(ClippedInfluence.most(2, new double[] {3, 0}, new double[] {1, 1}, 0.5))
                .isCloseTo(6 / 7.0, within(1e-15));
        assertThat(ClippedInfluence.most(2, new double[2], new double[] {1, 1}, 5))
                .isZero();
    }

    @Test
    void badArgumentsAreRefused() {
        double[] one = {1};
        assertThatThrownBy(() -> ClippedInfluence.most(-1, one, one, 1)).hasMessageContaining("beta is -1.0");
        assertThatThrownBy(() -> ClippedInfluence.most(1, one, one, -1)).hasMessageContaining("radius is -1.0");
        assertThatThrownBy(() -> ClippedInfluence.most(1, Arrays.copyOf(one, 2), one, 1))
                .hasMessageContaining("badWeight has 2 numbers");
    }
}
