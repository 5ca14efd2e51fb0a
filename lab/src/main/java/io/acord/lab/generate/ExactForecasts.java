package io.acord.lab.generate;

import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.ForecastKind;
import io.acord.lab.source.ForecastSource;

/** {@code forecasts: {kind: exact}}: everybody knows its own next costs. */
public final class ExactForecasts extends ForecastKind {

    public ExactForecasts() {
        super("exact", "the true costs: everybody knows its own");
    }

    @Override
    public ForecastSource create(Options options, DeclaredSize known) {
        return (truth, size, seed) -> (now, later) -> truth.round(later);
    }
}
