/**
 * Who takes part in a fleet that changes while it plays.
 *
 * <p>Start at {@link io.acord.protocol.membership.Membership}. What it says decides only which edges a block means in a
 * round: whether they are used is for both ends to say, as always, so two ends that have heard different news lose a
 * round's edge and never count one alone.
 *
 * <p>Not here: where members are and how they are let in, see {@code fleet}.
 */
@NullMarked
package io.acord.protocol.membership;

import org.jspecify.annotations.NullMarked;
