/**
 * What commands say to a person: progress, tables that fit, text that is safe to print.
 *
 * <p>Start at {@link io.acord.lab.terminal.Console}. Results go to standard output, everything else to standard error.
 *
 * <p>Not here: what a page in a browser shows; see {@code report}.
 */
@NullMarked
package io.acord.lab.terminal;

import org.jspecify.annotations.NullMarked;
