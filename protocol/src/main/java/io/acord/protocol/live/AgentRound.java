package io.acord.protocol.live;

import io.acord.cost.HittingCost;
import io.acord.protocol.Numbers;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An agent's round: what was told of it, and for the rest what was told before.
 *
 * @param cost null if none was ever told
 * @param readings what was read of it, and perhaps of neighbours, by their ids, where costs are made of that; empty if
 *     nothing was ever told
 * @param switching b, the price of moving
 * @param forecast what the agent believes of its next costs, the next round's first; never as before, because it was
 *     believed of other rounds then
 */
public record AgentRound(
        @Nullable HittingCost cost,
        Map<Integer, Numbers> readings,
        List<LiveEdge> edges,
        double switching,
        List<HittingCost> forecast) {

    public AgentRound {
        readings = Map.copyOf(readings);
        edges = List.copyOf(edges);
        forecast = List.copyOf(forecast);
    }

    /** One that is told as a cost, and in which the agent believes nothing. */
    public AgentRound(@Nullable HittingCost cost, List<LiveEdge> edges, double switching) {
        this(cost, Map.of(), edges, switching, List.of());
    }

    /** Whether anything was told that a round could be played with. */
    public boolean isTold() {
        return cost != null || !readings.isEmpty();
    }

    /** What it becomes when a controller speaks. */
    AgentRound with(Offer offer) {
        List<LiveEdge> told = offer.edges();
        return new AgentRound(
                offer.cost(),
                offer.readings(),
                told == null ? edges : told,
                offer.switching().orElse(switching),
                offer.forecast());
    }
}
