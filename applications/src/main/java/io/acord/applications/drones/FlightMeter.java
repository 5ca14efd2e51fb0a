package io.acord.applications.drones;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.application.Chart;
import io.acord.lab.application.Measure;
import io.acord.lab.application.Measures;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Picture;
import io.acord.lab.instance.Obstacle;
import io.acord.lab.report.Numbers;
import io.acord.model.Actions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Watches where the drones fly. Scratch; one thread. */
final class FlightMeter implements Meter {

    private final Flight flight;
    private final List<Coupling> neighbors;
    private final boolean drawn;
    private final double[][] flown; // positions, [round]; kept only to be drawn
    private final double[] formation; // root mean square over the edges
    private final double[] separation;
    private double squaredOff; // over all edges and rounds
    private double squaredFar; // the same, of distances alone
    private long edges;
    private double squaredRoute;
    private double moved;
    private long tooClose;
    private double clearance = Double.POSITIVE_INFINITY;

    FlightMeter(Flight flight, boolean drawn) {
        this.flight = flight;
        this.neighbors = flight.neighbors();
        this.drawn = drawn;
        this.flown = new double[drawn ? flight.horizon() : 0][];
        this.formation = new double[flight.horizon()];
        this.separation = new double[flight.horizon()];
    }

    @Override
    public String kind() {
        return "drones";
    }

    @Override
    public void played(int t, Actions previous, Actions y) {
        int n = flight.plan().drones();
        int d = flight.plan().dimension();
        double[] slots = flight.slots(t);
        double[] p = slots.clone();
        double[] mean = new double[d];
        for (int i = 0; i < n; i++) {
            double step = 0;
            for (int c = 0; c < d; c++) {
                p[i * d + c] += y.get(i, c);
                mean[c] += y.get(i, c) / n;
                step += Math.pow(y.get(i, c) - previous.get(i, c), 2);
            }
            moved += Math.sqrt(step);
            for (Obstacle obstacle : flight.plan().obstacles()) {
                clearance = Math.min(clearance, obstacle.clearance(p, i * d));
            }
        }
        for (double off : mean) {
            squaredRoute += off * off;
        }
        Graph graph = neighbors.get(t - 1).graph();
        double off = 0;
        for (int e = 0; e < graph.edges(); e++) {
            for (int c = 0; c < d; c++) {
                off += Math.pow(y.get(graph.tail(e), c) - y.get(graph.head(e), c), 2);
            }
            double flown = NearPairs.distance(p, d, graph.tail(e), graph.head(e));
            squaredFar += Math.pow(flown - NearPairs.distance(slots, d, graph.tail(e), graph.head(e)), 2);
        }
        squaredOff += off;
        edges += graph.edges();
        formation[t - 1] = Math.sqrt(off / Math.max(1, graph.edges()));
        separation[t - 1] = NearPairs.smallest(p, d);
        NearPairs.pairs(p, d, Math.nextDown(flight.handling().separation()), (i, j, distance) -> tooClose++);
        if (drawn) {
            flown[t - 1] = p;
        }
    }

    @Override
    public Map<Measure, Double> measures() {
        int n = flight.plan().drones();
        double least = Double.POSITIVE_INFINITY;
        for (double each : separation) {
            least = Math.min(least, each);
        }
        Measures measures = new Measures();
        measures.lower(
                "formationError",
                Math.sqrt(squaredOff / Math.max(1, edges)),
                "m",
                "How far the offset between two neighbours is from the planned one: root mean square over neighbours and rounds.");
        measures.lower(
                "distanceError",
                Math.sqrt(squaredFar / Math.max(1, edges)),
                "m",
                "How far the distance of two neighbours is from the planned one, whatever the direction: root mean square over neighbours and rounds.");
        measures.higher(
                "smallestSeparation",
                least,
                "m",
                "The smallest distance of any two drones in any round. Nothing guarantees it.");
        measures.lower(
                "tooClose",
                (double) tooClose,
                "pairs",
                "How often two drones are nearer than "
                        + Numbers.brief(flight.handling().separation()) + " m in a round (separation).");
        measures.lower(
                "routeError",
                Math.sqrt(squaredRoute / flight.horizon()),
                "m",
                "How far the middle of the formation is from where it is planned: root mean square over the rounds.");
        measures.lower(
                "correction",
                moved / ((double) n * flight.horizon()),
                "m a round",
                "How far a drone moves against its slot from one round to the next, on average.");
        if (!flight.plan().obstacles().isEmpty()) {
            measures.higher(
                    "clearance",
                    clearance,
                    "m",
                    "The smallest distance of any drone from any obstacle's surface; negative within. Nothing guarantees it.");
        }
        return measures.all();
    }

    @Override
    public Map<Chart, double[]> series() {
        Map<Chart, double[]> series = new LinkedHashMap<>();
        series.put(
                new Chart(
                        "Formation error",
                        "m",
                        "How far offsets between neighbours are from the planned ones, root mean square over the neighbours of the round."),
                formation.clone());
        series.put(
                new Chart(
                        "Smallest separation",
                        "m",
                        "The distance of the two drones that are nearest to each other; the plan itself narrows in the middle of a made-up flight."),
                separation.clone());
        return series;
    }

    @Override
    public List<Picture> pictures(String id, List<Meter> all) {
        return new FlightPicture(flight, neighbors, flown).pictures(id);
    }
}
