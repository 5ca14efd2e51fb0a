package io.acord.applications.drones;

import io.acord.lab.application.Setpoints;
import io.acord.model.Actions;
import java.util.ArrayList;
import java.util.List;

/** Where each drone is to be at the end of a round, when, and how fast it flies there. */
record FlightSetpoints(Flight flight) implements Setpoints {

    @Override
    public List<String> columns() {
        List<String> columns = new ArrayList<>(List.of("time_s"));
        List<String> axes = List.of("x", "y", "z").subList(0, flight.plan().dimension());
        axes.forEach(axis -> columns.add(axis + "_m"));
        axes.forEach(axis -> columns.add("v" + axis + "_m_per_s"));
        return columns;
    }

    @Override
    public double[] played(int t, Actions previous, Actions y) {
        int d = flight.plan().dimension();
        int width = 1 + 2 * d;
        double step = flight.handling().step();
        double[] before = flight.slots(t - 1);
        double[] now = flight.slots(t);
        double[] numbers = new double[width * flight.plan().drones()];
        for (int i = 0; i < flight.plan().drones(); i++) {
            numbers[width * i] = t * step;
            for (int c = 0; c < d; c++) {
                double place = now[i * d + c] + y.get(i, c);
                numbers[width * i + 1 + c] = place;
                numbers[width * i + 1 + d + c] = (place - before[i * d + c] - previous.get(i, c)) / step;
            }
        }
        return numbers;
    }
}
