package io.acord.applications.battery;

import io.acord.graph.Coupling;
import io.acord.lab.application.FieldRounds;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.nio.ByteBuffer;
import java.util.List;

/** Units whose load and generation are told round by round. Scratch; one thread. */
final class ArrivingCharges implements FieldRounds {

    private static final List<Reading> READINGS = List.of(
            Reading.needed("load_kw", 0, StorageFiles.MOST_KW, "what a unit gives belongs into generation_kw"),
            Reading.needed("generation_kw", 0, StorageFiles.MOST_KW, "what a unit takes belongs into load_kw"));

    private final Storage storage;
    private double[] surplus; // S of the rounds that were played
    private double[] next; // with the one that was read

    /** @param storage the units; its own series is not looked at */
    ArrivingCharges(Storage storage) {
        this.storage = storage;
        this.surplus = new double[storage.units()];
        this.next = surplus;
    }

    @Override
    public List<Reading> readings() {
        return READINGS;
    }

    @Override
    public Actions start() {
        return storage.start();
    }

    @Override
    public Round.Builder next(double[] told, Coupling named) {
        next = surplus.clone();
        for (int i = 0; i < next.length; i++) {
            next[i] += HomeSeries.gained(
                    told[2 * i + 1], told[2 * i], storage.series().hours(), storage.capacity(i));
        }
        return Round.builder(storage.units(), 1)
                .costs(storage.costs(next))
                .coupling(storage.between(named, next))
                .switchingWeights(storage.switchingWeights());
    }

    @Override
    public List<String> columns() {
        return ChargeSetpoints.COLUMNS;
    }

    @Override
    public double[] played(Actions previous, Actions x) {
        double[] numbers = ChargeSetpoints.numbers(storage, surplus, next, previous, x);
        surplus = next;
        return numbers;
    }

    @Override
    public byte[] save() {
        ByteBuffer saved = ByteBuffer.allocate(Double.BYTES * surplus.length);
        for (double each : surplus) {
            saved.putDouble(each);
        }
        return saved.array();
    }

    @Override
    public void resume(byte[] saved) {
        ByteBuffer from = ByteBuffer.wrap(saved);
        surplus = new double[storage.units()];
        for (int i = 0; i < surplus.length; i++) {
            surplus[i] = from.getDouble();
        }
        next = surplus;
    }
}
