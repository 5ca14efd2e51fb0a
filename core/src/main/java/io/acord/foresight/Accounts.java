package io.acord.foresight;

import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;

/** Says how far from the expert's actions towards the plan's agents may go, round by round. One thread. */
abstract class Accounts {

    /** Halving an interval this often leaves nothing that a double could tell apart from its lower end. */
    private static final int HALVINGS = 53;

    /** One round, seen from its end. */
    record Choice(Round round, Actions expert, Actions expertBefore, Actions planned, Actions before) {

        /** e + γ (p − e) of an agent. */
        void write(int agent, double gamma, double[] into) {
            for (int c = 0; c < into.length; c++) {
                double e = expert.get(agent, c);
                into[c] = gamma == 1 ? planned.get(agent, c) : e + gamma * (planned.get(agent, c) - e);
            }
        }

        Actions at(double[] gammas) {
            int d = round.dimension();
            double[] point = new double[d];
            return Actions.written(round.agents(), d, all -> {
                for (int i = 0; i < gammas.length; i++) {
                    write(i, gammas[i], point);
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

    /** What is left of the allowance at γ; concave, and allowed is where it is not negative. */
    interface Allowance {
        double left(double gamma);
    }

    /** The largest γ that is allowed; 0 where nothing is, which by the theorems is allowed but for rounding. */
    static double largest(Allowance allowance) {
        if (allowance.left(1) >= 0) {
            return 1;
        }
        double allowed = 0;
        double refused = 1;
        for (int k = 0; k < HALVINGS; k++) {
            double middle = (allowed + refused) / 2;
            if (allowance.left(middle) >= 0) {
                allowed = middle;
            } else {
                refused = middle;
            }
        }
        return allowed;
    }

    static double squaredDistance(double[] x, double[] y) {
        double sum = 0;
        for (int c = 0; c < x.length; c++) {
            sum += (x[c] - y[c]) * (x[c] - y[c]);
        }
        return sum;
    }
}
