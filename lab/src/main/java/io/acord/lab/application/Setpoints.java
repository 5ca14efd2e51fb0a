package io.acord.lab.application;

import io.acord.model.Actions;
import java.util.List;

/** Makes of one policy's actions what the controllers of a field take, round after round. Scratch; one thread. */
public interface Setpoints {

    /** What there is of every agent in every round, each with its unit, like {@code power_kw}. */
    List<String> columns();

    /**
     * The numbers of a round. Called for t = 1, 2, … T in this order.
     *
     * @return agent by agent, as many as there are columns
     */
    double[] played(int t, Actions previous, Actions actions);
}
