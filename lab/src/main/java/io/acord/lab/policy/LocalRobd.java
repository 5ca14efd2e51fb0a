package io.acord.lab.policy;

/**
 * ROBD for each agent on its own: argmin f(x) + λ₁b/2 ‖x − x_{t−1}‖². Blind to dissimilarity, its ratio grows with β
 * (the paper's naive approach).
 */
public record LocalRobd(String name) implements Policy {

    @Override
    public Player start(Setting setting) {
        return outlook -> outlook.each((me, x) -> me.solve(me.lambda() * me.switchingWeight(), x));
    }

    /** {@code local-robd}. */
    public static final class Kind extends PolicyKind.Optionless {
        public Kind() {
            super("local-robd", "its own cost and ROBD's price of moving, neighbours left aside", LocalRobd::new);
        }
    }
}
