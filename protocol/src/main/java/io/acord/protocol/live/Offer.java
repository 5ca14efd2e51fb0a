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
 */
public record Offer(
        int round,
        int agent,
        String body,
        @Nullable HittingCost cost,
        Map<Integer, Numbers> readings,
        @Nullable List<LiveEdge> edges,
        OptionalDouble beta,
        OptionalDouble switching) {

    /** A cost. */
    public Offer(
            int round,
            int agent,
            String body,
            HittingCost cost,
            @Nullable List<LiveEdge> edges,
            OptionalDouble beta,
            OptionalDouble switching) {
        this(round, agent, body, cost, Map.of(), edges, beta, switching);
    }

    /** Readings. */
    public Offer(int round, int agent, String body, Map<Integer, Numbers> readings, OptionalDouble beta) {
        this(round, agent, body, null, Map.copyOf(readings), null, beta, OptionalDouble.empty());
    }
}
