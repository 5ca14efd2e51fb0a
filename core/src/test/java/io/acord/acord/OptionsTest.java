package io.acord.acord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.input.BadInputException;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.Contraction;
import io.acord.theory.SufficientIterations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be asked of ACORD, what is refused, and how its traffic is counted. */
class OptionsTest {

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void anAccuracyThatNoNumberOfIterationsReachesIsRefused(double epsilon) {
        assertThatThrownBy(() -> IterationRule.accuracy(epsilon))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("epsilon is " + epsilon);
        assertThatThrownBy(() -> new IterationRule.Bounded(1, 1, epsilon))
                .hasMessageContaining("epsilon is " + epsilon);
        assertThatThrownBy(() -> new IterationRule.Crawl(epsilon)).hasMessageContaining("epsilon is " + epsilon);
    }

    @Test
    void theLeastThatABudgetTakesIsOne() {
        assertThat(new IterationRule.Fixed(1).k()).isEqualTo(1);
        assertThat(new IterationRule.Accuracy(1e-3, 1).limit()).isEqualTo(1);
        assertThatThrownBy(() -> new IterationRule.Fixed(0)).hasMessageContaining("iterations is 0");
        assertThatThrownBy(() -> new IterationRule.Accuracy(1e-3, 0)).hasMessageContaining("limit is 0");
    }

    @Test
    void negativeCapsAreRefusedTogether() {
        assertThatThrownBy(() -> new IterationRule.Bounded(-1, -2, 1e-3))
                .hasMessageContaining("costCap is -1.0")
                .hasMessageContaining("diameterCap is -2.0");
        assertThat(new IterationRule.Bounded(0, 0, 1e-3).costCap()).isZero();
    }

    @Test
    void declaredConvexityMustBeThereAndPositive() {
        assertThatThrownBy(LambdaRule::declared).hasMessageContaining("mu is empty");
        assertThatThrownBy(() -> LambdaRule.declared(1, 0, -2))
                .hasMessageContaining("mu[1] is 0.0")
                .hasMessageContaining("mu[2] is -2.0");
        assertThatThrownBy(() -> LambdaRule.fixed(0)).hasMessageContaining("lambda is 0.0");
    }

    @Test
    void lambdaRulesSayWhatTheyAre() {
        assertThat(LambdaRule.fixed(0.25)).hasToString("FIXED(0.25)");
        assertThat(LambdaRule.running()).hasToString("RUNNING");
        assertThat(LambdaRule.riccati().inWords()).isEqualTo("riccati");
        assertThat(LambdaRule.riccati().allowsChangingWeights()).isTrue();
        assertThat(LambdaRule.running().allowsChangingWeights()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Variant.class,
            names = {"JACOBI", "ACCELERATED", "OPTIMIZED", "AUTO"})
    void aSufficientNumberOfIterationsIsPromisedForProvenVariantsOnly(Variant variant) {
        assertThatThrownBy(() -> Acord.of(Recipe.of(variant, From.ZERO, new IterationRule.Crawl(1e-3))))
                .hasMessageContaining("variant is " + variant);
    }

    @Test
    void everythingWrongWithTheOptionsIsSaidAtOnce() {
        assertThatThrownBy(() -> Acord.of(Recipe.of(Variant.JACOBI, From.PREVIOUS, new IterationRule.Bounded(1, 1, 1))))
                .hasMessageContaining("variant is jacobi")
                .hasMessageContaining("from is previous");
        assertThatThrownBy(() -> Acord.of(Recipe.standard(), 0)).hasMessageContaining("threads is 0");
    }

    @Test
    void trafficAddsUpPartByPart() {
        Traffic sum = new Traffic(1, 20, 300, 4_000).plus(new Traffic(5, 60, 700, 8_000));
        assertThat(sum).isEqualTo(new Traffic(6, 80, 1_000, 12_000));
        assertThat(sum.messages()).isEqualTo(1_006);
        assertThat(sum.bytes()).isEqualTo(12_080);
    }

    /**
     * Three agents in a row. First both ends of both edges tell their q: 4 messages of one number. Then each step says
     * what is new, three numbers an entry: 1 entry over 4 arcs; the middle knows all and says 2 over its 2 arcs, the
     * ends say 1; the ends have learned one more and say it, the middle has learned nothing more and says everything, 3
     * entries; the ends repeat everything.
     */
    @Test
    void everythingThatCrossesAnEdgeInACrawlIsCounted() {
        Round row = Round.builder(3, 1)
                .costs(Quadratic.alpha(1, 0), Quadratic.alpha(1, 1), Quadratic.alpha(1, 2))
                .edge(0, 1)
                .edge(1, 2)
                .build();
        RoundObjective objective = new RoundObjective(row, Actions.zero(3, 1), new double[] {.5, .5, .5});
        Traffic traffic = Acord.of(Recipe.of(Variant.PLAIN, From.ZERO, new IterationRule.Crawl(10)))
                .decide(objective)
                .traffic();
        int entries = 4 * 1 + (2 * 2 + 2 * 1) + (2 * 3 + 2 * 1) + 2 * 3;
        assertThat(traffic.crawlBytes()).isEqualTo(4 * 8 + 24L * entries);
        assertThat(traffic.crawlMessages()).isEqualTo(4 + 4 + 4 + 4 + 2);
    }

    /** A cost of its own domain: it answers with numbers whose sum does not fit into a double. */
    private record Huge() implements HittingCost {
        @Override
        public int dimension() {
            return 1;
        }

        @Override
        public double at(double[] x) {
            return 0.9 * Double.MAX_VALUE;
        }

        @Override
        public double mu() {
            return 1;
        }

        @Override
        public double argmin(QuadraticPull pull, double[] x) {
            x[0] = 0;
            return 0;
        }
    }

    @Test
    void costsThatOverflowOnlyTogetherAreRefusedAsARound() {
        Round round = Round.builder(2, 1).costs(new Huge(), new Huge()).build();
        RoundObjective objective = new RoundObjective(round, Actions.zero(2, 1), new double[] {.5, .5});
        assertThatThrownBy(() -> Acord.of(Recipe.of(Variant.PLAIN, From.ZERO, IterationRule.fixed(12)))
                        .decide(objective))
                .hasMessageContaining("round costs")
                .hasMessageContaining("scale the costs");
    }

    /** Theory 5.5 and E20: E_0 ≤ N (M_f + b M_s²/2), and β/2 Σ ‖o‖² more with offsets. */
    @Test
    void theIterationsOfABoundedBudgetAreThoseOfItsRule() {
        Round round = Round.builder(2, 1)
                .costs(Quadratic.alpha(1, 1), Quadratic.alpha(2, 1))
                .switchingWeights(3, 2)
                .edge(0, 1, 1, new double[] {0.5})
                .beta(4)
                .build();
        RoundObjective objective = new RoundObjective(round, Actions.scalars(0.5, 0.25), new double[] {.5, .5});
        double startGap = 2 * (7 + 3 * 1.5 * 1.5 / 2) + 4 / 2.0 * 0.25;
        double[] a = {2 + 1.5, 4 + 1};
        double kappa = Contraction.of(round.coupling(), 4, a).edgeKappa();
        Decision decision = Acord.of(Recipe.of(Variant.PLAIN, From.ZERO, new IterationRule.Bounded(7, 1.5, 1e-4)))
                .decide(objective);
        assertThat(decision.iterations()).isEqualTo(SufficientIterations.plain(startGap, 1e-4, kappa));
    }
}
