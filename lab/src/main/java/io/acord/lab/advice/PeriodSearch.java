package io.acord.lab.advice;

import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;
import io.acord.lab.generate.PersistenceForecasts;
import io.acord.lab.instance.Forecaster;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.source.CostSource;
import org.jspecify.annotations.Nullable;

/**
 * Finds the period after which costs repeat: the one whose forecasts by persistence come nearest to the true minimisers
 * a few rounds ahead. It looks at the rounds that choose only, and of large fleets at some rounds and agents.
 */
final class PeriodSearch {

    private static final int LONGEST = 200;
    private static final int[] AHEAD = {1, 2, 4};
    private static final int MOST_AGENTS = 64;
    private static final int MOST_ROUNDS = 32;
    private static final double MOST_COSTS = 3e7; // that are made in all; every forecast makes those of a whole round

    /**
     * A multiple of a period is one, too, and by chance a better one: the shortest is taken that wins such a share of
     * what the best wins over "as now".
     */
    private static final double NEARLY = 0.75;

    private final CostSource.Costs truth;
    private final CostSource.Size size;
    private final long seed;
    private final int rounds;

    private PeriodSearch(Scenario scenario, int rounds) {
        this.size = scenario.size();
        this.seed = scenario.seed();
        this.truth = scenario.costs().costs(size, seed);
        this.rounds = rounds;
    }

    /**
     * The period; 1, "as now", where none is better.
     *
     * @param rounds the first so many are looked at
     */
    static int of(Scenario scenario, int rounds) {
        return new PeriodSearch(scenario, rounds).search();
    }

    private int search() {
        int longest = Math.min(LONGEST, 2 * rounds / 3 + 1);
        double[] mistakes = new double[longest + 1];
        double least = Double.POSITIVE_INFINITY;
        for (int period = 1; period <= longest; period++) {
            // All are asked about the same rounds: those of which every one of them knows something.
            mistakes[period] = mistake(period, longest);
            least = Math.min(least, mistakes[period]);
        }
        double enough = mistakes[1] - NEARLY * (mistakes[1] - least);
        for (int period = 2; period < longest && least < mistakes[1]; period++) {
            boolean isValley = mistakes[period] <= mistakes[period - 1] && mistakes[period] <= mistakes[period + 1];
            if (isValley && mistakes[period] <= enough) {
                return period;
            }
        }
        return 1;
    }

    /** Σ ‖forecast minimiser − true minimiser‖² over some rounds, agents and distances. */
    private double mistake(int period, int from) {
        Forecaster forecaster = PersistenceForecasts.of(period).forecaster(truth, size, seed);
        double sum = 0;
        double affordable = MOST_COSTS / (6.0 * size.agents() * from);
        int looks = (int) Math.max(2, Math.min(MOST_ROUNDS, affordable));
        int step = Math.max(1, (rounds - from) / looks);
        for (int now = from; now < rounds; now += step) {
            for (int ahead : AHEAD) {
                if (now + ahead <= rounds) {
                    sum += distance(forecaster.forecast(now, now + ahead), truth.round(now + ahead), now);
                }
            }
        }
        return sum;
    }

    private double distance(@Nullable HittingCost[] believed, HittingCost[] costs, int now) {
        double sum = 0;
        int step = Math.max(1, costs.length / MOST_AGENTS);
        HittingCost[] present = truth.round(now);
        for (int i = 0; i < costs.length; i += step) {
            HittingCost forecast = believed[i];
            double[] expected = minimizer(forecast == null ? present[i] : forecast);
            double[] found = minimizer(costs[i]);
            for (int c = 0; c < found.length; c++) {
                sum += (expected[c] - found[c]) * (expected[c] - found[c]);
            }
        }
        return sum;
    }

    private double[] minimizer(HittingCost cost) {
        double[] x = new double[size.dimension()];
        cost.argmin(new QuadraticPull(size.dimension()), x);
        return x;
    }
}
