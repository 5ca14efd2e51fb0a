package io.acord.acord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.Instances;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.Contraction;
import io.acord.theory.SufficientIterations;
import io.acord.theory.TheoremA;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * The worked example of theory 10: path 1-2-3, d = 1, A = 1, β = 2, μ = (1, 2, .5), v = (1, −1, 3), x_{t−1} = (0, .5,
 * 1), z⁰ = 0.
 */
class GoldenVectorTest {

    private static final Offset<Double> PRINTED = within(1e-12); // the vectors are given to twelve digits
    private static final RoundObjective OBJECTIVE = Instances.objective(
            Round.builder(3, 1)
                    .costs(f(1, 1), f(2, -1), f(.5, 3))
                    .edge(0, 1)
                    .edge(1, 2)
                    .beta(2)
                    .build(),
            Actions.scalars(0, .5, 1));

    private static HittingCost f(double mu, double v) {
        return Quadratic.alpha(mu / 2, v);
    }

    private static Decision play(Variant variant, int iterations) {
        return Acord.of(Recipe.of(variant, From.ZERO, IterationRule.fixed(iterations)))
                .decide(OBJECTIVE);
    }

    private static void assertActions(Decision decision, double... expected) {
        for (int i = 0; i < expected.length; i++) {
            assertThat(decision.actions().get(i)).isCloseTo(expected[i], PRINTED);
        }
    }

    @Test
    void plainIteratesAreTheGoldenOnes() {
        assertActions(play(Variant.PLAIN, 1), .177998211118, -.152251850603, .4);
        assertActions(play(Variant.PLAIN, 2), .187163823348, -.101284050540, .499099259759);
        assertActions(play(Variant.PLAIN, 3), .208571102981, -.062111579987, .559126083688);
        assertThat(OBJECTIVE.at(play(Variant.PLAIN, 3).actions())).isCloseTo(3.3191743744, within(1e-10));
    }

    @Test
    void jacobiIteratesAreTheGoldenOnes() {
        assertActions(play(Variant.JACOBI, 3), .297097503247, -.050477297630, .691636288240);
        assertThat(OBJECTIVE.at(play(Variant.JACOBI, 3).actions())).isCloseTo(3.3142688617, within(1e-10));
    }

    @Test
    void acceleratedIteratesWithTheCertifiedThetaAreTheGoldenOnes() {
        assertActions(play(Variant.CERTIFIED, 3), .226429325636, -.029433411014, .609201217260);
        assertThat(OBJECTIVE.at(play(Variant.CERTIFIED, 3).actions())).isCloseTo(3.3001260529, within(1e-10));
    }

    @Test
    void everyVariantReachesTheGoldenMinimizer() {
        for (Variant variant : Variant.all()) {
            Decision decision = play(variant, 400);
            assertActions(decision, .308859475138, .058732039398, .705821359598);
            assertThat(OBJECTIVE.at(decision.actions())).isCloseTo(3.2792385839587, within(1e-12));
        }
    }

    @Test
    void startGapAndIterationRulesAreTheGoldenOnes() {
        double startGap = 0;
        double[] a = new double[3];
        for (int i = 0; i < 3; i++) {
            startGap += NetworkCrawl.startGap(OBJECTIVE, i, From.ZERO);
            a[i] = OBJECTIVE.modulus(i);
        }
        assertThat(startGap).isCloseTo(2.1842507287, within(1e-10));
        double kappa = Contraction.of(OBJECTIVE.round().coupling(), 2, a).edgeKappa();
        double budget = new TheoremA(.5).roundBudget(20);
        assertThat(budget).isCloseTo(3.2552083e-8, within(1e-15));
        assertThat(SufficientIterations.plainByGap(startGap, budget, kappa)).isEqualTo(70);
        assertThat(SufficientIterations.plainByDistance(startGap, budget, kappa))
                .isEqualTo(39);
        assertThat(SufficientIterations.accelerated(startGap, budget, kappa)).isEqualTo(29);
    }

    @Test
    void theCrawlComesToTheSameNumberOfIterations() {
        IterationRule crawl = new IterationRule.Crawl(new TheoremA(.5).roundBudget(20));
        Decision plain = Acord.of(Recipe.of(Variant.PLAIN, From.ZERO, crawl)).decide(OBJECTIVE);
        assertThat(plain.iterations()).isEqualTo(39);
        Decision accelerated =
                Acord.of(Recipe.of(Variant.CERTIFIED, From.ZERO, crawl)).decide(OBJECTIVE);
        assertThat(accelerated.iterations()).isEqualTo(29);
    }
}
