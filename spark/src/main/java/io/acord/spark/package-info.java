/**
 * {@code acord spark}: blocks of agents as tasks of one Spark barrier stage.
 *
 * <p>Start at {@link io.acord.spark.AcordFrame} for data frames, at {@link io.acord.spark.SparkCarrier} and
 * {@link io.acord.spark.Job} for scenarios. Spark schedules the tasks, all at once, and starts them again when one is
 * lost; the rounds run over connections of the tasks' own. See {@code docs/spark.md}.
 */
@NullMarked
package io.acord.spark;

import org.jspecify.annotations.NullMarked;
