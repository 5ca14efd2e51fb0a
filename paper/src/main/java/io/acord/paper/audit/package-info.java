/**
 * The audit of the paper: studies are run, kept, drawn and put on one page.
 *
 * <p>Start at {@link io.acord.paper.audit.Reproduction}. What a study found is kept in a file of its own, so that an
 * interrupted reproduction goes on where it was; figures, claims and page are made from what is there. Every file
 * appears whole or not at all.
 *
 * <p>Not here: what is measured; see {@code figure} and {@code study}. How figures are drawn; see {@code draw}.
 */
@NullMarked
package io.acord.paper.audit;

import org.jspecify.annotations.NullMarked;
