package io.acord.lab.generate;

import io.acord.cost.HittingCost;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostSource;
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
        return of(options.integer("period", 1, 1, Integer.MAX_VALUE));
    }

    /** Forecasts by what was so many rounds before; 1: as now. */
    public static ForecastSource of(int period) {
        return (truth, size, seed) -> (now, later) -> CostSource.Costs.before(now, later, period) >= 1
                ? truth.continued(now, later, period)
                : new HittingCost[size.agents()];
    }
}
