package io.acord.spark.block;

import io.acord.foresight.Forecasts;

/**
 * How far some agents look ahead in a round.
 *
 * @param stages rounds that are planned, this one included: the same in all blocks, whoever believes what
 * @param isFollowed whether anything speaks for the plan; experts are followed otherwise
 * @param forecasts what the agents believe of their own next costs
 */
public record RoundOutlook(int stages, boolean isFollowed, Forecasts forecasts) {

    /** What a whole fleet sees that looks so many rounds ahead at most. */
    public static RoundOutlook of(int window, Forecasts all) {
        return new RoundOutlook(1 + Math.min(window, all.rounds()), all.rounds() > 0 || all.isEnd(), all);
    }
}
