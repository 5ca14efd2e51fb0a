/**
 * How studies of the paper are set up: what a study is, what it may vary, the paper's settings, threads and timing.
 *
 * <p>Start at {@link io.acord.paper.experiment.Study}. It measures and answers with findings; the same
 * {@link io.acord.paper.experiment.StudySetup} gives the same findings, run times excepted. Nothing in a study draws or
 * writes.
 *
 * <p>Not here: the studies themselves; see {@code figure} and {@code study}.
 */
@NullMarked
package io.acord.paper.experiment;

import org.jspecify.annotations.NullMarked;
