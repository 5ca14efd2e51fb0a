package io.acord.applications.battery;

import io.acord.lab.application.Setpoints;
import io.acord.model.Actions;
import java.util.List;

/** Charge and power of each unit, as inverters take them and keep to. Scratch; one thread. */
final class ChargeSetpoints implements Setpoints {

    /** Power above 0 fills the battery, and comes from the grid. */
    static final List<String> COLUMNS = List.of("charge_kwh", "charge_percent", "battery_kw", "grid_kw");

    private final Storage storage;
    private final Inverters inverters;

    ChargeSetpoints(Storage storage) {
        this.storage = storage;
        this.inverters = new Inverters(storage.fleet(), storage.startCharge());
    }

    @Override
    public List<String> columns() {
        return COLUMNS;
    }

    @Override
    public double[] played(int t, Actions previous, Actions x) {
        double[] net = new double[storage.units()];
        for (int i = 0; i < net.length; i++) {
            net[i] = storage.series().net(t, i);
        }
        return numbers(storage.fleet(), inverters, storage.origin(t), net, x);
    }

    /**
     * The numbers of a round.
     *
     * @param origin where it is in this round
     * @param net kWh by which loads exceed what is generated
     */
    static double[] numbers(Units units, Inverters inverters, double[] origin, double[] net, Actions x) {
        double[] numbers = new double[COLUMNS.size() * units.count()];
        double hours = units.hours();
        for (int i = 0, at = 0; i < units.count(); i++) {
            inverters.follow(i, x.get(i, 0) + origin[i], net[i]);
            numbers[at++] = inverters.stored(i);
            numbers[at++] = 100 * inverters.stored(i) / units.capacity(i);
            numbers[at++] = (inverters.grid() - net[i]) / hours;
            numbers[at++] = inverters.grid() / hours;
        }
        return numbers;
    }
}
