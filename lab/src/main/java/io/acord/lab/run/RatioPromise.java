package io.acord.lab.run;

import io.acord.lab.instance.Instance;
import io.acord.theory.CompetitiveRatio;
import java.util.Arrays;

/**
 * How many times the hindsight optimum exact play is promised to pay at most, before anything has been played.
 *
 * @param ratio +∞ where nothing is promised
 * @param isLeast whether no online algorithm can promise less for as many rounds of such costs: not known where
 *     switching weights change (theory 13)
 */
public record RatioPromise(double ratio, boolean isLeast) {

    static RatioPromise of(Instance instance) {
        double[] low = instance.leastSwitchingWeights();
        double[] high = instance.mostSwitchingWeights();
        double[] mu = instance.leastMu();
        double ratio = 1;
        for (int i = 0; i < mu.length; i++) {
            ratio = Math.max(ratio, CompetitiveRatio.overRounds(mu[i], low[i], high[i], instance.horizon()));
        }
        return new RatioPromise(ratio, Arrays.equals(low, high));
    }
}
