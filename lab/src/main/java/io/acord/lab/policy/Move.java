package io.acord.lab.policy;

import io.acord.acord.Decision;
import io.acord.acord.Traffic;
import io.acord.foresight.ForesightDecision;
import io.acord.model.Actions;
import java.util.Optional;

/**
 * What a policy did in a round, as the lab saw it.
 *
 * @param iterations of ACORD's engine, or the steps of agents who tell each other something, at least as many as the
 *     exchanges; 0 for policies without any
 * @param traffic what crossed edges, or the way to and from a centre
 * @param decision of ACORD's engine, if the actions are its: its certificate and its books' entries are used
 * @param foresight how far plans were followed, if there were any
 */
public record Move(
        Actions actions,
        int iterations,
        Traffic traffic,
        Optional<Decision> decision,
        Optional<ForesightDecision> foresight) {}
