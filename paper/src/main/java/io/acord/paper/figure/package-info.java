/**
 * The paper's figures, measured again.
 *
 * <p>Start at {@link io.acord.paper.figure.Figure1}. Each figure is a study: policies play the same instances in a
 * {@link io.acord.paper.figure.Contest}, seed by seed, and curves are means over the seeds with their intervals.
 *
 * <p>Not here: the paper's statements; see {@code study}. How figures are drawn; see {@code draw}.
 */
@NullMarked
package io.acord.paper.figure;

import org.jspecify.annotations.NullMarked;
