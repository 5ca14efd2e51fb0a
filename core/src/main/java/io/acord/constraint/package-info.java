/**
 * Where an agent's action has to lie, beyond boxes: balls, half-spaces, simplices, and any convex set that somebody can
 * project onto. A constraint is part of an agent's own hitting cost, so it stays with the agent.
 *
 * <p>Start at {@link io.acord.constraint.Constrained}. Not here: boxes, which {@link io.acord.cost.Boxed} solves
 * directly.
 */
@NullMarked
package io.acord.constraint;

import org.jspecify.annotations.NullMarked;
