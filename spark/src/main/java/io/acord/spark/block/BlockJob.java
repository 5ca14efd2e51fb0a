package io.acord.spark.block;

import io.acord.recipe.From;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Variant;
import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What every task of a job is told.
 *
 * @param files what tasks read and keep
 * @param id of the job, no other one has it
 * @param fleet the name in its certificates
 * @param largestBlock agents of the fullest block
 * @param isStatic whether all rounds have the same graph
 * @param every after how many rounds a block keeps what it played
 * @param lambda the rule by which blocks compute λ; of no effect where somebody else does
 * @param patience how long anybody waits for anybody
 * @param threads that share a block's rows
 * @param lookahead how agents look ahead; null if they do not
 */
public record BlockJob(
        BlockFiles files,
        String id,
        String fleet,
        int blocks,
        int largestBlock,
        int dimension,
        int horizon,
        boolean isStatic,
        Variant variant,
        From from,
        int every,
        Duration patience,
        LambdaRule lambda,
        int threads,
        @Nullable Lookahead lookahead)
        implements Serializable {

    /**
     * How agents look ahead (theory 14), each with an account of its own.
     *
     * @param window rounds ahead at most
     * @param epsilon ε of Theorem H
     */
    public record Lookahead(int window, double epsilon) implements Serializable {}

    /** The same with other files. */
    public BlockJob with(BlockFiles others) {
        return new BlockJob(
                others,
                id,
                fleet,
                blocks,
                largestBlock,
                dimension,
                horizon,
                isStatic,
                variant,
                from,
                every,
                patience,
                lambda,
                threads,
                lookahead);
    }

    /** How many numbers a block tells another at most. */
    long largestFrame() {
        return (long) largestBlock * dimension * (lookahead == null ? 1 : lookahead.window() + 2L);
    }
}
