package io.acord.applications.speeds;

import io.acord.lab.application.Setpoints;
import io.acord.model.Actions;
import java.util.List;

/** The speed that each gantry advises, and what its sign shows: signs know tens. */
record SpeedSetpoints(int gantries) implements Setpoints {

    static final List<String> COLUMNS = List.of("advised_kmh", "shown_kmh");

    @Override
    public List<String> columns() {
        return COLUMNS;
    }

    @Override
    public double[] played(int t, Actions previous, Actions x) {
        return numbers(x, gantries);
    }

    static double[] numbers(Actions x, int gantries) {
        double[] numbers = new double[2 * gantries];
        for (int i = 0; i < gantries; i++) {
            numbers[2 * i] = x.get(i, 0);
            numbers[2 * i + 1] = 10 * Math.rint(x.get(i, 0) / 10);
        }
        return numbers;
    }
}
