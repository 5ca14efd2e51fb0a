package io.acord.applications.battery;

import io.acord.graph.Coupling;
import io.acord.lab.application.FieldRounds;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Units whose load and generation are told round by round. Scratch; one thread. */
final class ArrivingCharges implements FieldRounds {

    private static final List<Reading> POWER = List.of(
            Reading.needed("load_kw", 0, StorageFiles.MOST_KW, "what a unit gives belongs into generation_kw"),
            Reading.needed("generation_kw", 0, StorageFiles.MOST_KW, "what a unit takes belongs into load_kw"));

    private static final List<Reading> PRICES = List.of(
            Reading.needed("buy_eur_per_kwh", -StorageFiles.MOST_EUR, StorageFiles.MOST_EUR, StorageFiles.WHY_EUR),
            Reading.needed("sell_eur_per_kwh", -StorageFiles.MOST_EUR, StorageFiles.MOST_EUR, StorageFiles.WHY_EUR));

    private final Storage storage;
    private final OwnPlans plans;
    private final RecentHours recent;
    private final Inverters inverters;
    private int round; // that was played last
    private int nextRound; // that was read
    private double[] origin; // of it; planned energy in kWh where units plan, as plans go on from there
    private double[] next; // with the one that was read
    private double[] net;

    /** @param storage the units; its own series is not looked at, but what is expected is */
    ArrivingCharges(Storage storage) {
        this.storage = storage;
        this.plans = storage.plans();
        this.recent =
                new RecentHours(storage.units(), isPlanned() ? storage.fleet().day() : 0);
        this.inverters = new Inverters(storage.fleet(), storage.startCharge());
        this.origin = storage.startCharge();
        for (int i = 0; i < origin.length; i++) {
            origin[i] = isPlanned() ? origin[i] / 100 * storage.capacity(i) : 0;
        }
        this.next = origin;
        this.net = new double[storage.units()];
    }

    private boolean isPlanned() {
        return storage.settings().planning().isOwn();
    }

    @Override
    public List<Reading> readings() {
        List<Reading> readings = new ArrayList<>(POWER);
        readings.addAll(isPlanned() ? PRICES : List.of());
        return readings;
    }

    @Override
    public Actions start() {
        return storage.start();
    }

    @Override
    public Round.Builder next(int t, double[] told, Coupling named) {
        nextRound = t;
        next = origin.clone();
        net = new double[next.length];
        int numbers = told.length / net.length;
        for (int i = 0; i < next.length; i++) {
            int at = numbers * i;
            net[i] = HomeSeries.net(told[at + 1], told[at], storage.fleet().hours());
            if (isPlanned()) {
                recent.tell(t, i, net[i], told[at + 2], told[at + 3]);
                next[i] = plans.next(t, i, origin[i], recent);
            } else {
                next[i] += storage.gained(i, net[i]);
            }
        }
        double[] from = percent(next);
        return Round.builder(storage.units(), 1)
                .costs(storage.costs(from))
                .coupling(storage.between(named, from))
                .switchingWeights(storage.switchingWeights(t));
    }

    private double[] percent(double[] from) {
        double[] percent = from.clone();
        for (int i = 0; i < percent.length && isPlanned(); i++) {
            percent[i] = storage.fleet().percent(i, from[i]);
        }
        return percent;
    }

    /** The difference of two charges is that of what both have generated and used. */
    @Override
    public boolean comparesReadings() {
        return true;
    }

    @Override
    public List<String> columns() {
        return ChargeSetpoints.COLUMNS;
    }

    @Override
    public double[] played(Actions previous, Actions x) {
        double[] numbers = ChargeSetpoints.numbers(storage.fleet(), inverters, percent(next), net, x);
        origin = next;
        round = nextRound;
        return numbers;
    }

    @Override
    public byte[] save() {
        ByteBuffer saved = ByteBuffer.allocate(Integer.BYTES + 2 * Double.BYTES * storage.units() + recent.bytes());
        saved.putInt(round);
        for (int i = 0; i < origin.length; i++) {
            saved.putDouble(origin[i]).putDouble(inverters.stored(i));
        }
        recent.save(saved);
        return saved.array();
    }

    @Override
    public void resume(byte[] saved) {
        ByteBuffer from = ByteBuffer.wrap(saved);
        round = from.getInt();
        origin = new double[storage.units()];
        for (int i = 0; i < origin.length; i++) {
            origin[i] = from.getDouble();
            inverters.resume(i, from.getDouble());
        }
        next = origin;
        recent.resume(from);
    }
}
