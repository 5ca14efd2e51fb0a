package io.acord.lab.application;

import io.acord.model.Actions;
import java.util.List;
import java.util.Map;

/** Watches one policy in one repeat with the eyes of a field. Scratch; one thread. */
public interface Meter {

    /** The {@code costs.kind} that it belongs to. */
    String kind();

    /** Takes in the actions of a round. Called for t = 1, 2, … T in this order. */
    void played(int t, Actions previous, Actions actions);

    /**
     * What the run came to, when all rounds have been played. Every meter of a run has the same measures in the same
     * order.
     */
    Map<Measure, Double> measures();

    /** Curves over the rounds, T numbers each. Every meter of a run has the same charts in the same order. */
    default Map<Chart, double[]> series() {
        return Map.of();
    }

    /**
     * Pictures of what was played. Asked for only of meters that were made to be drawn.
     *
     * @param id unlike that of any other policy on the page; ids within the pictures start with it
     * @param all the meters whose pictures are put beside one another, this one among them, for whoever wants the same
     *     axis for all
     */
    default List<Picture> pictures(String id, List<Meter> all) {
        return List.of();
    }
}
