package io.acord.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.Fleet;
import io.acord.Guarantee;
import io.acord.acord.Decision;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.MaxAffine;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.cost.ScalarConvex;
import io.acord.model.Round;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Constraints whose solutions are known; what all costs promise is in EveryCostTest. */
class ConstrainedTest {

    private static double[] nearest(ConvexSet set, double... v) {
        double[] x = new double[v.length];
        Constrained.of(Quadratic.alpha(0.5, v), set).argmin(new QuadraticPull(v.length), x);
        return x;
    }

    @Test
    void theNearestPointsOfBallsHalfSpacesAndSimplices() {
        assertThat(nearest(Ball.of(new double[] {1, 1}, 5), 7, 9)).containsExactly(new double[] {4, 5}, within(1e-14));
        assertThat(nearest(Ball.of(new double[] {1, 1}, 5), 2, 3)).containsExactly(2, 3);
        assertThat(nearest(HalfSpace.of(new double[] {3, 4}, 10), 6, 8))
                .containsExactly(new double[] {1.2, 1.6}, within(1e-14));
        assertThat(nearest(Simplex.of(3, 6), 5, 4, -9)).containsExactly(new double[] {3.5, 2.5, 0}, within(1e-14));
        assertThat(nearest(Simplex.of(2, 1), -5, -7)).containsExactly(new double[] {1, 0}, within(1e-14));
    }

    /** The projection of every set is what minimising the distance finds. */
    @Test
    void projectionsAreNearestPoints() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int d = 1 + random.nextInt(5);
            double[] v = random.doubles(d, -5, 5).toArray();
            double[] normal = random.doubles(d, -2, 2).toArray();
            ConvexSet[] sets = {
                Ball.of(random.doubles(d, -5, 5).toArray(), 0.01 + 3 * random.nextDouble()),
                HalfSpace.of(normal, 3 * random.nextGaussian()),
                Simplex.of(d, 0.01 + 8 * random.nextDouble())
            };
            for (ConvexSet set : sets) {
                double[] projected = v.clone();
                set.project(projected);
                assertThat(nearest(set, v)).as("seed %s, %s", seed, set).containsExactly(projected, within(1e-12));
            }
        }
    }

    /** A constraint of the cost and one of the set at once: x ≥ 0.5 in a box, ‖x‖ ≤ 1. */
    @Test
    void costsMayHaveDomainsOfTheirOwn() {
        HittingCost boxed = Boxed.of(Quadratic.alpha(1, 3, -4), new double[] {-9, 0.6}, new double[] {9, 9});
        double[] x = new double[2];
        double tau = Constrained.of(boxed, Ball.of(new double[] {0, 0}, 1)).argmin(new QuadraticPull(2), x);
        assertThat(x).containsExactly(new double[] {0.8, 0.6}, within(1e-9));
        assertThat(tau).isLessThan(1e-12);
    }

    @Test
    void fleetsStayWhereTheyMayAndAreCertified() {
        int n = 12;
        Fleet fleet = Fleet.builder(n)
                .dimension(2)
                .recipe(Recipe.standard(IterationRule.accuracy(1e-9)))
                .build();
        Ball ball = Ball.of(new double[] {0, 0}, 1);
        for (int t = 1; t <= 5; t++) {
            Round.Builder round = fleet.round().beta(3);
            for (int i = 0; i < n; i++) {
                HittingCost free = i % 3 == 0
                        ? MaxAffine.of(new double[][] {{1, 2}, {-2, 1}}, new double[] {0, t}, 0.5, new double[] {i, t})
                        : Quadratic.alpha(1 + i, i - t, 2 * t);
                ConvexSet set = i % 2 == 0 ? ball : Simplex.of(2, 1);
                round.cost(i, Constrained.of(free, set));
                if (i > 0) {
                    round.edge(i - 1, i);
                }
            }
            Decision decision = fleet.decide(round.build());
            assertThat(decision.certificate()).isLessThan(1e-6);
            for (int i = 0; i < n; i++) {
                double[] x = decision.actions().of(i);
                assertThat((i % 2 == 0 ? ball : Simplex.of(2, 1)).contains(x))
                        .as("agent %s at %s", i, Arrays.toString(x))
                        .isTrue();
            }
        }
        assertThat(fleet.guarantee()).isInstanceOf(Guarantee.Proven.class);
    }

    @Test
    void setsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> Ball.of(new double[] {0, Double.NaN}, -1))
                .hasMessageContaining("center[1]")
                .hasMessageContaining("radius is -1.0");
        assertThatThrownBy(() -> HalfSpace.of(new double[2], 1)).hasMessageContaining("normal has length 0.0");
        assertThatThrownBy(() -> Simplex.of(0, 0))
                .hasMessageContaining("dimension is 0")
                .hasMessageContaining("total is 0.0");
        assertThatThrownBy(() -> Constrained.of(Quadratic.alpha(1, 0, 0), Simplex.of(3, 1)))
                .hasMessageContaining("set has 3 coordinates")
                .hasMessageContaining("needed: 2");
    }

    @Test
    void setsThatMissTheDomainOfTheCostAreRefused() {
        HittingCost beyond = Boxed.of(Quadratic.alpha(1, 3), 2, 4);
        assertThatThrownBy(() -> Constrained.of(beyond, Ball.of(new double[] {0}, 1)))
                .hasMessageContaining("no point");
        HittingCost positive = ScalarConvex.of(x -> x <= 0 ? Double.POSITIVE_INFINITY : x * x - Math.log(x), 2, 1);
        assertThatThrownBy(() -> Constrained.of(positive, HalfSpace.of(new double[] {1}, -1)))
                .hasMessageContaining("no point");
    }
}
