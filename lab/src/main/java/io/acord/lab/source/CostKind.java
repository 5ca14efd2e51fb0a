package io.acord.lab.source;

import io.acord.lab.options.Options;
import java.util.Optional;

/** A kind of costs that scenarios can name under {@code costs.kind}. Found by {@link java.util.ServiceLoader}. */
public interface CostKind {

    /** The key in the scenario: {@code spikes}, {@code csv}, … */
    String key();

    /**
     * Reads the options, and the file if there is one. What is wrong is complained about to {@code options}; the result
     * is not used then.
     */
    CostSource create(Options options, DeclaredSize declared);

    /**
     * A commented scenario of this kind that runs as it stands, for {@code ./acord new --kind}; empty if there is none.
     */
    default Optional<String> example() {
        return Optional.empty();
    }
}
