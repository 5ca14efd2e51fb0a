/**
 * How bad input is answered: where, what was found, what is needed, how to repair it; everything at once.
 *
 * <p>Start at {@link io.acord.input.Complaints}. A caller collects complaints while it looks at its input and throws
 * them together; nothing has happened by then.
 *
 * <p>Not here: our own bugs, which are {@link AssertionError}s, and faults of a network, which are events.
 */
@NullMarked
package io.acord.input;

import org.jspecify.annotations.NullMarked;
