package io.acord.lab.source;

import io.acord.lab.options.Options;
import io.acord.lab.options.ScenarioKind;

/** A kind of forecasts that scenarios can name under {@code forecasts.kind}. */
public abstract class ForecastKind extends ScenarioKind {

    protected ForecastKind(String key, String summary, String... samples) {
        super(key, summary, samples);
    }

    /**
     * Reads the options, and the file if there is one. What is wrong is complained about to {@code options}; the result
     * is not used then.
     *
     * @param known with agents and dimension, as the costs have them
     */
    public abstract ForecastSource create(Options options, DeclaredSize known);
}
