/**
 * The arithmetic of drawings: where things are put, which of many are shown, and how pictures and numbers are packed
 * into a page.
 *
 * <p>Start at {@link io.acord.lab.draw.Scale}. Nothing here knows what is drawn, and the same input always gives the
 * same drawing.
 *
 * <p>Not here: the drawings themselves; see {@code report}.
 */
@NullMarked
package io.acord.lab.draw;

import org.jspecify.annotations.NullMarked;
