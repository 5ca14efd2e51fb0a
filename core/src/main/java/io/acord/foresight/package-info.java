/**
 * Forecasts made safe: agents plan several rounds ahead with what each believes of its own next costs, and an account
 * lets them follow the plan only as far as they can never pay much more than ACORD does without (theory 14). Start with
 * {@link io.acord.foresight.Foresight}.
 */
@NullMarked
package io.acord.foresight;

import org.jspecify.annotations.NullMarked;
