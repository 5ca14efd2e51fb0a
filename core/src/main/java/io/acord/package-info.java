/**
 * Decisions for fleets: every agent gets an action that is provably close to the best any online algorithm could give.
 *
 * <p>Start at {@link io.acord.Fleet}: open a round with costs and edges, decide, read actions, cost and certificate.
 * {@link io.acord.Agent} is one agent on its own, told its cost and its neighbours' actions, answering with its own.
 *
 * <p>Hitting costs are in {@code io.acord.cost}, graphs in {@code io.acord.graph}, rounds in {@code io.acord.model},
 * the options in {@code io.acord.recipe}, the algorithm in {@code io.acord.acord}, the formulas behind the guarantees
 * in {@code io.acord.theory}. These packages, {@code io.acord.input}, {@code io.acord.linear} and this one are API;
 * what lies below {@code io.acord.internal} is not, and may change with any release.
 */
@NullMarked
package io.acord;

import org.jspecify.annotations.NullMarked;
