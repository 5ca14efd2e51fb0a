/**
 * Small dense symmetric matrices in flat row-major arrays: the d x d of an action space.
 *
 * <p>Start at {@link io.acord.linear.Symmetric}. Factoring, solving and products allocate nothing, because the engine
 * calls them for every agent in every iteration.
 *
 * <p>Not here: anything that grows with the number of agents; that is walked over a graph, never stored densely.
 */
@NullMarked
package io.acord.linear;

import org.jspecify.annotations.NullMarked;
