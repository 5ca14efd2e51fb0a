/**
 * Costs and graphs that come from files, CSV, JSON lines, GraphML, or from programs that send them.
 *
 * <p>Start at {@link io.acord.lab.data.CsvCosts} and {@link io.acord.lab.data.CsvGraph}. A reader goes through its file
 * once, line by line, and puts what it finds into {@link io.acord.lab.data.CostLines} or
 * {@link io.acord.lab.data.EdgeLines}, which keep flat arrays, check what concerns several lines, and hand out rounds.
 * Another format is another reader.
 *
 * <p>{@link io.acord.lab.data.RoundReader} reads one round that a program sends; its costs and edges are those of JSON
 * lines. {@link io.acord.lab.data.ReadingsReader} reads one in the units of a field.
 *
 * <p>The order of lines means nothing: agents whom the scenario does not list are numbered in the order of their names'
 * bytes.
 */
@NullMarked
package io.acord.lab.data;

import org.jspecify.annotations.NullMarked;
