package io.acord.lab.policy;

/** LOCAL: argmin f(x) + b/2 ‖x − x_{t−1}‖², agent by agent (theory 2.4). */
public record Local(String name) implements Policy {

    @Override
    public Player start(Setting setting) {
        return outlook -> outlook.each((me, x) -> me.solve(me.switchingWeight(), x));
    }

    /** {@code local}. */
    public static final class Kind extends PolicyKind.Optionless {
        public Kind() {
            super("local", "its own cost and the price of moving, neighbours left aside", Local::new);
        }
    }
}
