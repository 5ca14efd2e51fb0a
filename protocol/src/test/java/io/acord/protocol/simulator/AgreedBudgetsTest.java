package io.acord.protocol.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.protocol.Rules;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import org.junit.jupiter.api.Test;

/**
 * Numbers of iterations that agents agree on by talking are the engine's, also when messages are lost, repeated and
 * reordered.
 */
class AgreedBudgetsTest {

    private static Setting setting(IterationRule budget, Variant variant) {
        Rules rules = Rules.builder()
                .recipe(Recipe.of(variant, From.ZERO, IterationRule.fixed(12)))
                .patience(40)
                .build();
        return Setting.of(4)
                .withFleet(10, 10)
                .withBudget(budget)
                .withRules(rules)
                .withPace(60_000_000, 59_000_000, 4_000);
    }

    private static Faults faults() {
        Faults faults = new Faults();
        faults.dropData = 0.1;
        faults.dropControl = 0.1;
        faults.duplicate = 0.1;
        faults.reorder = 0.2;
        faults.reorderWindow = 3;
        return faults;
    }

    @Test
    void aCrawlUnderFaultsFindsTheEnginesNumberOfIterations() {
        for (long seed = 1; seed <= 6; seed++) {
            Variant variant = seed % 2 == 0 ? Variant.PLAIN : Variant.CERTIFIED;
            Setting setting = setting(new IterationRule.Crawl(1e-2), variant);
            Outcome outcome = Simulation.run(seed, setting, faults(), "AgreedBudgetsTest, seed " + seed);
            assertThat(outcome.clean()).as("seed %d", seed).isEqualTo(4);
            assertThat(outcome.largestInbox()).isLessThanOrEqualTo(4);
        }
    }

    @Test
    void anAccuracyUnderFaultsEndsAtTheEnginesIteration() {
        for (long seed = 1; seed <= 6; seed++) {
            Variant variant = seed % 2 == 0 ? Variant.PLAIN : Variant.ACCELERATED;
            Setting setting = setting(new IterationRule.Accuracy(1e-1, 400), variant);
            Outcome outcome = Simulation.run(seed, setting, faults(), "AgreedBudgetsTest, seed " + seed);
            assertThat(outcome.clean()).as("seed %d", seed).isEqualTo(4);
            assertThat(outcome.largestInbox()).isLessThanOrEqualTo(4);
        }
    }
}
