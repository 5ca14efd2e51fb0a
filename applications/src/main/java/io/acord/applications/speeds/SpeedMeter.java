package io.acord.applications.speeds;

import io.acord.lab.application.Chart;
import io.acord.lab.application.Measure;
import io.acord.lab.application.Measures;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Picture;
import io.acord.lab.report.PathDrawing;
import io.acord.model.Actions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** How smooth the advised speeds were along the road and over time. Scratch; one thread. */
final class SpeedMeter implements Meter {

    private static final int SHOWN = 12;

    private final Road road;
    private final IntFunction<String> names;
    private final double[] drop; // the largest of a round
    private final double[] minutes; // to drive the road
    private final double[][] paths;
    private double differences;
    private double changes;
    private double squaredOff;

    SpeedMeter(Road road, IntFunction<String> names, boolean drawn) {
        this.road = road;
        this.names = names;
        this.drop = new double[road.horizon()];
        this.minutes = new double[road.horizon()];
        this.paths = new double[drawn ? Math.min(SHOWN, road.gantries()) : 0][road.horizon()];
    }

    @Override
    public String kind() {
        return "speed-harmonisation";
    }

    @Override
    public void played(int t, Actions previous, Actions x) {
        int n = road.gantries();
        double rounds = road.horizon();
        for (int i = 0; i < n; i++) {
            double speed = x.get(i, 0);
            minutes[t - 1] += 60 * road.kilometres(i) / speed;
            changes += Math.abs(speed - previous.get(i, 0)) / n / rounds;
            squaredOff += Math.pow(speed - road.traffic(t, i), 2) / n / rounds;
            if (i + 1 < n) {
                double fall = speed - x.get(i + 1, 0);
                drop[t - 1] = Math.max(drop[t - 1], fall);
                differences += Math.abs(fall) / (n - 1) / rounds;
            }
        }
        for (int s = 0; s < paths.length; s++) {
            paths[s][t - 1] = x.get(gantry(s), 0);
        }
    }

    private int gantry(int s) {
        return (int) ((long) s * road.gantries() / paths.length);
    }

    @Override
    public Map<Measure, Double> measures() {
        Measures measures = new Measures();
        measures.lower(
                "drop",
                Arrays.stream(drop).average().orElse(0),
                "km/h",
                "The largest fall of the advised speed from one gantry to the next, on average over the rounds: where drivers have to brake.");
        measures.lower(
                "difference",
                differences,
                "km/h",
                "How far the speeds of two gantries that follow one another are apart, on average.");
        measures.lower(
                "change", changes, "km/h a round", "How far an advised speed moves from round to round, on average.");
        measures.lower(
                "offTraffic",
                Math.sqrt(squaredOff),
                "km/h",
                "How far advised speeds are from those of the traffic at its density, root mean square.");
        measures.neither(
                "travelTime",
                Arrays.stream(minutes).average().orElse(0),
                "min",
                "Time to drive the road at the advised speeds, on average over the rounds.");
        return measures.all();
    }

    @Override
    public Map<Chart, double[]> series() {
        Map<Chart, double[]> series = new LinkedHashMap<>();
        series.put(
                new Chart("Largest drop", "km/h", "The largest fall of the advised speed between two gantries."),
                drop.clone());
        series.put(new Chart("Travel time", "min", "To drive the road at the advised speeds."), minutes.clone());
        return series;
    }

    @Override
    public List<Picture> pictures(String id, List<Meter> all) {
        double top = IntStream.range(0, road.gantries())
                .mapToDouble(road::limit)
                .max()
                .orElse(0);
        PathDrawing drawing = new PathDrawing(id + "-speeds", "Advised speeds over the rounds", "km/h", 0, top);
        for (int s = 0; s < paths.length; s++) {
            drawing.path("gantry " + names.apply(gantry(s)), paths[s]);
        }
        return List.of(new Picture(
                "Advised speeds",
                "Speeds of " + paths.length + " of the " + road.gantries() + " gantries, a line each.",
                drawing.markup()));
    }
}
