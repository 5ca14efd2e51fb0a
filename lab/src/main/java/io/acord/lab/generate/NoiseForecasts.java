package io.acord.lab.generate;

import io.acord.cost.HittingCost;
import io.acord.lab.optimum.ShiftedCost;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.ForecastKind;
import io.acord.lab.source.ForecastSource;
import io.acord.lab.source.SeededRandom;
import java.util.Arrays;

/**
 * {@code forecasts: {kind: noise, sd: 1}}: the true costs, moved by a normal mistake in every coordinate that grows
 * like the square root of the rounds ahead; {@code bias} moves all of them by the same.
 */
public final class NoiseForecasts extends ForecastKind {

    private static final long MISTAKES = "forecasts.noise".hashCode();

    public NoiseForecasts() {
        super("noise", "the true costs, moved by random mistakes", "sd: 1", "sd: 0.5, bias: 2");
    }

    @Override
    public ForecastSource create(Options options, DeclaredSize known) {
        double sd = CommonOptions.nonNegative(options, "sd", 1, "it is a standard deviation");
        double bias = options.number("bias", 0, -CommonOptions.MOST, CommonOptions.MOST);
        return (truth, size, seed) -> (now, later) -> {
            HittingCost[] costs = truth.round(later).clone();
            SeededRandom random = new SeededRandom(seed, MISTAKES, now, later);
            double deviation = sd * Math.sqrt((double) later - now);
            for (int i = 0; i < costs.length; i++) {
                double[] mistake = new double[size.dimension()];
                Arrays.setAll(mistake, c -> bias + deviation * random.gaussian());
                costs[i] = ShiftedCost.of(costs[i], mistake);
            }
            return costs;
        };
    }
}
