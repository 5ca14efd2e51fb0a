package io.acord.applications.drones;

import io.acord.lab.application.Setpoints;
import io.acord.model.Actions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Where each drone is to be at the end of a round, when, how fast it flies there, and whether it flies at all: who has
 * left stays where it was told to be last. Beside them the tracks as files. Scratch; one thread.
 */
final class FlightSetpoints implements Setpoints {

    private static final long MOST_KEPT = 5_000_000; // coordinates; beyond, tracks would not fit into memory

    private final Flight flight;
    private final TrackFormats formats;
    private final List<String> names;
    private final List<double[]> rounds = new ArrayList<>();
    private long kept; // numbers in them
    private double[] places;

    FlightSetpoints(Flight flight, TrackFormats formats, List<String> names) {
        this.flight = flight;
        this.formats = formats;
        this.names = names;
        this.places = flight.slots(0);
    }

    static List<String> columns(int dimension) {
        List<String> columns = new ArrayList<>(List.of("time_s"));
        List<String> axes = List.of("x", "y", "z").subList(0, dimension);
        axes.forEach(axis -> columns.add(axis + "_m"));
        axes.forEach(axis -> columns.add("v" + axis + "_m_per_s"));
        columns.add("flying");
        return columns;
    }

    /**
     * The numbers of a round.
     *
     * @param places where the drones were told to be before; of those that have left it stays so
     */
    static double[] numbers(Flight flight, int t, double[] places, Actions y, boolean[] flying) {
        int d = flight.plan().dimension();
        int width = 2 + 2 * d;
        double step = flight.handling().step();
        double[] now = flight.slots(t);
        double[] numbers = new double[width * flight.plan().drones()];
        for (int i = 0; i < flight.plan().drones(); i++) {
            numbers[width * i] = t * step;
            for (int c = 0; c < d; c++) {
                double before = places[i * d + c];
                double place = flying[i] ? now[i * d + c] + y.get(i, c) : before;
                numbers[width * i + 1 + c] = place;
                numbers[width * i + 1 + d + c] = (place - before) / step;
            }
            numbers[width * i + width - 1] = flying[i] ? 1 : 0;
        }
        return numbers;
    }

    /** The places of a round's numbers, d a drone. */
    static double[] places(double[] numbers, int d) {
        int width = 2 + 2 * d;
        double[] places = new double[numbers.length / width * d];
        Arrays.setAll(places, k -> numbers[k / d * width + 1 + k % d]);
        return places;
    }

    @Override
    public List<String> columns() {
        return columns(flight.plan().dimension());
    }

    @Override
    public double[] played(int t, Actions previous, Actions y) {
        double[] numbers = numbers(flight, t, places, y, flight.flying(t));
        places = places(numbers, flight.plan().dimension());
        kept += places.length;
        if (kept <= MOST_KEPT) {
            rounds.add(places);
        } else {
            rounds.clear();
        }
        return numbers;
    }

    @Override
    public List<String> fileNames(String policy) {
        long all = (long) flight.horizon() * places.length;
        return all <= MOST_KEPT ? new FlightTracks(flight, names, rounds, formats).fileNames(policy) : List.of();
    }

    @Override
    public void files(String policy, BiConsumer<String, String> to) {
        if (kept <= MOST_KEPT) {
            new FlightTracks(flight, names, rounds, formats).files(policy, to);
        }
    }
}
