package io.acord.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class StrongConvexityCheckTest {

    private static final double[] ORIGIN = {0};

    @Test
    void anOverstatedMuIsExposedWithThePairThatShowsIt() {
        HittingCost f = ScalarConvex.of(x -> 0.5 * x * x + Math.abs(x - 3), 1.1, 0); // its μ is 1
        Optional<StrongConvexityCheck.Violation> found = StrongConvexityCheck.of(f, 42, 1000, ORIGIN, 5);
        assertThat(found).isPresent();
        StrongConvexityCheck.Violation violation = found.get();
        double x = violation.x().get(0);
        double y = violation.y().get(0);
        double allowed = 0.5 * f.at(new double[] {x}) + 0.5 * f.at(new double[] {y}) - 1.1 / 8 * (x - y) * (x - y);
        assertThat(f.at(new double[] {0.5 * x + 0.5 * y})).isGreaterThan(allowed);
        assertThat(violation.largestMu()).isBetween(0.99, 1.01);
        assertThat(violation.seed()).isEqualTo(42);
        assertThat(violation.toString()).contains("mu = 1.1 is overstated", "seed 42");
    }

    @Test
    void theSameSeedFindsTheSamePair() {
        HittingCost f = Quadratic.matrix(new double[][] {{2, 1}, {1, 3}}, 0, 0);
        double mu = f.mu() * 1.01;
        assertThat(StrongConvexityCheck.of(f, mu, 7, 2000, new double[2], 3))
                .isPresent()
                .isEqualTo(StrongConvexityCheck.of(f, mu, 7, 2000, new double[2], 3))
                .isNotEqualTo(StrongConvexityCheck.of(f, mu, 8, 2000, new double[2], 3));
    }

    @Test
    void anHonestMuPasses() {
        assertThat(StrongConvexityCheck.of(Quadratic.alpha(0.5, 1e6), 1, 5000, new double[] {1e6}, 1e3))
                .isEmpty();
        assertThat(StrongConvexityCheck.of(Huber.of(1, 2, 3, 1e-3), 1, 5000, ORIGIN, 10))
                .isEmpty();
    }

    @Test
    void aFlatSpotIsFound() {
        HittingCost f = ScalarConvex.of(x -> Math.max(0, Math.abs(x) - 0.1), 0.01, 0);
        assertThat(StrongConvexityCheck.of(f, 3, 1000, ORIGIN, 1)).isPresent();
    }

    @Test
    void aDomainWithAHoleIsNotConvex() {
        HittingCost f = ScalarConvex.of(x -> Math.abs(x) < 1 ? Double.POSITIVE_INFINITY : x * x, 1, 2);
        assertThat(StrongConvexityCheck.of(f, 3, 1000, ORIGIN, 3))
                .hasValueSatisfying(v -> assertThat(v.excess()).isInfinite());
    }

    @Test
    void largeNumbersThatCancelInsideAFunctionAreNoFalseAlarm() {
        HittingCost cancelling = ScalarConvex.of(x -> x * x - 2000 * x + 1e6, 2, 0);
        for (long seed = 1; seed <= 200; seed++) {
            assertThat(StrongConvexityCheck.of(cancelling, seed, 100, new double[] {1000}, 1))
                    .as("seed %d", seed)
                    .isEmpty();
        }
        assertThat(StrongConvexityCheck.of(cancelling, 2.01, 1, 100, new double[] {1000}, 1))
                .isPresent();
    }
}
