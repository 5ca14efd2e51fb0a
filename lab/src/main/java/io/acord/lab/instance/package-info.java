/**
 * A run's worth of rounds, wherever they come from.
 *
 * <p>Start at {@link io.acord.lab.instance.Instance}. It hands out one round at a time and may be asked for the same
 * round again; whoever asks is responsible for not looking ahead.
 */
@NullMarked
package io.acord.lab.instance;

import org.jspecify.annotations.NullMarked;
