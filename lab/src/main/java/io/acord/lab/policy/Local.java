package io.acord.lab.policy;

import io.acord.lab.options.Options;

/** LOCAL: argmin f(x) + b/2 ‖x − x_{t−1}‖², agent by agent (theory 2.4). */
public record Local(String name) implements Policy {

    @Override
    public Player start(Setting setting) {
        return outlook -> outlook.each((me, x) -> me.solve(me.switchingWeight(), x));
    }

    /** {@code local}. */
    public static final class Kind implements PolicyKind {
        @Override
        public String key() {
            return "local";
        }

        @Override
        public Policy create(String name, Options options) {
            return new Local(name);
        }
    }
}
