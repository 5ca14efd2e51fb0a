/**
 * What a round takes on a larger cluster than the one at hand: a model, fitted to rounds that were measured.
 *
 * <p>Start at {@link io.acord.spark.scale.Model}; {@code acord spark --fit} measures. See {@code docs/scale.md}.
 */
@NullMarked
package io.acord.spark.scale;

import org.jspecify.annotations.NullMarked;
