package io.acord.foresight;

import io.acord.internal.foresight.AccountRule;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;

/** Says how far from the expert's actions towards the plan's agents may go, round by round. One thread. */
abstract class Accounts {

    /** One round, seen from its end. */
    record Choice(Round round, Actions expert, Actions expertBefore, Actions planned, Actions before) {

        Actions at(double[] gammas) {
            int d = round.dimension();
            double[] point = new double[d];
            return Actions.written(round.agents(), d, all -> {
                for (int i = 0; i < gammas.length; i++) {
                    AccountRule.between(expert.of(i), planned.of(i), gammas[i], point);
                    System.arraycopy(point, 0, all, i * d, d);
                }
            });
        }
    }

    /** γ of every agent. Changes nothing. */
    abstract double[] gammas(Choice choice);

    /** Enters a round as it was played. */
    abstract void enter(Choice choice, Actions played, Cost paid, Cost expertPaid);

    /** What an agent's account holds; that of the fleet where there is one. */
    abstract double balance(int agent);

    /** Everything that is to be kept over a restart. */
    abstract double[] toArray();
}
