package io.acord.protocol.live;

import io.acord.cost.HittingCost;
import io.acord.foresight.Forecasts;
import java.util.List;

/**
 * What a member does with a round.
 *
 * @param isMissed whether it sits the round out: its actions are held
 * @param agents by row; an edge between two of them is with one of them only, and is there only if both mean it
 * @param whys by row, what is to be said about it; empty if nothing
 */
public record Decision(int round, boolean isMissed, List<AgentRound> agents, double beta, List<String> whys) {

    /** What the agents believe of their next costs, row by row. */
    public Forecasts forecasts() {
        Forecasts.Builder believed = Forecasts.builder(agents.size());
        for (int row = 0; row < agents.size(); row++) {
            List<HittingCost> forecast = agents.get(row).forecast();
            for (int s = 1; s <= forecast.size(); s++) {
                believed.cost(row, s, forecast.get(s - 1));
            }
        }
        return believed.build();
    }
}
