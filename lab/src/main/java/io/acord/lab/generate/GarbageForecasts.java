package io.acord.lab.generate;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.ForecastKind;
import io.acord.lab.source.ForecastSource;
import io.acord.lab.source.SeededRandom;
import java.util.Arrays;

/**
 * {@code forecasts: {kind: garbage}}: drawn from the seed, unrelated to the costs. Steepness is U(0, 10], targets are
 * U[−range, range], new ones in every round.
 */
public final class GarbageForecasts extends ForecastKind {

    private static final long GARBAGE = "forecasts.garbage".hashCode();

    public GarbageForecasts() {
        super("garbage", "random costs that have nothing to do with the true ones");
    }

    @Override
    public ForecastSource create(Options options, DeclaredSize known) {
        double range = CommonOptions.positive(options, "range", 100, "targets need room");
        double alpha = CommonOptions.positive(options, "alpha", 10, "it is the largest steepness");
        return (truth, size, seed) -> (now, later) -> {
            HittingCost[] costs = new HittingCost[size.agents()];
            SeededRandom random = new SeededRandom(seed, GARBAGE, now, later);
            for (int i = 0; i < costs.length; i++) {
                double[] v = new double[size.dimension()];
                Arrays.setAll(v, c -> random.uniform(-range, range));
                costs[i] = Quadratic.alpha(alpha * (1 - random.uniform()), v);
            }
            return costs;
        };
    }
}
