package io.acord.applications.balancing;

import io.acord.graph.Coupling;
import io.acord.lab.application.FieldRounds;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Centres whose demand and grid are told hour by hour. Remembers the hours up to the deadline, and sums of those
 * before. Scratch; one thread.
 */
final class ArrivingHours implements FieldRounds {

    private final Centers centers;
    private List<double[]> kept = new ArrayList<>(); // readings, of as many hours as work may wait and one more
    private double[] arrived; // before those
    private double[] origin;
    private double[] finished;
    private List<double[]> nextKept = kept;
    private Centers next; // whose last hour is the one that was read

    /** @param centers their own hours are looked at for the start alone */
    ArrivingHours(Centers centers) {
        this.centers = centers;
        this.next = centers;
        this.arrived = new double[centers.count()];
        this.origin = new double[centers.count()];
        this.finished = new double[centers.count()];
    }

    @Override
    public List<Reading> readings() {
        double most = 1000 * CenterFiles.MOST;
        return List.of(
                Reading.needed("interactive_servers", 0, most, "nobody asks for less than nothing"),
                new Reading("batch_servers", 0, most, "nobody asks for less than nothing", 0),
                Reading.needed(
                        "carbon_g_per_kwh",
                        0,
                        CenterFiles.DIRTIEST,
                        "no grid takes carbon up, and none emits more than " + CenterFiles.DIRTIEST + " g/kWh"),
                new Reading(
                        "price_eur_per_mwh", -CenterFiles.DEAREST, CenterFiles.DEAREST, "no market goes further", 0));
    }

    @Override
    public Actions start() {
        return centers.start();
    }

    @Override
    public Round.Builder next(int t, double[] told, Coupling named) {
        nextKept = new ArrayList<>(kept);
        nextKept.add(told.clone());
        next = centers.after(hours(nextKept), arrived, origin);
        int hour = nextKept.size();
        return Round.builder(centers.count(), 2)
                .costs(next.costs(hour))
                .coupling(next.coupling(hour))
                .switchingWeights(next.switchingWeights(hour));
    }

    private CenterHours hours(List<double[]> rows) {
        double[][][] columns = new double[4][rows.size()][centers.count()];
        for (int t = 0; t < rows.size(); t++) {
            for (int i = 0; i < centers.count(); i++) {
                for (int c = 0; c < 4; c++) {
                    columns[c][t][i] = (c < 2 ? 0.001 : 1) * rows.get(t)[4 * i + c];
                }
            }
        }
        return new CenterHours(columns[0], columns[1], columns[2], columns[3]);
    }

    /** What two regions bear in an hour includes the batch work that has come up in both. */
    @Override
    public boolean comparesReadings() {
        return true;
    }

    /** Where interactive work goes is known to whoever knows all servers that are on. */
    @Override
    public Set<String> ofSeveral() {
        return ServerSetpoints.MOVED;
    }

    @Override
    public List<String> columns() {
        return ServerSetpoints.COLUMNS;
    }

    @Override
    public double[] played(Actions previous, Actions x) {
        Routing routing = new Routing(next, finished);
        routing.hour(nextKept.size(), x);
        finished = routing.finished();
        kept = nextKept;
        if (kept.size() > centers.running().deadline()) {
            for (int i = 0; i < arrived.length; i++) {
                arrived[i] = next.arrived(1, i);
                origin[i] = next.origin(1, i);
            }
            kept = new ArrayList<>(kept.subList(1, kept.size()));
        }
        return ServerSetpoints.numbers(routing, centers.count());
    }

    @Override
    public byte[] save() {
        int n = centers.count();
        ByteBuffer saved = ByteBuffer.allocate(Double.BYTES * (3 * n + 4 * n * kept.size()));
        List<double[]> all = new ArrayList<>(List.of(arrived, origin, finished));
        all.addAll(kept);
        for (double[] each : all) {
            for (double number : each) {
                saved.putDouble(number);
            }
        }
        return saved.array();
    }

    @Override
    public void resume(byte[] saved) {
        ByteBuffer from = ByteBuffer.wrap(saved);
        int n = centers.count();
        arrived = numbers(from, n);
        origin = numbers(from, n);
        finished = numbers(from, n);
        kept = new ArrayList<>();
        while (from.hasRemaining()) {
            kept.add(numbers(from, 4 * n));
        }
        nextKept = kept;
    }

    private static double[] numbers(ByteBuffer from, int count) {
        double[] numbers = new double[count];
        Arrays.setAll(numbers, k -> from.getDouble());
        return numbers;
    }
}
