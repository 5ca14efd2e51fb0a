/**
 * Prices of many products that are substitutes of one another (theory 9.1, with the corrections of E26).
 *
 * <p>Start at {@link io.acord.applications.pricing.Market}: a linear demand model, and the costs whose minimum is the
 * maximum of its revenue. {@link io.acord.applications.pricing.PricingCosts} reads a scenario; a market is either made
 * up from a seed or read from files.
 */
@NullMarked
package io.acord.applications.pricing;

import org.jspecify.annotations.NullMarked;
