package io.acord.lab.policy;

import io.acord.lab.options.Options;
import io.acord.model.Round;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import java.util.Optional;

/**
 * Exact ROBD: a centre plays argmin F_t, which ACORD approaches (theory 2.2).
 *
 * @param lambda λ of its own; empty: λ₁ with the scenario's μ, as in the paper
 */
public record Robd(String name, Optional<LambdaRule> lambda) implements Policy {

    /** With λ₁. */
    public Robd(String name) {
        this(name, Optional.empty());
    }

    @Override
    public Role role() {
        return Role.EXACT;
    }

    @Override
    public Optional<String> inWords() {
        return lambda.map(rule -> "lambda " + rule.inWords());
    }

    @Override
    public LambdaRule lambdaRule(LambdaRule papers) {
        return lambda.orElse(papers);
    }

    @Override
    public Sight sight() {
        return Sight.center();
    }

    @Override
    public Player start(Setting setting) {
        Central central = new Central(setting);
        Lambdas own = new Lambdas(lambdaRule(setting.lambdaRule()), setting.agents());
        return outlook -> {
            Round round = outlook.whole();
            double[] weights = own.of(round);
            own.remember(round, weights);
            return central.decide(round, outlook.previous(), weights);
        };
    }

    /** {@code robd: {lambda: paper | riccati | 1}}. */
    public static final class Kind extends PolicyKind {
        public Kind() {
            super("robd", "exact and centralised, with the best λ: all costs of this round", "", "lambda: riccati");
        }

        @Override
        public Policy create(String name, Options options) {
            return new Robd(name, AcordPolicy.Kind.lambda(options, Optional.empty()));
        }
    }
}
