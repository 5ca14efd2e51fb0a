package io.acord.paper.study;

import io.acord.lab.policy.Player;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Setting;
import io.acord.lab.policy.Sight;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.theory.PaperRule;

/**
 * Algorithm 1 with the paper's own K_t for unbounded costs, the constant and factor that its proof needs (E1, E2), and
 * σ_t known exactly, which no agent could. It is far more than needed.
 */
record PaperFormula(String name) implements Policy {

    @Override
    public Sight sight() {
        return Sight.center(); // for σ_t
    }

    @Override
    public Player start(Setting setting) {
        return outlook -> {
            Round round = outlook.whole();
            double[] lambda = outlook.lambda();
            RoundObjective objective = new RoundObjective(round, outlook.previous(), lambda);
            int k = PaperRule.of(
                            round.coupling(),
                            round.beta(),
                            RandomInstances.moduli(objective),
                            lambda,
                            setting.horizon())
                    .unbounded(objective.at(Actions.zero(round.agents(), round.dimension())));
            return outlook.play(Recipe.paper().with(IterationRule.fixed(k)).with(setting.lambdaRule()))
                    .actions();
        };
    }
}
