package io.acord.applications.drones;

import io.acord.graph.Coupling;
import io.acord.lab.application.FieldRounds;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A flight whose drones say where they are, round by round. How far a drone is from where it was told to be is what has
 * pushed it, and is taken for what pushes it in the next round. Who says that it does not fly any more has left.
 * Scratch; one thread.
 */
final class ArrivingFlight implements FieldRounds {

    private static final String FAR = "no formation flies further: the number may have another unit than its name says";

    private final Flight flight;
    private final int d;
    private int round; // that was played last
    private double[] places; // where the drones were told to be
    private boolean[] left; // as they said
    private int next; // that was read
    private boolean[] nextLeft;
    private Coupling neighbors;

    /** @param flight the plan; its own gusts are not looked at */
    ArrivingFlight(Flight flight) {
        this.flight = flight;
        this.d = flight.plan().dimension();
        this.places = flight.slots(0);
        this.left = new boolean[flight.plan().drones()];
        this.nextLeft = left;
        this.neighbors = Coupling.none(flight.plan().drones(), d);
    }

    @Override
    public List<Reading> readings() {
        List<Reading> readings = new ArrayList<>();
        for (String axis : List.of("x_m", "y_m", "z_m").subList(0, d)) {
            readings.add(Reading.needed(axis, -FlightFiles.FARTHEST, FlightFiles.FARTHEST, FAR));
        }
        readings.add(new Reading("flying", 0, 1, "it is 1 as long as a drone flies, and 0 once it has left", 1));
        return readings;
    }

    @Override
    public Actions start() {
        return Actions.zero(flight.plan().drones(), d);
    }

    private boolean[] flying(boolean[] gone) {
        boolean[] flying = flight.flying(next);
        for (int i = 0; i < flying.length; i++) {
            flying[i] &= !gone[i];
        }
        return flying;
    }

    @Override
    public Round.Builder next(int t, double[] told, Coupling named) {
        next = t;
        nextLeft = left.clone();
        double[] pushed = new double[places.length];
        for (int i = 0; i < nextLeft.length; i++) {
            nextLeft[i] |= told[i * (d + 1) + d] == 0;
            for (int c = 0; c < d; c++) {
                pushed[i * d + c] = told[i * (d + 1) + c] - places[i * d + c];
            }
        }
        boolean[] flying = flying(nextLeft);
        neighbors = flight.neighbors(t, neighbors, flying);
        return Round.builder(nextLeft.length, d)
                .costs(flight.costs(t, pushed, flying))
                .coupling(neighbors);
    }

    @Override
    public List<String> columns() {
        return FlightSetpoints.columns(d);
    }

    @Override
    public double[] played(Actions previous, Actions y) {
        double[] numbers = FlightSetpoints.numbers(flight, next, places, y, flying(nextLeft));
        round = next;
        left = nextLeft;
        places = FlightSetpoints.places(numbers, d);
        return numbers;
    }

    @Override
    public byte[] save() {
        ByteBuffer saved = ByteBuffer.allocate(Integer.BYTES + places.length * Double.BYTES + left.length);
        saved.putInt(round);
        for (double place : places) {
            saved.putDouble(place);
        }
        for (boolean gone : left) {
            saved.put((byte) (gone ? 1 : 0));
        }
        return saved.array();
    }

    @Override
    public void resume(byte[] saved) {
        ByteBuffer from = ByteBuffer.wrap(saved);
        round = from.getInt();
        double[] were = new double[places.length];
        Arrays.setAll(were, k -> from.getDouble());
        places = were;
        boolean[] gone = new boolean[left.length];
        for (int i = 0; i < gone.length; i++) {
            gone[i] = from.get() == 1;
        }
        left = gone;
        nextLeft = gone;
    }
}
