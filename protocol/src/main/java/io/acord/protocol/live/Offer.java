package io.acord.protocol.live;

import io.acord.cost.HittingCost;
import io.acord.protocol.Numbers;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What a controller tells of its agent's round: its cost, or what a cost is made of.
 *
 * @param agent its id
 * @param body as it was told: the same body is the same offer
 * @param cost null: readings are told
 * @param readings of the agent, and perhaps of neighbours, by their ids; empty: a cost is told
 * @param edges null: as before
 * @param beta empty: as before
 * @param switching empty: as before
 * @param forecast what the agent believes of its next costs, the next round's first; of this round only
 */
public record Offer(
        int round,
        int agent,
        String body,
        @Nullable HittingCost cost,
        Map<Integer, Numbers> readings,
        @Nullable List<LiveEdge> edges,
        OptionalDouble beta,
        OptionalDouble switching,
        List<HittingCost> forecast) {

    public Offer {
        readings = Map.copyOf(readings);
        forecast = List.copyOf(forecast);
    }

    /** A cost. */
    public Offer(
            int round,
            int agent,
            String body,
            HittingCost cost,
            @Nullable List<LiveEdge> edges,
            OptionalDouble beta,
            OptionalDouble switching) {
        this(round, agent, body, cost, edges, beta, switching, List.of());
    }

    /** A cost, and what the agent believes of the next ones. */
    public Offer(
            int round,
            int agent,
            String body,
            HittingCost cost,
            @Nullable List<LiveEdge> edges,
            OptionalDouble beta,
            OptionalDouble switching,
            List<HittingCost> forecast) {
        this(round, agent, body, cost, Map.of(), edges, beta, switching, forecast);
    }

    /** Readings. */
    public Offer(int round, int agent, String body, Map<Integer, Numbers> readings, OptionalDouble beta) {
        this(round, agent, body, null, readings, null, beta, OptionalDouble.empty(), List.of());
    }
}
