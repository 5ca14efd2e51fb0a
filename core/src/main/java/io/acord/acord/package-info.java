/**
 * ACORD, Algorithm 1 of the paper: agents solve their own small problem, show their neighbours where they would go, and
 * repeat.
 *
 * <p>To read the algorithm, start at {@link io.acord.acord.Algorithm1}. To use it, start at
 * {@link io.acord.acord.Acord}, which plays a round for a whole fleet in memory and gives a
 * {@link io.acord.acord.Decision}.
 *
 * <p>Not here: what is played, see {@code io.acord.recipe}; the arithmetic of an iteration, which is the same wherever
 * agents live, see {@code io.acord.internal.kernel}; the formulas behind the guarantees, see {@code io.acord.theory}.
 */
@NullMarked
package io.acord.acord;

import org.jspecify.annotations.NullMarked;
