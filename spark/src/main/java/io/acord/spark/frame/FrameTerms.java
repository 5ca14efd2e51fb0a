package io.acord.spark.frame;

import io.acord.spark.block.BlockJob;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What is the same for all agents of a frame.
 *
 * @param beta one number, or one a round
 * @param switching b of everybody: one number, or one a round
 * @param holdsMissing whether an agent without a line in a round keeps its last cost
 * @param lookahead how agents look ahead; null if they do not
 */
@SuppressWarnings("ArrayRecordComponent") // a few numbers
public record FrameTerms(
        int dimension,
        int horizon,
        int iterations,
        double[] beta,
        double[] switching,
        boolean holdsMissing,
        BlockJob.@Nullable Lookahead lookahead)
        implements Serializable {

    /** How many rounds after t agents see: the same for all of them, whoever believes what. */
    int ahead(int t) {
        return lookahead == null ? 0 : Math.min(lookahead.window(), horizon - t);
    }

    double betaOf(int t) {
        return beta[beta.length == 1 ? 0 : t - 1];
    }

    double switchingOf(int t) {
        return switching[switching.length == 1 ? 0 : t - 1];
    }
}
