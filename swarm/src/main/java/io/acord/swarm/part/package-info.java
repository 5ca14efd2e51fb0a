/**
 * What a process of a swarm is handed of the scenario: its own agents' costs, edges and forecasts.
 *
 * <p>Start at {@link io.acord.swarm.part.PartWriter}, of the one who has read the scenario, and
 * {@link io.acord.swarm.part.PartRoundSource}, of the member. What comes out is what the member would have read, to the
 * last bit. Not here: how numbers lie in files; see {@code io.acord.lab.block}.
 */
@NullMarked
package io.acord.swarm.part;

import org.jspecify.annotations.NullMarked;
