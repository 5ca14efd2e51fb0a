/**
 * From data frames to blocks: Spark jobs that number agents, deal them out, bring edges and costs to where they are
 * played, and write them down there. A driver sees counts and complaints, never agents.
 *
 * <p>Start at {@link io.acord.spark.frame.FramePreparation}; who wants to play starts at
 * {@code io.acord.spark.AcordFrame}. What blocks compute is in {@code io.acord.spark.block}.
 */
@NullMarked
package io.acord.spark.frame;

import org.jspecify.annotations.NullMarked;
