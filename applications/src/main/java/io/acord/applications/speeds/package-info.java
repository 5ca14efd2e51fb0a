/**
 * Gantries along a road that advise speeds: traffic becomes rounds, and how smooth the speeds are in space and time is
 * what is measured.
 *
 * <p>Start at {@link io.acord.applications.speeds.SpeedCosts}, the kind of costs;
 * {@link io.acord.applications.speeds.Road} is the model. It needs no cost of its own and is the shortest of the
 * applications: the one to read before writing another.
 */
@NullMarked
package io.acord.applications.speeds;

import org.jspecify.annotations.NullMarked;
