package io.acord.lab.rival;

import io.acord.lab.options.Options;
import io.acord.lab.policy.Player;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.PolicyKind;
import io.acord.lab.policy.Setting;
import io.acord.lab.policy.Sight;
import io.acord.model.Actions;
import io.acord.recipe.LambdaRule;
import java.util.Optional;

/**
 * Gradient descent on F_t, which gradient tracking (Xin et al. 2020) becomes where neighbours are charged for differing
 * and nobody has to agree: x ← x − ∇F_t(x)/L, K times from x_{t−1}.
 *
 * <p>L, the largest L_f + λ b + 2 β Σ_e ‖W_e‖ of an agent, is declared by a centre in every round, as the works assume
 * it known: two messages an agent, which are counted. A step of its own for every agent would need no centre, and is
 * plain ACORD where costs are quadratic.
 *
 * @param iterations K of every round
 * @param lambda λ of F_t; empty: λ₁ with the scenario's μ
 */
public record Gradient(String name, int iterations, Optional<LambdaRule> lambda) implements Policy {

    @Override
    public Sight sight() {
        return Sight.polled();
    }

    @Override
    public LambdaRule lambdaRule(LambdaRule papers) {
        return lambda.orElse(papers);
    }

    @Override
    public Player start(Setting setting) {
        double[] gradient = new double[setting.dimension()];
        return outlook -> {
            Slope slope = new Slope(name, outlook.round());
            double steepest = outlook.largest(slope::smoothness);
            Actions at = Actions.zero(outlook.agents(), outlook.dimension());
            for (int k = 0; k < iterations; k++) {
                outlook.exchange();
                at = outlook.each((me, x) -> {
                    slope.at(me, x, gradient);
                    for (int c = 0; c < x.length; c++) {
                        x[c] -= gradient[c] / steepest;
                    }
                });
            }
            return at;
        };
    }

    /** {@code gradient: {iterations: 12, lambda: riccati}}. */
    public static final class Kind extends PolicyKind {
        public Kind() {
            super(
                    "gradient",
                    "gradient descent on a round's objective: its own cost, its neighbours' actions, L",
                    "",
                    "iterations: 40, lambda: paper");
        }

        @Override
        public Policy create(String name, Options options) {
            return new Gradient(name, RivalOptions.iterations(options), RivalOptions.lambda(options));
        }
    }
}
