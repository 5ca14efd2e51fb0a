/**
 * What the related work does, as policies of the lab: rivals of ACORD that are played, measured and counted like it.
 *
 * <p>Start at {@link io.acord.lab.rival.Admm}, the strongest. Each names the work that it follows and what of it is our
 * reading, says by its {@link io.acord.lab.policy.Sight} what it may know, and is refused where it cannot play.
 *
 * <p>Not here: LPC, ROBD and the naive approaches of the paper; they are in {@code policy}.
 */
@NullMarked
package io.acord.lab.rival;

import org.jspecify.annotations.NullMarked;
