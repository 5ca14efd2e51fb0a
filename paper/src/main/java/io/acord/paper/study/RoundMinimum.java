package io.acord.paper.study;

import io.acord.lab.optimum.FlatRound;
import io.acord.lab.optimum.Patch;
import io.acord.lab.optimum.SpaceTime;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import java.util.Arrays;

/**
 * The minimum of F_t, by a centre that knows everything: what gaps are measured from.
 *
 * @param value min F_t
 */
record RoundMinimum(Actions actions, double value) {

    static RoundMinimum of(RoundObjective objective) {
        Round round = objective.round();
        double[] lambda = new double[round.agents()];
        Arrays.setAll(lambda, objective::lambda);
        SpaceTime problem = new SpaceTime(1);
        double[] x = objective.previous().toArray();
        problem.pose(
                new FlatRound[] {FlatRound.of(round)},
                Patch.whole(round.coupling()),
                objective.previous().toArray(),
                lambda);
        problem.solve(x);
        Actions best = Actions.flat(round.dimension(), x);
        return new RoundMinimum(best, objective.at(best));
    }

    /** F_t(x) − min F_t, or 0 if rounding has it below. */
    double gap(RoundObjective objective, Actions x) {
        return Math.max(0, objective.at(x) - value);
    }
}
