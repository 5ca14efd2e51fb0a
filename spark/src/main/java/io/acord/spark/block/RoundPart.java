package io.acord.spark.block;

import io.acord.cost.HittingCosts;
import org.jspecify.annotations.Nullable;

/**
 * One block's part of a round, as it plays it. Immutable.
 *
 * @param iterations K; 1 if nobody is coupled with anybody
 * @param isCoupled whether blocks have anything to tell each other
 * @param graph which of the job's graphs the round has
 * @param costs of the rows
 * @param regularization λ b of each row; null where the block computes λ itself
 * @param switchingWeights b of each row; null if all are 1
 * @param outlook what the rows believe of the next rounds; null if they do not look ahead
 */
@SuppressWarnings("ArrayRecordComponent") // read by one task
public record RoundPart(
        int t,
        double beta,
        int iterations,
        boolean isCoupled,
        int graph,
        HittingCosts costs,
        double @Nullable [] regularization,
        double @Nullable [] switchingWeights,
        @Nullable RoundOutlook outlook) {

    double switchingWeight(int row) {
        return switchingWeights == null ? 1 : switchingWeights[row];
    }
}
