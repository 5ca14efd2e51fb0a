package io.acord.lab.source;

import io.acord.lab.instance.Forecaster;

/** Forecasts for all agents and rounds. Immutable: any number of repeats may use it at once. */
public interface ForecastSource {

    /** Whether forecasts come from outside with the rounds: then {@link #forecaster} has nothing to give. */
    default boolean isOnline() {
        return false;
    }

    /**
     * The forecasts of one run: the same seed, the same forecasts.
     *
     * @param truth what the costs will be, from which studies make forecasts that are wrong by a known amount
     */
    Forecaster forecaster(CostSource.Costs truth, CostSource.Size size, long seed);
}
