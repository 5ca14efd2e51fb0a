package io.acord.lab.policy;

import io.acord.lab.options.Options;
import io.acord.lab.options.ScenarioKind;
import java.util.function.Function;

/** A kind of policy that scenarios can name under {@code algorithms}. */
public abstract class PolicyKind extends ScenarioKind {

    /** A kind; its summary says what it sees. */
    protected PolicyKind(String key, String summary, String... samples) {
        super(key, summary, samples);
    }

    /**
     * Reads the options of one entry. What is wrong with them is complained about to {@code options}; the result is not
     * used then.
     *
     * @param name the entry's {@code name}, or the key
     */
    public abstract Policy create(String name, Options options);

    /** A kind of policy that has no options. */
    public abstract static class Optionless extends PolicyKind {
        private final Function<String, Policy> policies;

        /** @param policies the policy of a name */
        protected Optionless(String key, String summary, Function<String, Policy> policies) {
            super(key, summary);
            this.policies = policies;
        }

        @Override
        public final Policy create(String name, Options options) {
            return policies.apply(name);
        }
    }
}
