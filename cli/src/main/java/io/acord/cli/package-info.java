/**
 * The command {@code acord}.
 *
 * <p>Start at {@link io.acord.cli.Main}. Commands read their arguments, call the lab and print; what they do is in the
 * lab.
 */
@NullMarked
package io.acord.cli;

import org.jspecify.annotations.NullMarked;
