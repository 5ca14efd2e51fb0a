/**
 * Series as they are published, with holes, repeated lines and clocks that are put forward and back: what is made of
 * that, as whoever gives the file chooses.
 *
 * <p>Start at {@link io.acord.lab.series.SeriesRepairs}. By default nothing is repaired, and everything refused.
 *
 * <p>Not here: reading; see {@code io.acord.lab.data.TimeSeries}.
 */
@NullMarked
package io.acord.lab.series;

import org.jspecify.annotations.NullMarked;
