/**
 * What a study finds: figures as numbers, and what became of the paper's sentences.
 *
 * <p>Start at {@link io.acord.paper.finding.Findings}. A {@link io.acord.lab.figure.Figure} is curves and graphs
 * without colours or pixels; a {@link io.acord.paper.finding.Claim} is a sentence of the paper with a verdict that its
 * numbers decide.
 *
 * <p>Not here: how findings are measured; see {@code figure} and {@code study}. How they are drawn; see
 * {@code io.acord.lab.figure}.
 */
@NullMarked
package io.acord.paper.finding;

import org.jspecify.annotations.NullMarked;
