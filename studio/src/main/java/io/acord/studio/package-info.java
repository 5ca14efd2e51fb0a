/**
 * The studio: a page in the browser on which a scenario plays live, explains itself, and a running swarm can be
 * watched.
 *
 * <p>Start at {@link io.acord.studio.Studio}; what it answers is in {@code StudioRoutes} and described in
 * {@code docs/studio/api.md}; the page lies in the resources, under {@code page}. Numbers come from the classes that
 * {@code ./acord run} plays with.
 *
 * <p>Not here: how rounds are played, see {@code io.acord.lab.run}.
 */
@NullMarked
package io.acord.studio;

import org.jspecify.annotations.NullMarked;
