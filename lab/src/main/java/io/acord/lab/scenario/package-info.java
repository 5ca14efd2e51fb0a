/**
 * Scenario files: what to play, on which costs and graphs, with which policies.
 *
 * <p>Start at {@code ScenarioReader}. Everything in a file is read through {@link io.acord.lab.scenario.Options}, which
 * knows the place of every key: complaints carry file, line and column, come all at once, and unknown keys are told
 * from the keys that were asked for.
 *
 * <p>A new policy, cost generator or graph is one class: implement {@link io.acord.lab.scenario.PolicyKind},
 * {@link io.acord.lab.scenario.CostKind} or {@link io.acord.lab.scenario.GraphKind} and name it in
 * {@code META-INF/services}.
 */
@NullMarked
package io.acord.lab.scenario;

import org.jspecify.annotations.NullMarked;
