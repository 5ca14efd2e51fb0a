package io.acord.protocol;

import io.acord.model.Actions;
import java.util.Arrays;

/**
 * All that a block must remember over its own death. Immutable.
 *
 * @param round the last round that was committed; 0 before the first
 * @param epoch which life of the block wrote it
 * @param actions what the block plays in that round, row by row
 * @param leastMu the smallest μ that each row's agent has met, which its λ rests on
 * @param level of the actions
 * @param iteration of the actions
 */
public record Snapshot(int round, long epoch, Actions actions, Numbers leastMu, Effect.Level level, int iteration) {

    /** A block that has not played yet, at its first actions x_0. */
    public static Snapshot initial(Actions x0) {
        double[] leastMu = new double[x0.agents()];
        Arrays.fill(leastMu, Double.POSITIVE_INFINITY);
        return new Snapshot(0, 0, x0, Numbers.wrap(leastMu), Effect.Level.HELD, 0);
    }
}
