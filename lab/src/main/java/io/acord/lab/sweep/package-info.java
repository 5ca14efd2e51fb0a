/**
 * A scenario played with every combination of some settings, and what the plays came to beside each other.
 *
 * <p>Start at {@link io.acord.lab.sweep.Sweep}. Combinations are played side by side, each kept as soon as it is over,
 * so that whatever interrupts a sweep costs those that were being played. Neither threads nor interruptions change a
 * result.
 *
 * <p>{@link io.acord.lab.sweep.SweepFiles} writes the tables, the figures and a page that needs nothing else.
 *
 * <p>Not here: how figures are drawn; see {@code figure}.
 */
@NullMarked
package io.acord.lab.sweep;

import org.jspecify.annotations.NullMarked;
