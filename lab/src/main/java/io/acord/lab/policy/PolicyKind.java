package io.acord.lab.policy;

import io.acord.lab.options.Options;

/** A kind of policy that scenarios can name under {@code algorithms}. Found by {@link java.util.ServiceLoader}. */
public interface PolicyKind {

    /** The key in the scenario: {@code acord}, {@code lpc}, … */
    String key();

    /**
     * Reads the options of one entry. What is wrong with them is complained about to {@code options}; the result is not
     * used then.
     *
     * @param name the entry's {@code name}, or the key
     */
    Policy create(String name, Options options);
}
