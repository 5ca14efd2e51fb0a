/**
 * YAML options: what stands in a scenario or another file of ours, with its place, as its readers ask for it.
 *
 * <p>Start at {@link io.acord.lab.options.Options}. It knows the place of every key: complaints carry file, line and
 * column, come all at once, and unknown keys are told from the keys that were asked for. Whoever writes a kind of
 * costs, graph or policy reads its options here, and extends a {@link io.acord.lab.options.ScenarioKind}.
 *
 * <p>Not here: which keys a scenario has; see {@code scenario}.
 */
@NullMarked
package io.acord.lab.options;

import org.jspecify.annotations.NullMarked;
