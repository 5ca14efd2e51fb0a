/**
 * Figures on paper: one layout, two inks.
 *
 * <p>Start at {@link io.acord.paper.draw.FigureDrawing}. It decides where everything goes and tells an
 * {@link io.acord.paper.draw.Ink} in pixels; one ink writes SVG, the other paints a PNG, and both show the same.
 * Nothing but the JDK is needed; where it has no fonts there is SVG only.
 *
 * <p>Not here: what the figures say; see {@code figure} and {@code study}. The page of a single run has drawings of its
 * own; see {@code report}.
 */
@NullMarked
package io.acord.paper.draw;

import org.jspecify.annotations.NullMarked;
