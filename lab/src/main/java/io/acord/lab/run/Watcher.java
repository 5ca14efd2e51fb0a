package io.acord.lab.run;

import io.acord.foresight.ForesightDecision;
import io.acord.lab.instance.Instance;
import io.acord.model.Actions;

/** Whoever wants to see a run while it is played. Repeats are played by several threads at once. */
public interface Watcher {

    /** Sees nothing. */
    Watcher NOBODY = new Watcher() {};

    /** A policy has acted; {@code algorithm} counts from 0 in the order of the plan. */
    default void acted(int algorithm, int repeat, int round, Instance instance, Actions actions) {}

    /** A policy that looks ahead has acted: how far each agent followed its plan. */
    default void foresaw(int algorithm, int repeat, int round, Instance instance, ForesightDecision decision) {}

    /** Some work is done: {@code done} of {@code all} units. */
    default void progress(long done, long all) {}
}
