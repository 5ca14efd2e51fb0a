/**
 * The paper, redrawn and audited: its figures, its statements by experiment, and what lies beyond it.
 *
 * <p>Start at {@link io.acord.paper.reproduce.Studies}. A {@link io.acord.paper.reproduce.Study} measures and answers
 * with {@link io.acord.paper.reproduce.Findings}: figures as numbers, and what became of the paper's sentences. Nothing
 * in a study draws or writes.
 *
 * <p>Not here: how studies are run, kept and shown; see {@code audit}. How a single scenario is played and reported;
 * see {@code run} and {@code report}.
 */
@NullMarked
package io.acord.paper.reproduce;

import org.jspecify.annotations.NullMarked;
