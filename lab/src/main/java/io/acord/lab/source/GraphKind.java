package io.acord.lab.source;

import io.acord.lab.options.Options;
import io.acord.lab.options.ScenarioKind;

/** A kind of graph that scenarios can name under {@code graph.kind}. */
public abstract class GraphKind extends ScenarioKind {

    protected GraphKind(String key, String summary, String... samples) {
        super(key, summary, samples);
    }

    /** Reads the options. What is wrong is complained about to {@code options}; the result is not used then. */
    public abstract GraphSource create(Options options, DeclaredSize declared);
}
