package io.acord.lab.policy;

import io.acord.acord.Traffic;
import io.acord.model.Actions;
import java.util.OptionalDouble;

/**
 * What a policy did in a round, as the lab saw it.
 *
 * @param iterations of ACORD's engine, or one more than the exchanges between neighbours; 0 for policies without any
 * @param traffic what crossed edges, or the way to and from a centre
 * @param certificate that ACORD's engine gave for the actions, if they are its and λ is the scenario's
 */
public record Move(Actions actions, int iterations, Traffic traffic, OptionalDouble certificate) {}
