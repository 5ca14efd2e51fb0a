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
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

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
    private long flights; // drones that flew, over all rounds
    private int parts;
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
        int d = flight.plan().dimension();
        int[] here = IntStream.range(0, flight.plan().drones())
                .filter(i -> flight.flies(t, i))
                .toArray();
        double[] slots = flight.slots(t);
        double[] p = slots.clone();
        double[] places = new double[here.length * d]; // of those that fly
        double[] mean = new double[d];
        for (int k = 0; k < here.length; k++) {
            int i = here[k];
            double step = 0;
            for (int c = 0; c < d; c++) {
                p[i * d + c] += y.get(i, c);
                places[k * d + c] = p[i * d + c];
                mean[c] += y.get(i, c) / here.length;
                step += Math.pow(y.get(i, c) - previous.get(i, c), 2);
            }
            moved += Math.sqrt(step);
            for (Obstacle obstacle : flight.plan().obstacles()) {
                clearance = Math.min(clearance, obstacle.clearance(p, i * d));
            }
        }
        flights += here.length;
        for (double off : mean) {
            squaredRoute += off * off;
        }
        Graph graph = neighbors.get(t - 1).graph();
        parts = Math.max(parts, parts(graph, here));
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
        separation[t - 1] = NearPairs.smallest(places, d);
        NearPairs.pairs(places, d, Math.nextDown(flight.handling().separation()), (i, j, distance) -> tooClose++);
        if (drawn) {
            for (int k = 0; k < p.length; k++) {
                p[k] = flight.flies(t, k / d) ? p[k] : Double.NaN; // who has left is not drawn
            }
            flown[t - 1] = p;
        }
    }

    /** Into how many parts that do not hear each other those who fly fall. */
    private static int parts(Graph graph, int[] here) {
        boolean[] seen = new boolean[graph.agents()];
        int parts = 0;
        Deque<Integer> next = new ArrayDeque<>();
        for (int first : here) {
            if (seen[first]) {
                continue;
            }
            parts++;
            seen[first] = true;
            next.add(first);
            while (!next.isEmpty()) {
                int i = next.remove();
                for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                    int j = graph.neighbor(arc);
                    if (!seen[j]) {
                        seen[j] = true;
                        next.add(j);
                    }
                }
            }
        }
        return parts;
    }

    @Override
    public Map<Measure, Double> measures() {
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
                Arrays.stream(separation).min().orElse(Double.POSITIVE_INFINITY),
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
                moved / Math.max(1, flights),
                "m a round",
                "How far a drone moves against its slot from one round to the next, on average.");
        measures.neither(
                "parts",
                parts,
                "parts",
                "Into how many parts that are out of radio range of one another the drones that fly fall at most; each of them coordinates for itself.");
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
