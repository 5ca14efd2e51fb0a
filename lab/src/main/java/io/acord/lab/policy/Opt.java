package io.acord.lab.policy;

/** OPT: plays the hindsight optimum, which only who sees the whole horizon can. */
public record Opt(String name) implements Policy {

    @Override
    public Sight sight() {
        return Sight.hindsight();
    }

    @Override
    public Player start(Setting setting) {
        return outlook -> outlook.hindsight().get(outlook.round() - 1);
    }

    /** {@code opt}. */
    public static final class Kind extends PolicyKind.Optionless {
        public Kind() {
            super("opt", "the hindsight optimum: everything, all rounds beforehand", Opt::new);
        }
    }
}
