/**
 * Agents that are fed by their own controllers, in any language: costs or readings in, actions and set-points out, as
 * JSON.
 *
 * <p>Start at {@link io.acord.swarm.live.LiveFeed}. It stands between a member, which asks for rounds and gives out
 * actions, and a door at which controllers speak: standard input and output ({@link io.acord.swarm.live.PipeDoor}),
 * HTTP ({@link io.acord.swarm.live.HttpDoor}), or an MQTT broker ({@link io.acord.swarm.live.MqttDoor}). The doors know
 * nothing of rounds, and {@link io.acord.protocol.live.LiveRounds}, which knows all of them, nothing of doors, JSON,
 * clocks or files.
 *
 * <p>Who owns what: the controller its cost and when it tells it; the member the count of rounds, the action and the
 * journal. What a controller has told is written down before the round is played with it
 * ({@link io.acord.swarm.live.FeedJournal}), so a member that is killed and started again plays the same round with the
 * same cost, also if its controller is dead, and answers again what it has answered. A round is never played with two
 * costs. No door ever keeps the member's thread waiting: an answer that nobody reads waits at the door, within bounds.
 *
 * <p>What is told is an agent's cost ({@link io.acord.swarm.live.ToldCosts}), or what the field of an application reads
 * ({@link io.acord.swarm.live.ToldReadings}), of which the application makes costs, and set-points of actions.
 *
 * <p>Costs stay here. What crosses to other members is what crosses anyway, actions.
 *
 * <p>Not here: what happens when a controller is late, repeats itself or changes its mind, see
 * {@code io.acord.protocol.live}.
 */
@NullMarked
package io.acord.swarm.live;

import org.jspecify.annotations.NullMarked;
