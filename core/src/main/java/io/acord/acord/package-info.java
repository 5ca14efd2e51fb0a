/**
 * ACORD, Algorithm 1 of the paper: agents solve their own small problem, show their neighbours where they would go, and
 * repeat.
 *
 * <p>To read the algorithm, start at {@link io.acord.acord.Algorithm1}. To use it, start at
 * {@link io.acord.acord.Acord}, which plays a round for a whole fleet in memory. {@link io.acord.acord.BlockRound} is
 * the same arithmetic for the agents that live in one place, to be driven by whoever carries the messages.
 *
 * <p>An iteration walks the arcs of a block once and stores no midpoints: 2 Σ W_e z_e = (Σ W_e) y_i + Σ W_e y_j. An
 * agent's step depends on its own data and on its neighbours' values in the order of their ids, on nothing else; so its
 * bits are the same in one thread, in many, and alone in a process.
 *
 * <p>Not here: the formulas behind the guarantees, see {@code io.acord.theory}.
 */
@NullMarked
package io.acord.acord;

import org.jspecify.annotations.NullMarked;
