package io.acord.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.acord.Acord;
import io.acord.acord.Decision;
import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.HittingCost;
import io.acord.cost.PlannedCost;
import io.acord.cost.Quadratic;
import io.acord.cost.Sum;
import io.acord.graph.Coupling;
import io.acord.linear.Symmetric;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plans solved by blocks in time are what whole matrices and single rounds give. */
class PlanFactorsTest {

    private static final int AGENTS = 7;

    @ParameterizedTest(name = "{0} rounds of {1} coordinates, seed {2}")
    @CsvSource({"2, 1, 1", "5, 1, 2", "9, 1, 3", "2, 2, 4", "4, 3, 5", "3, 2, 6"})
    void aRoundOfPlansIsWhatWholeMatricesGive(int stages, int d, long seed) {
        Random random = new Random(seed);
        Coupling coupling = coupling(random, d).repeated(stages);
        PlannedCost[] plans = new PlannedCost[AGENTS];
        HittingCost[] whole = new HittingCost[AGENTS];
        for (int i = 0; i < AGENTS; i++) {
            plans[i] = plan(random, stages, d);
            whole[i] = whole(plans[i], stages * d);
        }
        for (Variant variant : new Variant[] {Variant.PLAIN, Variant.JACOBI, Variant.ACCELERATED, Variant.AUTO}) {
            Decision banded = decide(variant, coupling, plans);
            Decision dense = decide(variant, coupling, whole);
            for (int i = 0; i < AGENTS; i++) {
                assertThat(banded.actions().of(i))
                        .as(variant.word())
                        .usingComparatorWithPrecision(1e-9)
                        .containsExactly(dense.actions().of(i));
            }
            // The whole matrix knows a better μ than the least of the rounds'; both are proofs.
            assertThat(banded.certificate()).isGreaterThanOrEqualTo(dense.certificate() * (1 - 1e-6) - 1e-12);
            assertThat(banded.cost().dissimilarity())
                    .isCloseTo(
                            dense.cost().dissimilarity(),
                            within(1e-8 * (1 + dense.cost().total())));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @CsvSource({"1", "2", "3"})
    void plansOfOtherCostsAreSolvedElsewhereWithTheSameResult(long seed) {
        Random random = new Random(seed);
        Coupling coupling = coupling(random, 1).repeated(4);
        HittingCost[] plans = new HittingCost[AGENTS];
        for (int i = 0; i < AGENTS; i++) {
            plans[i] = plan(random, 4, 1);
        }
        Decision direct = decide(Variant.AUTO, coupling, plans);
        // A kink that is too slight to matter sends the whole plan of an agent through the composite solver.
        PlannedCost first = (PlannedCost) plans[0];
        HittingCost[] stages = new HittingCost[4];
        Arrays.setAll(stages, first::stage);
        stages[2] = Sum.of(stages[2], AbsoluteDeviation.of(0, new double[] {0}, 1e-12));
        plans[0] = PlannedCost.of(new double[] {0.5}, new double[] {1, 2, 3, 4}, stages);
        PlannedCost same = PlannedCost.of(
                new double[] {0.5},
                new double[] {1, 2, 3, 4},
                first.stage(0),
                first.stage(1),
                first.stage(2),
                first.stage(3));
        Decision general = decide(Variant.AUTO, coupling, plans);
        plans[0] = same;
        Decision quadratic = decide(Variant.AUTO, coupling, plans);
        for (int i = 0; i < AGENTS; i++) {
            assertThat(general.actions().of(i))
                    .usingComparatorWithPrecision(1e-8)
                    .containsExactly(quadratic.actions().of(i));
        }
        assertThat(direct.certificate()).isFinite();
        assertThat(general.certificate()).isFinite();
    }

    private static Decision decide(Variant variant, Coupling coupling, HittingCost... costs) {
        Round round = Round.builder(AGENTS, coupling.dimension())
                .costs(costs)
                .coupling(coupling)
                .beta(3)
                .switchingWeights(new double[AGENTS])
                .build();
        double[] ones = new double[AGENTS];
        Arrays.fill(ones, 1);
        Recipe recipe = new Recipe(variant, From.ZERO, IterationRule.fixed(9), LambdaRule.riccati());
        return Acord.of(recipe).decide(new RoundObjective(round, Actions.zero(AGENTS, coupling.dimension()), ones));
    }

    private static Coupling coupling(Random random, int d) {
        Coupling.Builder edges = Coupling.builder(AGENTS, d);
        for (int i = 0; i < AGENTS; i++) {
            double[] offset = new double[d];
            Arrays.setAll(offset, c -> random.nextGaussian());
            edges.edge(i, (i + 1) % AGENTS, 0.5 + random.nextDouble(), offset);
        }
        return edges.build();
    }

    private static PlannedCost plan(Random random, int stages, int d) {
        HittingCost[] all = new HittingCost[stages];
        double[] moving = new double[stages];
        double[] from = new double[d];
        Arrays.setAll(from, c -> random.nextGaussian());
        for (int s = 0; s < stages; s++) {
            moving[s] = 10 * random.nextDouble();
            double[] v = new double[d];
            double[][] q = new double[d][d];
            for (int r = 0; r < d; r++) {
                v[r] = 5 * random.nextGaussian();
                q[r][r] = d + random.nextDouble();
                for (int c = 0; c < r; c++) {
                    q[r][c] = random.nextDouble();
                    q[c][r] = q[r][c];
                }
            }
            all[s] = Quadratic.matrix(q, v);
        }
        return PlannedCost.of(from, moving, all);
    }

    /** The same as one quadratic of a whole matrix, constants apart. */
    private static Quadratic whole(PlannedCost plan, int n) {
        double[] h = new double[n * n];
        double[] b = new double[n];
        plan.addCurvatureTo(h, 0);
        plan.addLinearTo(b, 0);
        double[] factor = h.clone();
        assertThat(Symmetric.factor(factor, 0, n)).isTrue();
        Symmetric.solve(factor, 0, n, b, 0);
        double[][] q = new double[n][n];
        for (int k = 0; k < n * n; k++) {
            q[k / n][k % n] = h[k];
        }
        return Quadratic.matrix(q, b);
    }
}
