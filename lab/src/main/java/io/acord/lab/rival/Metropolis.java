package io.acord.lab.rival;

import io.acord.lab.policy.AgentView;
import io.acord.lab.policy.Outlook;
import java.util.function.Function;

/**
 * Averages over neighbours with Metropolis weights w_ij = 1/(1 + max(degree_i, degree_j)), w_ii = 1 − Σ_j w_ij: doubly
 * stochastic on every graph. A message has the numbers that are averaged and the degree, which a neighbour cannot know.
 */
final class Metropolis {

    private Metropolis() {}

    /** Every agent tells its neighbours d numbers of its own, and its degree. */
    static void tell(Outlook outlook, Function<AgentView, double[]> numbers) {
        int d = outlook.dimension();
        outlook.tell(d + 1, (me, a, x, message) -> {
            System.arraycopy(numbers.apply(me), 0, message, 0, d);
            message[d] = me.degree();
        });
    }

    /**
     * Σ_j w_ij (what j told + what an agent shall differ from j by).
     *
     * @param own what the agent told itself
     * @param isShifted whether offsets count; they do for actions
     */
    static double[] average(AgentView me, double[] own, boolean isShifted) {
        double[] average = own.clone();
        for (int a = 0; a < me.degree(); a++) {
            double[] told = me.heard(a);
            double weight = 1 / (1 + Math.max(me.degree(), told[own.length]));
            double[] offset = me.offset(a);
            for (int c = 0; c < own.length; c++) {
                average[c] += weight * (told[c] + (isShifted ? offset[c] : 0) - own[c]);
            }
        }
        return average;
    }
}
