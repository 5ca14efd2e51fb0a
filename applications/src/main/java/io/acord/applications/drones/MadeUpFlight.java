package io.acord.applications.drones;

import io.acord.lab.instance.Obstacle;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostSource.Size;
import io.acord.lab.source.SeededRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * A flight out of a seed: a winding route among trees, in a grid that becomes narrow in the middle of the way and wide
 * again.
 *
 * @param spacing metres from slot to slot: assumed
 * @param speed metres a second: assumed
 * @param obstacles how many trees stand near the route, their crowns 1.5 to 3 m in radius: assumed
 */
record MadeUpFlight(double spacing, double speed, int obstacles) {

    private static final double NARROW = 0.6; // across, in the middle of the way
    private static final double LONG = 1.2; // along, there

    static MadeUpFlight read(Options options, FlightSettings handling) {
        MadeUpFlight made = new MadeUpFlight(
                options.number("spacing", 10, 0.01, 1e6),
                options.number("speed", 5, 0, 300),
                options.integer("obstacles", 8, 0, 100_000));
        if (NARROW * made.spacing < handling.separation()) {
            options.complain(
                    "spacing",
                    "at least " + handling.separation() / NARROW + ", because the grid narrows to " + NARROW
                            + " of it, and slots shall be " + handling.separation() + " m apart (separation)",
                    "raise spacing, or lower separation");
        }
        return made;
    }

    FlightPlan draw(Size size, double step, long seed) {
        SeededRandom random = new SeededRandom(seed, "drones plan".hashCode());
        int d = size.dimension();
        double seconds = size.horizon() * step;
        Track route = route(random, d, seconds);
        List<Track> offsets = offsets(size.agents(), d, seconds);
        double half = offsets.stream()
                .mapToDouble(offset -> Math.abs(offset.first(1)))
                .max()
                .orElse(0);
        List<Obstacle> trees = new ArrayList<>();
        for (int k = 0; k < obstacles; k++) {
            double time = seconds * (k + random.uniform(0.25, 1)) / obstacles;
            double[] center = new double[d];
            for (int c = 0; c < d; c++) {
                center[c] = route.at(time, c) + (c < 2 ? random.uniform(-half, half) : random.uniform(-3, 3));
            }
            trees.add(new Obstacle(center, random.uniform(1.5, 3)));
        }
        return new FlightPlan(route, offsets, trees, d);
    }

    /** Legs of 60 to 90 m that turn right and left in turn. */
    private Track route(SeededRandom random, int d, double seconds) {
        List<double[]> points = new ArrayList<>(List.of(new double[d]));
        List<Double> times = new ArrayList<>(List.of(0.0));
        double turned = random.uniform(0.6, 1.1);
        for (int leg = 0; times.get(leg) < seconds && speed > 0; leg++) {
            double length = random.uniform(60, 90);
            double[] next = points.get(leg).clone();
            next[0] += length * StrictMath.cos(turned);
            next[1] += length * StrictMath.sin(turned);
            if (d == 3) {
                next[2] += random.uniform(-8, 8);
            }
            double climbed = d == 3 ? next[2] - points.get(leg)[2] : 0;
            points.add(next);
            times.add(times.get(leg) + Math.sqrt(length * length + climbed * climbed) / speed);
            turned = -Math.copySign(random.uniform(0.6, 1.1), turned);
        }
        return new Track(times.stream().mapToDouble(t -> t).toArray(), points.toArray(new double[0][]));
    }

    /** A grid about as wide as long, in two layers in space; narrow from 40 % to 60 % of the way. */
    private List<Track> offsets(int n, int d, double seconds) {
        int layers = d == 3 ? 2 : 1;
        int wide = (int) Math.ceil(Math.sqrt((double) n / layers));
        int rows = (n + layers * wide - 1) / (layers * wide);
        double[] times = {0.3 * seconds, 0.4 * seconds, 0.6 * seconds, 0.7 * seconds};
        List<Track> offsets = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int column = i / layers % wide;
            int row = i / layers / wide;
            double across = spacing * (column - (wide - 1) / 2.0);
            double along = spacing * (row - (rows - 1) / 2.0);
            double up = spacing * (i % layers - (layers - 1) / 2.0);
            double[] loose = d == 3 ? new double[] {along, across, up} : new double[] {along, across};
            double[] tight = loose.clone();
            tight[0] *= LONG;
            tight[1] *= NARROW;
            offsets.add(new Track(times, new double[][] {loose, tight, tight, loose}));
        }
        return offsets;
    }
}
