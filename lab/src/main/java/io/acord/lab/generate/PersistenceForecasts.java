package io.acord.lab.generate;

import io.acord.cost.HittingCost;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.ForecastKind;
import io.acord.lab.source.ForecastSource;

/**
 * {@code forecasts: {kind: persistence}}: tomorrow is like today. With {@code period: 24} a round will be like the
 * newest one that is known 24, 48, … rounds before it; before there is any, like now.
 */
public final class PersistenceForecasts extends ForecastKind {

    public PersistenceForecasts() {
        super("persistence", "as now, or as so many rounds ago", "", "period: 3");
    }

    @Override
    public ForecastSource create(Options options, DeclaredSize known) {
        int period = options.integer("period", 1, 1, Integer.MAX_VALUE);
        return (truth, size, seed) -> (now, later) -> {
            long periods = ((long) later - now + period - 1) / period;
            long past = later - periods * period;
            return past >= 1 ? truth.round((int) past) : new HittingCost[size.agents()];
        };
    }
}
