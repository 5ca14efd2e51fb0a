/**
 * What one task computes, and the files and frames between tasks and driver. Nothing here knows Spark.
 *
 * <p>Start at {@link io.acord.spark.block.BlockTask}. The arithmetic is {@code io.acord.internal.kernel.BlockRound},
 * the wire {@code io.acord.fleet.transport}.
 */
@NullMarked
package io.acord.spark.block;

import org.jspecify.annotations.NullMarked;
