package io.acord.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.acord.Acord;
import io.acord.acord.Traffic;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counts are the same on every machine, so what is said of them can be held to. */
class IterationsTest {

    private final Iterations iterations = new Iterations(10, words -> {}); // as many rounds as the documented table

    @Test
    void autoNeedsAFifthOfPlainsIterationsAtBeta50AndATenthAt250() {
        assertThat(iterations.timesFewer(Iterations.AUTO, "kind: spikes", 50, 1e-6))
                .isGreaterThan(5);
        assertThat(iterations.timesFewer(Iterations.AUTO, "kind: spikes", 250, 1e-6))
                .isGreaterThan(10);
    }

    @Test
    void atThePapersSettingsTheGapOfAutoIsLessThanASixthOfPlains() {
        double rounds = 0;
        double means = 0;
        for (int[] setting : Iterations.PAPER) {
            double[] ratios = Iterations.gapRatio(Iterations.AUTO, setting, 3);
            rounds += Math.log(ratios[0]) / Iterations.PAPER.size();
            means += Math.log(ratios[1]) / Iterations.PAPER.size();
        }
        assertThat(Math.exp(rounds)).as("round by round").isGreaterThan(6);
        assertThat(Math.exp(means)).as("mean gaps").isGreaterThan(6);
    }

    /** What docs/comparison.md says of the strongest rival, for better and for worse. */
    @Test
    void tunedAdmmNeedsHalfAsMuchAgainOnSpikesAndLessOnTargetsThatDrift() {
        RivalIterations rivals = new RivalIterations(iterations, words -> {});
        RivalIterations.Rounds spikes = rivals.new Rounds("kind: ring", "kind: spikes", 50);
        assertThat(spikes.tunedAdmm()[1]).isGreaterThan(1.3 * spikes.auto());
        assertThat(spikes.nesterov()).isGreaterThan(5 * spikes.auto());
        RivalIterations.Rounds drift = rivals.new Rounds("kind: ring", "kind: drift", 50);
        assertThat(drift.tunedAdmm()[1]).isLessThan(drift.auto());
    }

    @Test
    void anIterationOfAutoSendsWhatAnIterationOfPlainSends() {
        RoundObjective objective = Fleets.objective(Fleets.Kind.POWER_LAW.coupling(100));
        for (int k : new int[] {1, 12}) {
            assertThat(traffic(objective, Variant.AUTO, k)).isEqualTo(traffic(objective, Variant.PLAIN, k));
        }
    }

    private static Traffic traffic(RoundObjective objective, Variant variant, int k) {
        Acord acord = Acord.of(Recipe.of(variant, From.ZERO, IterationRule.fixed(k)));
        return acord.decide(objective).traffic();
    }

    @Test
    void theChosenConstantsAreThoseOfTheEngine() {
        for (String graph : Iterations.GRAPHS) {
            Iterations.Way optimized = Iterations.Way.of("optimized", Variant.OPTIMIZED);
            Iterations.Way gamma = Iterations.Way.other(0.8, 2, SlowRun.STEADY);
            Iterations.Way nu = Iterations.Way.polynomial(1.5, 2, SlowRun.STEADY);
            var counts =
                    iterations.counts(List.of(Iterations.AUTO, optimized, gamma, nu), graph, "kind: spikes", 50, 1e-6);
            assertThat(counts.get(nu)).as(graph).isEqualTo(counts.get(Iterations.AUTO));
            assertThat(counts.get(gamma)).as(graph).isEqualTo(counts.get(optimized));
        }
    }
}
