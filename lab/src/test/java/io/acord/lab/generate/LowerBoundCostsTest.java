package io.acord.lab.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.Fleet;
import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.input.BadInputException;
import io.acord.lab.source.CostSource;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.CompetitiveRatio;
import io.acord.theory.LowerBound;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Thm lower bound (L210, L1361, L1417; theory 9.3) as a scenario. */
class LowerBoundCostsTest {

    /** L1361: on any graph, since all agents agree. The myopic weight is the best online answer to the last round. */
    @ParameterizedTest(name = "mu = {0}, final = {1}")
    @CsvSource({"1, 1e6", "0.05, 1e6", "0.5, 20", "10, 10"})
    void acordPaysExactlyTheRatioOfEqualAgents(double mu, double finalMu) {
        var size = KindFixtures.size(6, 1, 21);
        var costs = KindFixtures.costs("lower-bound", Map.of("mu", mu, "final", finalMu), size, 1);
        Coupling complete = KindFixtures.graphs("complete", Map.of(), 6, 1).round(1);
        LowerBound bound = LowerBound.ofEqualAgents(6, mu, 20, finalMu);
        double acord = play(costs, size, complete, LambdaRule.running());
        double myopic = play(costs, size, complete, LambdaRule.fixed(1));
        assertThat(acord / bound.opt()).isCloseTo(bound.acordRatio(), within(1e-6));
        assertThat(myopic / bound.opt()).isCloseTo(bound.ratio(), within(1e-9));
        assertThat(acord / bound.opt()).isBetween(bound.ratio() - 1e-6, CompetitiveRatio.optimal(mu) + 1e-6);
    }

    /** L1417: only the agent of smallest mu moves; no edges (E23). */
    @Test
    void acordPaysExactlyTheRatioOfUnequalAgents() {
        var size = KindFixtures.size(4, 1, 31);
        Coupling none = Coupling.none(4, 1);
        double[] mus = {2, 0.25, 1, 0.25};
        var listed = KindFixtures.costs("lower-bound", Map.of("heterogeneous", List.of(2, 0.25, 1, 0.25)), size, 1);
        LowerBound bound = LowerBound.ofUnequalAgents(mus, 30, 1e6);
        assertThat(play(listed, size, none, LambdaRule.running()) / bound.opt())
                .isCloseTo(bound.acordRatio(), within(1e-9));
        assertThat(targets(listed.round(31))).containsExactly(0, 1, 0, 0);
        assertThat(mus(listed.round(31))).containsExactly(2, 1e6, 1, 0.25);

        var grown = KindFixtures.costs("lower-bound", Map.of("heterogeneous", true, "mu", 0.1), size, 1);
        assertThat(mus(grown.round(1))).containsExactly(0.1, 0.2, 3 * 0.1, 0.4);
        assertThat(targets(grown.round(31))).containsExactly(1, 0, 0, 0);
        LowerBound other = LowerBound.ofUnequalAgents(new double[] {0.1, 0.2, 0.3, 0.4}, 30, 1e6);
        assertThat(play(grown, size, none, LambdaRule.running()) / other.opt())
                .isCloseTo(other.acordRatio(), within(1e-9));
    }

    @Test
    void theLastRoundFollowsTheOthers() {
        var size = KindFixtures.size(3, 1, 5);
        var costs = KindFixtures.costs("lower-bound", Map.of("mu", 2, "final", 50), size, 1);
        for (int t = 1; t <= 4; t++) {
            assertThat(mus(costs.round(t))).containsExactly(2, 2, 2);
            assertThat(targets(costs.round(t))).containsExactly(0, 0, 0);
        }
        assertThat(mus(costs.round(5))).containsExactly(50, 50, 50);
        assertThat(targets(costs.round(5))).containsExactly(1, 1, 1);
    }

    @Test
    void theHorizonIsOneRoundMore() {
        assertThat(KindFixtures.costSource("lower-bound", Map.of("rounds", 7), KindFixtures.nothing())
                        .horizon())
                .hasValue(8);
        assertThat(KindFixtures.costSource("lower-bound", Map.of(), KindFixtures.nothing())
                        .horizon())
                .hasValue(21);
        assertThat(KindFixtures.costSource(
                                "lower-bound", Map.of(), KindFixtures.declaredSize(KindFixtures.size(2, 1, 40)))
                        .horizon())
                .hasValue(40);
        assertThat(KindFixtures.costSource("lower-bound", Map.of(), KindFixtures.nothing())
                        .dimension())
                .hasValue(1);
    }

    @Test
    void aSingleRoundIsTheLast() {
        var costs = KindFixtures.costs("lower-bound", Map.of("heterogeneous", false), KindFixtures.size(1, 1, 1), 1);
        assertThat(targets(costs.round(1))).containsExactly(1);
        assertThatThrownBy(() -> costs.round(2)).isInstanceOf(BadInputException.class);
    }

    @Test
    void whatIsNoSuchInstanceIsRefused() {
        refuses(Map.of("mu", 0), "mu is \"0\"", "strongly convex");
        refuses(Map.of("mu", 10, "final", 5), "final is \"5\"", "at least the smallest mu, 10.0");
        refuses(Map.of("rounds", 7), "rounds is \"7\"", "one less than the horizon of 20", "set the horizon to 8");
        refuses(Map.of("heterogeneous", List.of(1, 2)), "heterogeneous is a list of 2", "each of the 3 agents");
        refuses(Map.of("heterogeneous", List.of(1, 2, -3)), "heterogeneous is a list of 3", "above 0");
        refuses(Map.of("heterogeneous", List.of(1, 2, 3), "mu", 1), "mu is \"1\"", "drop one of the two");
        refuses(Map.of("heterogeneous", "maybe"), "heterogeneous is \"maybe\"", "one of false, true");
        refuses(Map.of("heterogenous", true), "did you mean heterogeneous?");
        var source =
                KindFixtures.costSource("lower-bound", Map.of("heterogeneous", List.of(1, 2)), KindFixtures.nothing());
        assertThatThrownBy(() -> source.costs(KindFixtures.size(3, 1, 21), 1))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("each of the 3 agents");
    }

    private static void refuses(Map<String, ?> options, String... fragments) {
        assertThatThrownBy(() -> KindFixtures.costs("lower-bound", options, KindFixtures.size(3, 1, 20), 1))
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll(fragments);
    }

    private static double play(CostSource.Costs costs, CostSource.Size size, Coupling coupling, LambdaRule rule) {
        Fleet fleet = Fleet.builder(size.agents())
                .recipe(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.accuracy(1e-13))
                        .with(rule))
                .build();
        for (int t = 1; t <= size.horizon(); t++) {
            fleet.decide(fleet.round()
                    .costs(costs.round(t))
                    .coupling(coupling)
                    .beta(0.5)
                    .build());
        }
        return fleet.cost().total();
    }

    private static double[] mus(HittingCost[] f) {
        return Arrays.stream(f).mapToDouble(HittingCost::mu).toArray();
    }

    private static double[] targets(HittingCost[] f) {
        return Arrays.stream(f)
                .mapToDouble(cost -> KindFixtures.target(cost, 0))
                .toArray();
    }
}
