package io.acord.lab.policy;

/** A centre that pays least in this round: argmin F_t with λ = 1. */
public record Myopic(String name) implements Policy {

    @Override
    public Sight sight() {
        return Sight.center();
    }

    @Override
    public Player start(Setting setting) {
        Central central = new Central(setting);
        return outlook -> central.decide(outlook.whole(), outlook.previous(), null);
    }

    /** {@code myopic}. */
    public static final class Kind extends PolicyKind.Optionless {
        public Kind() {
            super("myopic", "exact and centralised like robd, with λ = 1", Myopic::new);
        }
    }
}
