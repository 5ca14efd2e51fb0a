package io.acord.lab.source;

import io.acord.lab.options.Options;
import io.acord.lab.options.ScenarioKind;
import java.util.Optional;

/** A kind of costs that scenarios can name under {@code costs.kind}. */
public abstract class CostKind extends ScenarioKind {

    protected CostKind(String key, String summary, String... samples) {
        super(key, summary, samples);
    }

    /**
     * Reads the options, and the file if there is one. What is wrong is complained about to {@code options}; the result
     * is not used then.
     */
    public abstract CostSource create(Options options, DeclaredSize declared);

    /**
     * A commented scenario of this kind that runs as it stands, for {@code ./acord new --kind}: the file
     * {@code KEY.yaml} beside the class; empty if there is none.
     */
    public Optional<String> example() {
        return PackagedText.find(getClass(), key() + ".yaml");
    }
}
