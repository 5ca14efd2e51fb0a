/**
 * When a member of a fleet does what, as a function of time and of what happened.
 *
 * <p>Start at {@link io.acord.protocol.clock.RoundClock}. Whoever has a clock, a real or a simulated one, tells it the
 * time; it never asks. What it wants done is an {@link io.acord.protocol.Event} for the machine, or a question to the
 * source of rounds.
 *
 * <p>Not here: what a block does with an event, see {@code io.acord.protocol}; threads, sockets and files, see
 * {@code io.acord.fleet}.
 */
@NullMarked
package io.acord.protocol.clock;

import org.jspecify.annotations.NullMarked;
