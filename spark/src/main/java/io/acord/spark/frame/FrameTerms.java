package io.acord.spark.frame;

import java.io.Serializable;

/**
 * What is the same for all agents of a frame.
 *
 * @param beta one number, or one a round
 * @param switching b of everybody: one number, or one a round
 * @param holdsMissing whether an agent without a line in a round keeps its last cost
 */
@SuppressWarnings("ArrayRecordComponent") // a few numbers
public record FrameTerms(
        int dimension, int horizon, int iterations, double[] beta, double[] switching, boolean holdsMissing)
        implements Serializable {

    double betaOf(int t) {
        return beta[beta.length == 1 ? 0 : t - 1];
    }

    double switchingOf(int t) {
        return switching[switching.length == 1 ? 0 : t - 1];
    }
}
