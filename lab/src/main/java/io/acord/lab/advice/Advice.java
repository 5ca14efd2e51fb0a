package io.acord.lab.advice;

import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.run.Statistics;
import io.acord.lab.scenario.Scenario;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a scenario's past says about its settings.
 *
 * @param choosing rounds 1 .. so many chose, the rest confirmed
 * @param within how much more than the least was as good as the least, as a share
 * @param trials everything that was played, in this order
 * @param yours what the scenario plays now, or the default where it has no ACORD
 * @param recommended what it should play; {@code yours} where nothing is better
 * @param period of the forecasts by persistence that were tried; empty where the scenario has forecasts of its own
 * @param findings one answer a question
 * @param optima of every repeat
 * @param promisesKept whether the verdict of the last play was that every promise was kept
 */
public record Advice(
        Scenario scenario,
        int choosing,
        double within,
        List<Trial> trials,
        Trial yours,
        Trial recommended,
        OptionalInt period,
        List<Finding> findings,
        List<HindsightOptimum> optima,
        boolean promisesKept) {

    /** Whether what the scenario plays now should stay. */
    public boolean isToStay() {
        return recommended.equals(yours);
    }

    /** Whether nothing that the first rounds chose was contradicted by the rest. */
    public boolean holdsUp() {
        return findings.stream().allMatch(Finding::holdsUp);
    }

    /** What would have been saved in the confirming rounds, as a share. */
    public Statistics saving() {
        return recommended.savingOnRest(yours);
    }

    /** Whether the hindsight optimum was solved in every repeat; otherwise ratios are certified upper bounds. */
    public boolean isSolved() {
        return optima.stream().allMatch(optimum -> optimum instanceof HindsightOptimum.Solved);
    }

    /** At most how many times the hindsight optimum a trial paid, mean over the repeats. */
    public double ratio(Trial trial) {
        double sum = 0;
        List<Double> totals = trial.totals();
        for (int r = 0; r < totals.size(); r++) {
            sum += optima.get(r).ratioOf(totals.get(r)).high();
        }
        return sum / totals.size();
    }
}
