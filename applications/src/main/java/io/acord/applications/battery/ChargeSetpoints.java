package io.acord.applications.battery;

import io.acord.lab.application.Setpoints;
import io.acord.model.Actions;
import java.util.List;

/** Charge and power of each unit, as inverters take them. */
record ChargeSetpoints(Storage storage) implements Setpoints {

    /** Power above 0 fills the battery, and comes from the grid. */
    static final List<String> COLUMNS = List.of("charge_kwh", "charge_percent", "battery_kw", "grid_kw");

    @Override
    public List<String> columns() {
        return COLUMNS;
    }

    @Override
    public double[] played(int t, Actions previous, Actions x) {
        return numbers(storage, storage.surplus(t - 1), storage.surplus(t), previous, x);
    }

    /**
     * The numbers of a round.
     *
     * @param before where the origin was before it
     * @param after where it is now
     */
    static double[] numbers(Storage storage, double[] before, double[] after, Actions previous, Actions x) {
        double[] numbers = new double[COLUMNS.size() * storage.units()];
        double hours = storage.series().hours();
        for (int i = 0, at = 0; i < storage.units(); i++) {
            double kwh = storage.capacity(i) / 100; // of a percent
            double charge = x.get(i, 0) + after[i];
            numbers[at++] = charge * kwh;
            numbers[at++] = charge;
            numbers[at++] = (charge - (previous.get(i, 0) + before[i])) * kwh / hours;
            numbers[at++] = (x.get(i, 0) - previous.get(i, 0)) * kwh / hours;
        }
        return numbers;
    }
}
