/**
 * Names of agents as Spark brings them, as bytes: collected, sorted and looked up without an object for each.
 *
 * <p>Start at {@link io.acord.spark.names.AgentNames} for who there is, and at {@link io.acord.spark.names.NameTable}
 * for who is who. Which number and block somebody has is known in {@code io.acord.spark.frame}.
 */
@NullMarked
package io.acord.spark.names;

import org.jspecify.annotations.NullMarked;
