package io.acord.spark.block;

import io.acord.foresight.Forecasts;
import io.acord.model.Round;
import java.io.IOException;
import java.io.Serializable;

/**
 * Where whole rounds come from: the driver asks for all of them, a task only for those whose costs cannot be told by
 * numbers.
 */
public interface Rounds extends Serializable {

    /** Round t of 1 .. T. Rounds that share a graph share its {@code Coupling} object while somebody has it. */
    Round round(int t) throws IOException;

    /**
     * What everybody believes of the rounds after t when t is decided.
     *
     * @param window rounds ahead at most
     */
    Forecasts forecasts(int t, int window) throws IOException;
}
