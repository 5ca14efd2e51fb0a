/**
 * A fleet of processes on one machine: started, watched, started again, and the files that speak of it.
 *
 * <p>Start at {@link io.acord.swarm.SwarmCarrier}, which plays a scenario by a {@link io.acord.swarm.Swarm}.
 * {@link io.acord.swarm.AgentProcess} is one process of it, also of a fleet on many machines;
 * {@link io.acord.swarm.SwarmFile} reads what a swarm says of itself.
 *
 * <p>Not here: what a process does in a round, see {@code fleet}.
 */
@NullMarked
package io.acord.swarm;

import org.jspecify.annotations.NullMarked;
