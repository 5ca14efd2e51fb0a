/**
 * Exact, centralised solves: the hindsight optimum of a run, ROBD's round, LPC's neighbourhood.
 *
 * <p>All of them are one problem, {@link io.acord.lab.optimum.SpaceTime}: some agents over some rounds, where a round
 * apart is an edge too.
 *
 * <p>Results say what was achieved: solved, or bracketed by a certificate.
 */
@NullMarked
package io.acord.lab.optimum;

import org.jspecify.annotations.NullMarked;
