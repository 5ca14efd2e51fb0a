package io.acord.lab.instance;

import io.acord.cost.HittingCost;
import org.jspecify.annotations.Nullable;

/** What agents of a run believe of rounds to come. */
public interface Forecaster {

    /**
     * What each agent believes, when round {@code now} is decided, of its cost in a later round: null where it believes
     * nothing. The same every time it is asked for.
     *
     * @param now of 1 .. T
     * @param later of now + 1 .. T
     */
    @Nullable
    HittingCost[] forecast(int now, int later);
}
