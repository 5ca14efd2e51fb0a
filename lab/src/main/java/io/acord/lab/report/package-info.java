/**
 * The page that tells people how a run went.
 *
 * <p>Start at {@link io.acord.lab.report.Report}. It makes one file that needs nothing else: numbers, drawings, style
 * and script are all in it, and it asks nobody for anything. The same result always gives the same bytes. Everything
 * that a user wrote passes through {@code Markup}, which escapes it.
 *
 * <p>Not here: how the numbers came about; see {@code run}.
 */
@NullMarked
package io.acord.lab.report;

import org.jspecify.annotations.NullMarked;
