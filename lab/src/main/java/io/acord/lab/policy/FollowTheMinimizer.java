package io.acord.lab.policy;

/** FTM: argmin f, wherever it was before (theory 2.4). */
public record FollowTheMinimizer(String name) implements Policy {

    @Override
    public Player start(Setting setting) {
        return outlook -> outlook.each((me, x) -> me.solve(0, x));
    }

    /** {@code follow-the-minimizer}. */
    public static final class Kind extends PolicyKind.Optionless {
        public Kind() {
            super(
                    "follow-the-minimizer",
                    "the minimizer of its own cost, wherever it was before",
                    FollowTheMinimizer::new);
        }
    }
}
