/**
 * Plays a scenario with all its policies and says who paid what.
 *
 * <p>Start at {@code Experiment}. Its {@link io.acord.lab.run.RunResult} is everything that tables, files and the
 * report show.
 */
@NullMarked
package io.acord.lab.run;

import org.jspecify.annotations.NullMarked;
