/**
 * The panel of policies: ACORD and what it is compared with, equals behind one interface.
 *
 * <p>Start at {@link io.acord.lab.policy.Policy}. A policy says by its {@link io.acord.lab.policy.Sight} what it may
 * know, and its {@link io.acord.lab.policy.Outlook} hands out no more; a {@link io.acord.lab.policy.Contestant} plays
 * it and counts what it sends.
 *
 * <p>A policy of one's own is a {@link io.acord.lab.policy.PolicyKind} that is named in
 * {@code META-INF/services/io.acord.lab.policy.PolicyKind}.
 *
 * <p>Not here: what the play costs and how good it was; the lab measures that for all policies alike.
 */
@NullMarked
package io.acord.lab.policy;

import org.jspecify.annotations.NullMarked;
