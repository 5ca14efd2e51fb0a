/**
 * Batteries that keep their charge within a band, and alike (the paper's Appendix A.3).
 *
 * <p>Start at {@link io.acord.applications.battery.Storage}: what sun and load do to the charge, and the rounds that
 * follow. {@link io.acord.applications.battery.BatteryCosts} reads a scenario; series are made up from a seed or read
 * from files.
 */
@NullMarked
package io.acord.applications.battery;

import org.jspecify.annotations.NullMarked;
