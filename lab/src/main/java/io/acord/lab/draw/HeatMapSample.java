package io.acord.lab.draw;

import io.acord.model.Actions;
import java.util.ArrayList;
import java.util.List;

/** The agents whose actions are shown over time: all of a small fleet, evenly picked ones of a large. */
public final class HeatMapSample {

    private static final int MOST = 200;

    private HeatMapSample() {}

    public static List<Integer> agents(int n) {
        int shown = Math.min(n, MOST);
        List<Integer> agents = new ArrayList<>();
        for (int k = 0; k < shown; k++) {
            agents.add((int) ((long) k * n / shown));
        }
        return agents;
    }

    /** The first coordinate of the shown agents. */
    public static List<Double> row(Actions actions) {
        return agents(actions.agents()).stream().map(i -> actions.get(i, 0)).toList();
    }
}
