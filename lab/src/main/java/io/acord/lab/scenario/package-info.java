/**
 * Scenario files: what to play, on which costs and graphs, with which policies.
 *
 * <p>Start at {@link io.acord.lab.scenario.ScenarioReader}. Everything that is wrong with a file is complained about at
 * once, and before anything is played.
 *
 * <p>Not here: how YAML is read; see {@code options}. What others implement to be named in a scenario: kinds of costs
 * and graphs are in {@code source}, of policies in {@code policy}; the only one here is
 * {@link io.acord.lab.scenario.ActionsFormat}.
 */
@NullMarked
package io.acord.lab.scenario;

import org.jspecify.annotations.NullMarked;
