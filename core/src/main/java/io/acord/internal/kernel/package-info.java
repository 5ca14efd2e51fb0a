/**
 * The layout of a round in memory and the arithmetic on it: not API. Any of it may change with any release; what a user
 * of the library needs is in the other packages of this module.
 *
 * <p>Start at {@link io.acord.internal.kernel.BlockRound}: one round for the agents that live in one place, to be
 * driven by whoever carries the messages. A {@link io.acord.internal.kernel.Block} is what they know of the coupling:
 * rows are the agents that live here, columns also their neighbours elsewhere.
 *
 * <p>An iteration walks the arcs of a block once and stores no midpoints: 2 Σ W_e z_e = (Σ W_e) y_i + Σ W_e y_j. An
 * agent's step depends on its own data and on its neighbours' values in the order of their ids, on nothing else; so its
 * bits are the same in one thread, in many, and alone in a process. Kernels read live arrays and allocate nothing.
 *
 * <p>Not here: what is played, see {@code io.acord.recipe}; the loop over a fleet in memory, see
 * {@code io.acord.acord}.
 */
@NullMarked
package io.acord.internal.kernel;

import org.jspecify.annotations.NullMarked;
