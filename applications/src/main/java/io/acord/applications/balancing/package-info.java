/**
 * Data centres that decide every hour how many servers are on: demand and carbon intensity become rounds; emissions,
 * inequality between regions and what became of the work are what is measured.
 *
 * <p>Start at {@link io.acord.applications.balancing.LoadBalancingCosts}, the kind of costs;
 * {@link io.acord.applications.balancing.Centers} is the model and {@link io.acord.applications.balancing.Routing} what
 * happens to the work once servers have been decided on.
 */
@NullMarked
package io.acord.applications.balancing;

import org.jspecify.annotations.NullMarked;
