/**
 * Files of text as people have them: plain or packed by gzip or zstd, and named as what they are if they are no text.
 *
 * <p>Start at {@link io.acord.lab.text.TextSource}. How a number or a name stands in a line is in
 * {@link io.acord.lab.text.CsvText} and {@link io.acord.lab.text.DecimalParser}.
 *
 * <p>Not here: what the lines mean; see {@code data}.
 */
@NullMarked
package io.acord.lab.text;

import org.jspecify.annotations.NullMarked;
