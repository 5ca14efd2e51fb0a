/**
 * The protocol under a seeded scheduler that delays, drops, repeats and reorders messages, cuts links, kills blocks and
 * damages journals.
 *
 * <p>Start at {@link io.acord.protocol.simulator.Simulation}. A {@link io.acord.protocol.simulator.Setting} says what
 * is played, a {@link io.acord.protocol.simulator.Faults} what goes wrong; with the seed they determine everything,
 * down to the hash of the trace.
 *
 * <p>The blocks are the real {@link io.acord.protocol.machine.BlockMachine}; only time, network and disk are simulated.
 * Every run is checked against the promises as it goes, and a {@link io.acord.protocol.simulator.BrokenPromise} says
 * which seed and command show it again.
 *
 * <p>Not here: faults of wires, files and processes as such, which belong to whoever has real ones.
 */
@NullMarked
package io.acord.protocol.simulator;

import org.jspecify.annotations.NullMarked;
