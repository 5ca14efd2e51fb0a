package io.acord.protocol;

import io.acord.model.Actions;
import java.util.Arrays;

/**
 * All that a block must remember over its own death. Immutable.
 *
 * @param round the last round that was committed; 0 before the first
 * @param epoch which life of the block wrote it
 * @param actions what the block plays in that round, row by row
 * @param lambdaMemory what the λ of each row's agent rests on ({@link io.acord.recipe.LambdaRule#remember})
 * @param level of the actions
 * @param iteration of the actions
 */
public record Snapshot(
        int round, long epoch, Actions actions, Numbers lambdaMemory, Effect.Level level, int iteration) {

    /** A block that has not played yet, at its first actions x_0. */
    public static Snapshot initial(Actions x0) {
        double[] lambdaMemory = new double[x0.agents()];
        Arrays.fill(lambdaMemory, Double.POSITIVE_INFINITY);
        return new Snapshot(0, 0, x0, Numbers.wrap(lambdaMemory), Effect.Level.HELD, 0);
    }
}
