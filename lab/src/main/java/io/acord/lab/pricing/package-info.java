/**
 * Prices of many products that are substitutes of one another (theory 9.1, with the corrections of E26).
 *
 * <p>Start at {@link io.acord.lab.pricing.Market}: a linear demand model, and the costs whose minimum is the maximum of its revenue. {@link io.acord.lab.pricing.PricingCosts} reads a
 * scenario; a market is either made up from a seed or read from files.
 */
@NullMarked
package io.acord.lab.pricing;

import org.jspecify.annotations.NullMarked;
