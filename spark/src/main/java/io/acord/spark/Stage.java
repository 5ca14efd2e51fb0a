package io.acord.spark;

import io.acord.spark.block.BlockJob;
import java.io.IOException;
import java.util.List;

/** Whoever runs the blocks of a job at the same time, and all of them again when one is lost. */
interface Stage {

    /** Runs until all blocks are done; returns after which round each went on. */
    List<Integer> run(BlockJob job) throws IOException;

    /** Ends a job that is running. */
    void cancel();
}
