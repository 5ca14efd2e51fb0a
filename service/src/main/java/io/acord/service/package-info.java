/**
 * {@code acord serve}: rounds come in over HTTP, decisions go out.
 *
 * <p>Start at {@link io.acord.service.Service}, which owns all state: one fleet, and the journal of what was answered.
 * Nothing is answered before it is on disk, and what is refused changes nothing. {@link io.acord.service.ServiceRoutes}
 * is its face to a {@link io.acord.web.WebServer}.
 */
@NullMarked
package io.acord.service;

import org.jspecify.annotations.NullMarked;
