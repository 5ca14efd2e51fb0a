package io.acord.lab.policy;

import io.acord.lab.options.Options;

/** Exact ROBD: a centre plays argmin F_t, which ACORD approaches (theory 2.2). */
public record Robd(String name) implements Policy {

    @Override
    public Sight sight() {
        return Sight.centre();
    }

    @Override
    public Player start(Setting setting) {
        Central central = new Central(setting);
        return outlook -> central.decide(outlook.whole(), outlook.previous(), outlook.lambda());
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
