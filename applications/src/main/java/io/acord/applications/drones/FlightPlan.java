package io.acord.applications.drones;

import io.acord.lab.instance.Obstacle;
import java.util.Collections;
import java.util.List;

/**
 * Where a formation is to fly: a route, an offset from it for every drone, and what stands in the way. Immutable.
 *
 * @param route of the formation's origin, in metres over seconds from 0
 * @param offsets of each drone from the route; formations may change over time
 * @param leaves when each drone leaves the formation, seconds; infinite if it stays
 */
record FlightPlan(Track route, List<Track> offsets, List<Obstacle> obstacles, int dimension, List<Double> leaves) {

    /** Everybody stays. */
    FlightPlan(Track route, List<Track> offsets, List<Obstacle> obstacles, int dimension) {
        this(route, offsets, obstacles, dimension, Collections.nCopies(offsets.size(), Double.POSITIVE_INFINITY));
    }

    /** The same, from which some leave. */
    FlightPlan leaving(List<Double> times) {
        return new FlightPlan(route, offsets, obstacles, dimension, List.copyOf(times));
    }

    /** Whether a drone still flies at a time. */
    boolean flies(int i, double time) {
        return time < leaves.get(i);
    }

    int drones() {
        return offsets.size();
    }

    /** Metres a second, on average; at least 1, because air moves even where drones do not. */
    double speed() {
        return Math.max(1, route.end() > 0 ? route.length() / route.end() : 0);
    }

    /** Offset of each drone from the route at a time, d numbers a drone. */
    double[] offsetsAt(double time) {
        double[] flat = new double[drones() * dimension];
        for (int i = 0; i < drones(); i++) {
            for (int c = 0; c < dimension; c++) {
                flat[i * dimension + c] = offsets.get(i).at(time, c);
            }
        }
        return flat;
    }

    /** Where each drone is to be at a time, d numbers a drone. */
    double[] slots(double time) {
        double[] flat = new double[drones() * dimension];
        for (int i = 0; i < drones(); i++) {
            for (int c = 0; c < dimension; c++) {
                flat[i * dimension + c] = route.at(time, c) + offsets.get(i).at(time, c);
            }
        }
        return flat;
    }

    /** The direction of flight, of length 1; all 0 where the formation hovers. */
    double[] heading(double time, double step) {
        double[] heading = new double[dimension];
        double squared = 0;
        for (int c = 0; c < dimension; c++) {
            heading[c] = route.at(time + step, c) - route.at(time - step, c);
            squared += heading[c] * heading[c];
        }
        double length = Math.sqrt(squared);
        for (int c = 0; c < dimension; c++) {
            heading[c] = length > 1e-9 ? heading[c] / length : 0;
        }
        return heading;
    }
}
