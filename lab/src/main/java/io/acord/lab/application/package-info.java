/**
 * What a field of use adds to a scenario: how well a policy did in the field's own words, and how that is drawn.
 *
 * <p>Start at {@link io.acord.lab.application.Meter}. An application is a {@link io.acord.lab.source.CostKind} whose
 * costs come with a meter, and where its model says so with a graph, switching weights and a start of their own
 * ({@link io.acord.lab.source.CostSource}). Policies and engines see ordinary rounds and know nothing of the field.
 *
 * <p>Not here: the applications themselves; each has a package.
 */
@NullMarked
package io.acord.lab.application;

import org.jspecify.annotations.NullMarked;
