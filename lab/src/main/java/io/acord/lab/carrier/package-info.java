/**
 * Where a scenario is played: in memory, by processes, on a cluster; with the same bits everywhere.
 *
 * <p>Start at {@link io.acord.lab.carrier.Carrier}; {@link io.acord.lab.carrier.CarrierRun} is what a command does with
 * one: asks what cannot be played, plays, judges, writes, prints. Carriers of processes and of a cluster are in the
 * modules {@code swarm} and {@code spark}.
 */
@NullMarked
package io.acord.lab.carrier;

import org.jspecify.annotations.NullMarked;
