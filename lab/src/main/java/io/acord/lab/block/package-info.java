/**
 * Files by which whoever has read a scenario hands each block of agents what it needs of it, and nothing of the others.
 *
 * <p>Start at {@link io.acord.lab.block.BlockFile} for edges and {@link io.acord.lab.block.CostRows} for costs; what is
 * made of the numbers again has the same bits. Not here: who computes a block, which is Spark's tasks' and the members'
 * of a swarm.
 */
@NullMarked
package io.acord.lab.block;

import org.jspecify.annotations.NullMarked;
