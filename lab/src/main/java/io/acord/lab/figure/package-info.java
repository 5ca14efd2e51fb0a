/**
 * Figures as numbers, and on paper: one layout, three inks.
 *
 * <p>Start at {@link io.acord.lab.figure.Figure}: curves and graphs without colours or pixels.
 * {@link io.acord.lab.figure.FigureDrawing} decides where everything goes and tells an {@link io.acord.lab.figure.Ink}
 * in pixels; one ink writes SVG, one paints a PNG, one writes PDF, and all show the same. Nothing but the JDK is
 * needed; where it has no fonts there is SVG only.
 *
 * <p>Not here: the page of a single run, which has drawings of its own; see {@code report}. The paper's figures; see
 * {@code io.acord.paper}.
 */
@NullMarked
package io.acord.lab.figure;

import org.jspecify.annotations.NullMarked;
