/**
 * The systems that the paper names, and ACORD, on the same data.
 *
 * <p>Start at {@link io.acord.paper.rival.RivalsStudy}. The scenario beside it is the one that
 * {@code docs/comparison.md} speaks of.
 *
 * <p>Not here: the rivals themselves; see {@code io.acord.lab.rival}.
 */
@NullMarked
package io.acord.paper.rival;

import org.jspecify.annotations.NullMarked;
