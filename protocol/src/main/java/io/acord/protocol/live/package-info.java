/**
 * What a member knows of its agents' rounds where their own controllers tell it, one round at a time.
 *
 * <p>Start at {@link io.acord.protocol.live.LiveRounds}. It owns what was told, what a round was decided with and what
 * was answered, for a window of rounds; it decides when a round has waited long enough. Like the machine it has no
 * clock, thread or file: time is an argument, and the same story told again gives the same decisions, which is how a
 * member that was killed wakes up.
 *
 * <table>
 *   <caption>Controllers that do not do what they should</caption>
 *   <tr><td>is late, or dies</td><td>the round waits for its patience; then, as configured, the member sits it out with
 *   its actions held, or plays it with the cost that it was told last</td></tr>
 *   <tr><td>tells a round after it was decided</td><td>gets its action, which says that it was late; the books charge
 *   what was told, if the round was sat out</td></tr>
 *   <tr><td>says the same again</td><td>gets the same answer</td></tr>
 *   <tr><td>says something else of the same round</td><td>is refused: who comes first decides</td></tr>
 *   <tr><td>skips ahead</td><td>is heard up to sixteen rounds ahead: whoever has a plan may tell it; beyond that it is
 *   refused</td></tr>
 *   <tr><td>says nothing of edges, β or the price of moving</td><td>they are as before</td></tr>
 *   <tr><td>proposes an edge</td><td>which is used if the other end says the same; ends that live with this member are
 *   compared here, others by the fingerprints of the round</td></tr>
 * </table>
 *
 * <p>Not here: how a controller speaks to its member, see {@code io.acord.swarm.live}.
 */
@NullMarked
package io.acord.protocol.live;

import org.jspecify.annotations.NullMarked;
