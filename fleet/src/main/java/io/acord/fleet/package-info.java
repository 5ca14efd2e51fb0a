/**
 * Agents as processes that talk to their neighbours only.
 *
 * <p>Start at {@link io.acord.fleet.Member}: one process, one block of agents, driven by one thread. Whoever embeds it
 * gives every round's costs and edges by a {@link io.acord.fleet.RoundSource} and gets the actions by an
 * {@link io.acord.fleet.ActionListener}. An action is given out only when the journal that names it is on disk, and
 * every round gets one.
 *
 * <p>What crosses between members is {@code acord/v1/neighbour.proto}, and nothing else.
 *
 * <p>Not here: what a block does with a message, see {@code io.acord.protocol}; connections, see
 * {@code io.acord.fleet.transport}; names and keys, see {@code io.acord.fleet.identity}.
 */
@NullMarked
package io.acord.fleet;

import org.jspecify.annotations.NullMarked;
