/**
 * The words of a block of agents as a deterministic state machine: events in, effects out.
 *
 * <p>Start at {@code io.acord.protocol.machine.BlockMachine}. Whoever drives it, a network or the simulator, turns what
 * happens into an {@link io.acord.protocol.Event} and does what each {@link io.acord.protocol.Effect} says, in order.
 *
 * <p>There is no clock, socket, file, thread or randomness in a transition: the same events give the same effects, bit
 * for bit. What crosses an edge is actions, headers, and scalars of NETWORK CRAWL and of the certificate where a budget
 * asks for them; nothing else.
 *
 * <p>Not here: the arithmetic, see {@code io.acord.internal.kernel.BlockRound}; when a round opens and who is waited
 * for how long, see {@code io.acord.protocol.clock}; the wire and files, which are the driver's.
 */
@NullMarked
package io.acord.protocol;

import org.jspecify.annotations.NullMarked;
