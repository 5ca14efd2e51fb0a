/**
 * The paper's words as types: a round, the actions played in it, what they cost.
 *
 * <p>Start at {@link io.acord.model.Round}. {@link io.acord.model.RoundObjective} is F_t, the function whose minimiser
 * ROBD would play and ACORD approaches.
 *
 * <p>Everything here is immutable and every sum runs in the order of agents and edges, so totals have the same bits
 * everywhere.
 *
 * <p>Not here: how actions are found; see {@code io.acord.acord}.
 */
@NullMarked
package io.acord.model;

import org.jspecify.annotations.NullMarked;
