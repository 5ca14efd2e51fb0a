package io.acord.lab.policy;

import io.acord.cost.QuadraticPull;
import io.acord.model.Actions;
import io.acord.model.Round;

/** Agents that do not care what the others do. */
final class Alone {

    /** How much an agent holds on to its last action. */
    interface Weight {
        double of(int agent);
    }

    private Alone() {}

    /** Everybody plays argmin f(x) + weight/2 ‖x − x_{t−1}‖². */
    static Move decide(Round round, Actions previous, Weight weight) {
        int d = round.dimension();
        double[] all = new double[round.agents() * d];
        QuadraticPull pull = new QuadraticPull(d);
        double[] before = new double[d];
        double[] x = new double[d];
        for (int i = 0; i < round.agents(); i++) {
            previous.copyTo(i, before, 0);
            previous.copyTo(i, x, 0);
            pull.clear();
            pull.add(weight.of(i), before);
            round.cost(i).argmin(pull, x);
            System.arraycopy(x, 0, all, i * d, d);
        }
        return Move.alone(Actions.flat(d, all));
    }
}
