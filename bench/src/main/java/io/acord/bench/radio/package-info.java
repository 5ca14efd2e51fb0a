/**
 * Fleets over a radio that loses, delays, repeats and corrupts: hosts as network namespaces, joined by a switch in user
 * space.
 *
 * <p>Start at {@link io.acord.bench.radio.RadioTable}. A process a host plays seeded rounds ({@code RadioMember}), and
 * what it gave out is compared with the engine ({@code RadioRun}). Everything that is made is removed, also when
 * whoever made it dies.
 *
 * <p>Not here: single messages that get lost on simulated time; see the simulator of {@code io.acord.protocol}.
 */
@NullMarked
package io.acord.bench.radio;

import org.jspecify.annotations.NullMarked;
