/**
 * What the theory promises: the paper's formulas, corrected, as pure functions.
 *
 * <p>Start at {@link io.acord.theory.TheoremA}, which bounds what a run costs by what the best run in hindsight would
 * have cost. It needs how far each round's actions were from that round's optimum: beforehand that comes from
 * {@link io.acord.theory.Contraction} by way of {@link io.acord.theory.GapBound} and
 * {@link io.acord.theory.SufficientIterations}, afterwards from {@link io.acord.theory.Certificate}.
 * {@link io.acord.theory.Sigma} and {@link io.acord.theory.PaperRule} are the paper's own route, kept for comparison,
 * and {@link io.acord.theory.LowerBound} says why no algorithm does better.
 *
 * <p>A rate ρ below 1 is always handed around as κ = 1 − ρ, because ρ close to 1 has no digits left for κ. Numbers like
 * E13 or 5.4 point into the corrected theory, its errata and its sections: {@code docs/paper-map.md} says what each of
 * them is.
 *
 * <p>Not here: anything that plays a round.
 */
@NullMarked
package io.acord.theory;

import org.jspecify.annotations.NullMarked;
