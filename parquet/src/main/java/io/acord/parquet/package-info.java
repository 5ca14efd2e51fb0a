/**
 * Parquet files, by DuckDB: {@code costs.kind: parquet}, {@code graph.kind: parquet} and {@code output.actions:
 * parquet}.
 *
 * <p>Start at {@link io.acord.parquet.ParquetCosts} and {@link io.acord.parquet.ParquetGraph}. What they read goes the
 * way of the lines of a CSV file. DuckDB unpacks its native library when it is first used; nothing here touches it
 * before a file has to be read or written.
 */
@NullMarked
package io.acord.parquet;

import org.jspecify.annotations.NullMarked;
