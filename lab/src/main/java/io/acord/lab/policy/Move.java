package io.acord.lab.policy;

import io.acord.acord.Traffic;
import io.acord.model.Actions;

/**
 * What a policy did in a round.
 *
 * @param iterations exchanges of actions within the round; 0 for policies without any
 * @param traffic what crossed edges, or the way to and from a centre
 */
public record Move(Actions actions, int iterations, Traffic traffic) {

    /** A move of a policy that talks to nobody. */
    public static Move alone(Actions actions) {
        return new Move(actions, 0, Traffic.NONE);
    }
}
