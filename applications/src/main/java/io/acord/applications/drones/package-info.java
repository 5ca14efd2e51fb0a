/**
 * Drones in formation: slots along a route, gusts and obstacles become rounds; trajectories, formation error and
 * separation are what is measured.
 *
 * <p>Start at {@link io.acord.applications.drones.DroneCosts}, the kind of costs;
 * {@link io.acord.applications.drones.Flight} is the model. An action is how far a drone is from its slot, so that
 * offsets between neighbours (theory 8.4) become plain differences and no policy or engine need know of them.
 */
@NullMarked
package io.acord.applications.drones;

import org.jspecify.annotations.NullMarked;
