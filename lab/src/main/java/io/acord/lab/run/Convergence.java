package io.acord.lab.run;

import io.acord.lab.instance.Instance;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.List;

/**
 * How one variant of ACORD approaches the minimum of the first round's F_t.
 *
 * @param variant as in scenarios
 * @param gaps F_1(x^k) − min F_1 for k = 1, 2, …
 * @param proven the proven bound on it, for the first k; empty if none is proved
 * @param certified what the certificate said
 */
public record Convergence(String variant, List<Double> gaps, List<Double> proven, List<Double> certified) {

    private static final int ITERATIONS = 40;
    private static final int MOST_AGENTS = 2_000;

    /**
     * Of all variants; empty for uncoupled rounds and for fleets so large that the picture would cost more than the
     * run.
     */
    static List<Convergence> ofAllVariants(Instance instance) {
        Round round = instance.round(1);
        if (!round.isCoupled() || round.agents() > MOST_AGENTS) {
            return List.of();
        }
        RoundObjective objective = new RoundObjective(
                round, instance.start(), new Lambdas(LambdaRule.riccati(), round.agents()).of(round));
        return Variant.all().stream()
                .map(variant -> Recipe.of(variant, From.ZERO, IterationRule.fixed(ITERATIONS)))
                .map(recipe -> IterationRecord.of(objective, recipe).convergence())
                .toList();
    }
}
