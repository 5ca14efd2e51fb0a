package io.acord.lab.policy;

import io.acord.graph.Coupling;
import io.acord.lab.optimum.FlatRound;
import io.acord.lab.optimum.Patch;
import io.acord.lab.optimum.SpaceTime;
import io.acord.model.Actions;
import io.acord.model.Round;
import org.jspecify.annotations.Nullable;

/** A centre that minimises F_t exactly, round by round. Reused scratch; one run. */
final class Central {

    private final SpaceTime problem;
    private @Nullable Coupling lastCoupling;
    private @Nullable Patch lastPatch;

    Central(Setting setting) {
        this.problem = new SpaceTime(setting.threads());
    }

    /** argmin F_t; a λ of null is 1. */
    Actions decide(Round round, Actions previous, double @Nullable [] lambda) {
        problem.pose(new FlatRound[] {FlatRound.of(round)}, patchOf(round.coupling()), previous.toArray(), lambda);
        double[] x = previous.toArray();
        problem.solve(x);
        return Actions.flat(round.dimension(), x);
    }

    private Patch patchOf(Coupling coupling) {
        Patch known = lastPatch;
        if (known == null || lastCoupling != coupling) {
            known = Patch.whole(coupling);
            lastPatch = known;
            lastCoupling = coupling;
        }
        return known;
    }
}
