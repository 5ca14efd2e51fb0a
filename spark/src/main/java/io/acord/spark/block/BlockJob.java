package io.acord.spark.block;

import io.acord.recipe.From;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Variant;
import java.io.Serializable;
import java.time.Duration;

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
        int threads)
        implements Serializable {}
