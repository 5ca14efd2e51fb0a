package io.acord.lab.draw;

import io.acord.model.Actions;
import java.util.List;
import java.util.stream.IntStream;

/** The agents whose actions are shown over time: all of a small fleet, evenly picked ones of a large. */
public final class HeatMapSample {

    private static final int MOST = 200;

    private HeatMapSample() {}

    public static List<Integer> agents(int n) {
        int shown = Math.min(n, MOST);
        List<Integer> agents = IntStream.range(0, shown)
                .mapToObj(k -> (int) ((long) k * n / shown))
                .toList();
        return agents;
    }

    /** The first coordinate of the shown agents. */
    public static List<Double> row(Actions actions) {
        return agents(actions.agents()).stream().map(i -> actions.get(i, 0)).toList();
    }
}
