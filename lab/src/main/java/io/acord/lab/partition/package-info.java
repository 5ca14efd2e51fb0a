/**
 * Which agents live together: few edges between blocks, as much to do in each.
 *
 * <p>Start at {@link io.acord.lab.partition.Partitioner}. Not here: what a block computes, which is the kernel's.
 */
@NullMarked
package io.acord.lab.partition;

import org.jspecify.annotations.NullMarked;
