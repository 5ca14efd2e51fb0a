/**
 * Who is coupled with whom in a round, and how strongly.
 *
 * <p>Start at {@link io.acord.graph.Coupling}, which is a {@link io.acord.graph.Graph} whose edges carry weights,
 * matrices and offsets. A round with another topology builds another one (Definition 2.3).
 *
 * <p>Neighbours are walked by index in the order of their ids, everywhere: that alone makes sums come out with the same
 * bits in one thread, many processes or blocks of a cluster.
 *
 * <p>Not here: who talks to whom over a network.
 */
@NullMarked
package io.acord.graph;

import org.jspecify.annotations.NullMarked;
