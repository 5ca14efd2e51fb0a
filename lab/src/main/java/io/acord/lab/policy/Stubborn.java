package io.acord.lab.policy;

import io.acord.lab.options.Options;

/** Nobody ever moves. */
public record Stubborn(String name) implements Policy {

    @Override
    public Player start(Setting setting) {
        return (outlook, previous) -> Move.alone(previous);
    }

    /** {@code stubborn}. */
    public static final class Kind extends PolicyKind {
        public Kind() {
            super("stubborn", "nothing: never moves");
        }

        @Override
        public Policy create(String name, Options options) {
            return new Stubborn(name);
        }
    }
}
