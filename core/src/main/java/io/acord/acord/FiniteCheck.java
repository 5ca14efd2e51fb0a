package io.acord.acord;

import io.acord.input.Complaints;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import java.util.Arrays;

/** Refuses numbers that are none: a user's cost may answer nonsense, and a fleet must not act on it. */
final class FiniteCheck {

    private FiniteCheck() {}

    static void check(double[] actions, int dimension) {
        Complaints complaints = new Complaints();
        for (int k = 0; k < actions.length; k++) {
            if (Double.isFinite(actions[k])) {
                continue;
            }
            complaints.needFinite(
                    "agents[" + k / dimension + "].action",
                    actions[k],
                    "check the argmin of this agent's hitting cost, and the size of its numbers");
        }
        complaints.throwIfAny();
    }

    /** A cost may also answer nonsense of an action it chose itself. */
    static void check(Round round, Cost cost, Actions x) {
        if (Double.isFinite(cost.total())) {
            return;
        }
        Complaints complaints = new Complaints();
        for (int i = 0; i < round.agents(); i++) {
            complaints.needFinite(
                    "agents[" + i + "].cost at " + Arrays.toString(x.of(i)),
                    round.cost(i).at(x.of(i)),
                    "check the value of this agent's hitting cost, and that its argmin stays in its domain");
        }
        if (complaints.isEmpty()) {
            complaints.add(
                    "round",
                    "costs " + cost,
                    "costs within the range of doubles",
                    "scale the costs, beta or the actions down");
        }
        complaints.throwIfAny();
    }
}
