/**
 * The command {@code acord}.
 *
 * <p>Start at {@link io.acord.cli.Main}. Commands read their arguments, call the module that does the work and print.
 */
@NullMarked
package io.acord.cli;

import org.jspecify.annotations.NullMarked;
