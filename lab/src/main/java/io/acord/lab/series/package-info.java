/**
 * Series as they are published, with holes, repeated lines and clocks that are put forward and back: what is made of
 * that, as whoever gives the file chooses.
 *
 * <p>Start at {@link io.acord.lab.series.SeriesRepairs}. By default nothing is repaired, and everything refused.
 * Columns that come from files of ENTSO-E or Electricity Maps are {@link io.acord.lab.series.PublishedColumn}s.
 *
 * <p>Not here: reading series of our own; see {@code io.acord.lab.data.TimeSeries}.
 */
@NullMarked
package io.acord.lab.series;

import org.jspecify.annotations.NullMarked;
