/**
 * Decisions for fleets: every agent gets an action that is provably close to the best any online algorithm could give.
 *
 * <p>Start at {@link io.acord.Fleet}: open a round with costs and edges, decide, read actions, cost and certificate.
 * {@link io.acord.Agent} is one agent on its own, told its cost and its neighbours' actions, answering with its own.
 *
 * <p>Hitting costs are in {@code io.acord.cost}, rounds in {@code io.acord.model}, the algorithm's options in
 * {@code io.acord.acord}, the formulas behind the guarantees in {@code io.acord.theory}.
 */
@NullMarked
package io.acord;

import org.jspecify.annotations.NullMarked;
