package io.acord.protocol.live;

import io.acord.cost.HittingCost;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What a controller tells of its agent's round.
 *
 * @param agent its id
 * @param body as it was told: the same body is the same offer
 * @param edges null: as before
 * @param beta empty: as before
 * @param switching empty: as before
 */
public record Offer(
        int round,
        int agent,
        String body,
        HittingCost cost,
        @Nullable List<LiveEdge> edges,
        OptionalDouble beta,
        OptionalDouble switching) {}
