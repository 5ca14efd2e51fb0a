/**
 * Costs and graphs that come from files: CSV, JSON lines, GraphML.
 *
 * <p>Start at {@link io.acord.lab.data.CsvCosts} and {@link io.acord.lab.data.CsvGraph}. A reader goes through its file once, line by line, and puts what it finds into
 * {@link io.acord.lab.data.CostLines} or {@link io.acord.lab.data.EdgeLines}, which keep flat arrays, check what concerns several lines, and hand out rounds. Another format is another reader.
 *
 * <p>The order of lines means nothing, except that agents whom the scenario does not list are numbered as they appear.
 */
@NullMarked
package io.acord.lab.data;

import org.jspecify.annotations.NullMarked;
