/**
 * What looking ahead computes for the agents of one place (theory 14), the same bits in memory, in processes and for an
 * agent alone. {@link io.acord.internal.foresight.BlockPlan} is the plan as a round of its own,
 * {@link io.acord.internal.foresight.AccountRule} how far an agent follows it and what its account is charged. Who
 * carries messages, and who remembers accounts, is elsewhere.
 */
@NullMarked
package io.acord.internal.foresight;

import org.jspecify.annotations.NullMarked;
