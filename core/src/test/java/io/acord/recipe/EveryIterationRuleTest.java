package io.acord.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.Instances;
import io.acord.acord.Acord;
import io.acord.acord.Decision;
import io.acord.input.Complaints;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every iteration rule keeps to. */
class EveryIterationRuleTest {

    /** One of each kind. */
    static List<IterationRule> rules() {
        return List.of(
                IterationRule.fixed(7),
                IterationRule.accuracy(1e-3),
                new IterationRule.Bounded(1e9, 1e6, 1e-3),
                new IterationRule.Crawl(1e-3));
    }

    @Test
    void everyRuleIsHere() {
        assertThat(rules().stream().map(Object::getClass))
                .containsExactlyInAnyOrder(
                        Stream.of(IterationRule.class.getPermittedSubclasses()).toArray(Class<?>[]::new));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theDefaultWithThisRulePlaysAndKeepsWhatTheRuleSays(IterationRule rule) {
        Recipe recipe = Recipe.standard(rule);
        for (long seed = 1; seed <= 20; seed++) {
            Instances instances = new Instances(seed, 6, 1);
            Round round = instances.quadraticRound();
            RoundObjective objective = Instances.objective(round, instances.actions(3));
            Decision decision = Acord.of(recipe).decide(objective);
            assertThat(decision.iterations()).as("seed %d", seed).isPositive();
            assertThat(decision.certificate()).as("seed %d", seed).isFinite();
            assertThat(Acord.of(recipe).decide(objective).actions()).isEqualTo(decision.actions());
            if (rule.isFixed() && round.beta() > 0 && round.graph().edges() > 0) {
                assertThat(decision.iterations()).isEqualTo(rule.known().orElseThrow());
            }
            if (rule.looksAtCertificate() || rule.isProvenBeforehand()) {
                assertThat(decision.certificate()).as("seed %d", seed).isLessThanOrEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("rules")
    void whatIsRefusedOfProcessesIsSaid(IterationRule rule) {
        Complaints complaints = new Complaints();
        Recipe.standard(rule).checkDecentralized(Double.NaN, complaints);
        assertThat(complaints.isEmpty()).isEqualTo(!rule.needsWholeFleet());
        assertThat(rule.inWords()).isNotBlank();
    }
}
