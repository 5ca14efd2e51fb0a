package io.acord.lab.instance;

import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.Arrays;

/** The rounds 1 .. T of one run, each built when asked for: a million agents need not fit into memory T times. */
public interface Instance {

    int agents();

    /** What an agent is called in files and plots. */
    String name(int agent);

    int dimension();

    /** T. */
    int horizon();

    /** x_0. */
    Actions start();

    /** Round t of 1 .. T; asking twice gives equal rounds. Rounds that share a graph share its {@code Coupling} object. */
    Round round(int t);

    /** The smallest μ that each agent has in any round: what a declared λ₁ rests on. */
    default double[] leastMu() {
        double[] least = new double[agents()];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        for (int t = 1; t <= horizon(); t++) {
            Round round = round(t);
            for (int i = 0; i < least.length; i++) {
                least[i] = Math.min(least[i], round.cost(i).mu());
            }
        }
        return least;
    }
}
