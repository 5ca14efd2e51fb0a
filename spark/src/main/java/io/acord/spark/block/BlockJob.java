package io.acord.spark.block;

import io.acord.recipe.From;
import io.acord.recipe.Variant;
import java.io.Serializable;
import java.time.Duration;

/**
 * What every task of a job is told.
 *
 * @param id of the job, no other one has it
 * @param fleet the name in its certificates
 * @param largestBlock agents of the fullest block
 * @param isStatic whether all rounds have the same graph
 * @param every after how many rounds a block keeps what it played
 * @param keepsAll whether what was played long ago is still wanted
 * @param patience how long anybody waits for anybody
 * @param rounds for costs that cannot be told by numbers
 */
public record BlockJob(
        Places places,
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
        boolean keepsAll,
        Duration patience,
        Rounds rounds)
        implements Serializable {}
