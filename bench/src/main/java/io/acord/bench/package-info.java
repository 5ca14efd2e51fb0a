/**
 * How fast Acord is, and against what people use instead.
 *
 * <p>Start at {@link io.acord.bench.Main}, which is {@code ./acord bench}. Its short form measures everything
 * interleaved and takes minima, because on a machine that others use only ratios within one run mean something; the
 * classes whose names end in {@code Benchmark} ask JMH the same questions one by one.
 */
@NullMarked
package io.acord.bench;

import org.jspecify.annotations.NullMarked;
