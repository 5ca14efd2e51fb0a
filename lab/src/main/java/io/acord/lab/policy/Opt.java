package io.acord.lab.policy;

import io.acord.lab.optimum.Hindsight;
import io.acord.lab.options.Options;
import io.acord.model.Actions;
import java.util.List;

/** OPT: plays the hindsight optimum, which only who sees the whole horizon can. */
public record Opt(String name) implements Policy {

    @Override
    public int window(int horizon) {
        return horizon;
    }

    @Override
    public Player start(Setting setting) {
        return new Run(setting);
    }

    /** Plays what was solved before. */
    public static Player replay(List<Actions> actions) {
        return (outlook, previous) -> Move.alone(actions.get(outlook.round() - 1));
    }

    private static final class Run implements Player {
        private final Setting setting;
        private List<Actions> actions = List.of();

        Run(Setting setting) {
            this.setting = setting;
        }

        @Override
        public Move decide(Outlook outlook, Actions previous) {
            if (outlook.round() == 1) {
                actions = Hindsight.solve(previous, setting.horizon(), t -> outlook.ahead(t - 1), setting.threads())
                        .actions();
            }
            return Move.alone(actions.get(outlook.round() - 1));
        }
    }

    /** {@code opt}. */
    public static final class Kind extends PolicyKind {
        public Kind() {
            super("opt", "the hindsight optimum: everything, all rounds beforehand");
        }

        @Override
        public Policy create(String name, Options options) {
            return new Opt(name);
        }
    }
}
