/**
 * Actions that were played before, here or by programs of others: read from a file, and played again as a policy.
 *
 * <p>Start at {@link io.acord.lab.recorded.RecordedActions}. A file is complete or refused: every policy in it has an
 * action of every agent in every round of each of its repeats.
 *
 * <p>Not here: what is made of them; see {@code run}.
 */
@NullMarked
package io.acord.lab.recorded;

import org.jspecify.annotations.NullMarked;
