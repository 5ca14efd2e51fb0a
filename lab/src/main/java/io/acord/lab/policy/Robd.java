package io.acord.lab.policy;

import io.acord.acord.Lambdas;
import io.acord.lab.options.Options;
import io.acord.model.Round;

/** Exact ROBD: a centre plays argmin F_t, which ACORD approaches (theory 2.2). */
public record Robd(String name) implements Policy {

    @Override
    public Player start(Setting setting) {
        Lambdas lambdas = new Lambdas(setting.lambdaRule(), setting.agents());
        Central central = new Central(setting);
        return (outlook, previous) -> {
            Round round = outlook.now();
            double[] lambda = lambdas.of(round);
            lambdas.remember(round, lambda);
            return central.decide(round, previous, lambda);
        };
    }

    /** {@code robd}. */
    public static final class Kind extends PolicyKind {
        public Kind() {
            super("robd", "exact and centralised, with the best λ: all costs of this round");
        }

        @Override
        public Policy create(String name, Options options) {
            return new Robd(name);
        }
    }
}
