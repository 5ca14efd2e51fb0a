package io.acord.paper.study;

import io.acord.acord.Acord;
import io.acord.acord.Decision;
import io.acord.lab.policy.Move;
import io.acord.lab.policy.Player;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Setting;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Lambdas;
import io.acord.recipe.Recipe;
import io.acord.theory.PaperRule;

/**
 * Algorithm 1 with the paper's own K_t for unbounded costs, the constant and factor that its proof needs (E1, E2), and
 * σ_t known exactly, which no agent could. It is far more than needed.
 */
record PaperFormula(String name) implements Policy {

    @Override
    public Player start(Setting setting) {
        Lambdas lambdas = new Lambdas(setting.lambdaRule(), setting.agents());
        return (outlook, previous) -> {
            Round round = outlook.now();
            double[] lambda = lambdas.of(round);
            lambdas.remember(round, lambda);
            RoundObjective objective = new RoundObjective(round, previous, lambda);
            int k = PaperRule.of(
                            round.coupling(),
                            round.beta(),
                            RandomInstances.moduli(objective),
                            lambda,
                            setting.horizon())
                    .unbounded(objective.at(Actions.zero(round.agents(), round.dimension())));
            Decision decision = Acord.of(Recipe.paper().with(IterationRule.fixed(k)), setting.threads())
                    .decide(objective);
            return new Move(decision.actions(), decision.iterations(), decision.traffic());
        };
    }
}
