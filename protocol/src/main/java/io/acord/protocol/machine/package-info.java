/**
 * The state machine of a block: one round after the other, and what becomes of them.
 *
 * <p>Start at {@link io.acord.protocol.machine.BlockMachine}; the rest is its parts. A round in progress talks over its
 * links, and goes through phases; what it leaves behind is a page of the books.
 *
 * <p>Not here: the words that machines and drivers use, see {@code io.acord.protocol}.
 */
@NullMarked
package io.acord.protocol.machine;

import org.jspecify.annotations.NullMarked;
