/**
 * Costs and graphs that are drawn, or come while they are played, instead of being read from files.
 *
 * <p>Each class is a kind that a scenario can name: {@link io.acord.lab.generate.SpikeCosts} are the costs of the
 * paper's experiments, {@link io.acord.lab.generate.CirculantGraph} its graphs. A random graph says how one graph is
 * drawn; when it is drawn anew, and how edges weigh, is the same for all of them.
 *
 * <p>Everything random is a function of the seed, the kind and the round: rounds may be asked for in any order, on any
 * machine, and have the same bits.
 */
@NullMarked
package io.acord.lab.generate;

import org.jspecify.annotations.NullMarked;
