/**
 * Files of text as people have them: plain or packed by gzip or zstd, and named as what they are if they are no text.
 *
 * <p>Start at {@link io.acord.lab.text.TextSource}.
 *
 * <p>Not here: what the lines mean; see {@code data}.
 */
@NullMarked
package io.acord.lab.text;

import org.jspecify.annotations.NullMarked;
