/**
 * Who is who in a fleet: its certificate authority, the certificates of its members, and the live view of them that
 * connections are checked against.
 *
 * <p>Start at {@link io.acord.fleet.identity.Authority}, which issues, and {@link io.acord.fleet.identity.Credentials},
 * which a member lives by. A name is believed only from a certificate of the fleet's own authority that is valid now
 * and not denied; there is no permissive mode.
 *
 * <p>Not here: who may speak in a round; see {@code Member}.
 */
@NullMarked
package io.acord.fleet.identity;

import org.jspecify.annotations.NullMarked;
