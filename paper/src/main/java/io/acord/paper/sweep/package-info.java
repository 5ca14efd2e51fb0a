/**
 * What a sweep found, drawn: figures as SVG and PNG, and a page that needs nothing else.
 *
 * <p>Start at {@link io.acord.paper.sweep.SweepFiles}. Curves are drawn by the hand that draws the paper's figures.
 *
 * <p>Not here: playing, and the tables; see {@code io.acord.lab.sweep}.
 */
@NullMarked
package io.acord.paper.sweep;

import org.jspecify.annotations.NullMarked;
