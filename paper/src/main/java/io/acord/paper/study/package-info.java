/**
 * The paper's statements by experiment, and what lies beyond the paper.
 *
 * <p>Start at {@link io.acord.paper.study.CompetitiveRatioStudy}. Each class is a group of statements: instances that
 * are random, adversarial or searched for, what was measured on them, and the claims that this decides.
 *
 * <p>Not here: the figures of the paper; see {@code figure}. The list of all studies; see {@code audit}.
 */
@NullMarked
package io.acord.paper.study;

import org.jspecify.annotations.NullMarked;
