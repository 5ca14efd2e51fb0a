package io.acord.protocol.live;

import io.acord.cost.HittingCost;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An agent's round: what was told of it, and for the rest what was told before.
 *
 * @param cost null if none was ever told
 * @param switching b, the price of moving
 */
public record AgentRound(@Nullable HittingCost cost, List<LiveEdge> edges, double switching) {

    public AgentRound {
        edges = List.copyOf(edges);
    }

    /** What it becomes when a controller speaks. */
    AgentRound with(Offer offer) {
        List<LiveEdge> told = offer.edges();
        return new AgentRound(
                offer.cost(), told == null ? edges : told, offer.switching().orElse(switching));
    }
}
