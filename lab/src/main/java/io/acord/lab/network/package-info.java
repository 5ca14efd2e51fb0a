/**
 * Graphs in the formats in which networks are published: edge lists and MatrixMarket.
 *
 * <p>Start at {@link io.acord.lab.network.EdgeListGraph}. What is wrong with a file is complained about with its lines;
 * directions do not matter, because differing costs both ends.
 *
 * <p>Not here: files of our own columns; see {@code data}.
 */
@NullMarked
package io.acord.lab.network;

import org.jspecify.annotations.NullMarked;
