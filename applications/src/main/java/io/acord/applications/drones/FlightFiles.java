package io.acord.applications.drones;

import io.acord.input.Complaints;
import io.acord.lab.data.CsvRows;
import io.acord.lab.data.DataFile;
import io.acord.lab.instance.Obstacle;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A flight out of files: waypoints of the route, offsets of the drones from it, and obstacles if there are any.
 * Scratch; one thread.
 */
final class FlightFiles {

    private static final long MOST_ROUNDS = 1_000_000;

    private static final double FEET = 0.3048;
    static final double FARTHEST = 1e7; // metres: a quarter of the way round the earth
    private static final double FASTEST = 150; // metres a second
    private static final double ROUNDING = 1e-9; // relative, of distances
    private static final String FAR = "no formation flies further: the file may have another unit than its header says";

    private final Complaints complaints;
    private int dimension; // 0 until the waypoints tell

    private FlightFiles(Complaints complaints) {
        this.complaints = complaints;
    }

    /** What the files say. */
    record FlightData(List<String> names, FlightPlan plan) {}

    /** Reads the files; null if something is wrong with them, which is complained about. */
    static @Nullable FlightData read(Options options, DeclaredSize declared, FlightSettings handling) {
        Complaints complaints = options.complaints();
        int before = complaints.size();
        FlightFiles files = new FlightFiles(complaints);
        Optional<DataFile> waypoints = DataFile.table(options, "waypoints", declared);
        Optional<DataFile> offsets = DataFile.table(options, "offsets", declared);
        Optional<DataFile> obstacles =
                options.has("obstacles") ? DataFile.table(options, "obstacles", declared) : Optional.empty();
        Track route = waypoints.map(files::route).orElse(null);
        Map<String, Track> slots = offsets.map(files::offsets).orElse(Map.of());
        List<Obstacle> found = obstacles.map(files::obstacles).orElse(List.of());
        if (route == null || complaints.size() > before) {
            return null;
        }
        if (route.end() < handling.step()) {
            complaints.add(
                    waypoints.orElseThrow().name(),
                    "lasts " + route.end() + " s",
                    "at least one round, " + handling.step() + " s (step)",
                    "add waypoints, or lower step");
            return null;
        }
        if (rounds(route, handling.step()) > MOST_ROUNDS) {
            complaints.add(
                    waypoints.orElseThrow().name(),
                    "lasts " + route.end() + " s, which is " + rounds(route, handling.step()) + " rounds of "
                            + handling.step() + " s",
                    "at most " + MOST_ROUNDS + " rounds",
                    "look at the times, which count seconds from one moment, or raise step");
            return null;
        }
        FlightPlan plan = new FlightPlan(route, List.copyOf(slots.values()), found, files.dimension);
        files.checkSeparation(offsets.orElseThrow().name(), List.copyOf(slots.keySet()), plan, handling);
        List<String> names = List.copyOf(slots.keySet());
        List<Double> leaves = Dropouts.read(options, declared, names);
        return complaints.size() > before ? null : new FlightData(names, plan.leaving(leaves));
    }

    private Track route(DataFile file) {
        int before = complaints.size();
        List<Double> times = new ArrayList<>();
        List<double[]> points = new ArrayList<>();
        int[] lastLine = new int[1];
        CsvRows.read(file, List.of("time_s"), coordinates(), row -> {
            double time = row.number("time_s");
            double @Nullable [] point = point(row);
            if (Double.isNaN(time) || point == null) {
                return;
            }
            if (!times.isEmpty() && time <= times.get(times.size() - 1)) {
                complaints.add(
                        row.place("time_s"),
                        "is " + time + ", not after that of line " + lastLine[0],
                        "time stamps that ascend, because the route is flown in their order",
                        "sort the lines by time, and keep one for each time");
                return;
            }
            if (!points.isEmpty()) {
                checkSpeed(row, time - times.get(times.size() - 1), points.get(points.size() - 1), point);
            }
            times.add(time);
            points.add(point);
            lastLine[0] = row.line();
        });
        if (points.size() < 2 && complaints.size() == before) {
            complaints.add(
                    file.name(),
                    "has " + points.size() + (points.size() == 1 ? " waypoint" : " waypoints"),
                    "at least two: where the formation starts and where it ends",
                    "add waypoints; a formation that hovers is at the same place twice");
        }
        double start = times.isEmpty() ? 0 : times.get(0);
        return new Track(times.stream().mapToDouble(t -> t - start).toArray(), points.toArray(new double[0][]));
    }

    private void checkSpeed(CsvRows.Row row, double seconds, double[] from, double[] to) {
        double squared = 0;
        for (int c = 0; c < to.length; c++) {
            squared += Math.pow(to[c] - from[c], 2);
        }
        double speed = Math.sqrt(squared) / seconds;
        if (speed > FASTEST) {
            complaints.add(
                    row.place("time_s"),
                    "is reached at " + speed + " m/s",
                    "at most " + FASTEST + " m/s: a faster leg shows a wrong unit of place or time",
                    "check the units, and correct the columns' names or numbers");
        }
    }

    private Map<String, Track> offsets(DataFile file) {
        int before = complaints.size();
        Map<String, List<double[]>> places = new LinkedHashMap<>();
        Map<String, List<Double>> times = new LinkedHashMap<>();
        Map<String, Integer> lines = new LinkedHashMap<>();
        List<String> columns = new ArrayList<>(coordinates());
        columns.add("time_s");
        CsvRows.read(file, List.of("drone"), columns, row -> {
            String drone = row.name("drone");
            double time = row.has("time_s") ? row.number("time_s") : 0;
            double @Nullable [] point = point(row);
            if (drone.isEmpty() || Double.isNaN(time) || point == null) {
                return;
            }
            List<Double> earlier = times.computeIfAbsent(drone, name -> new ArrayList<>());
            if (!earlier.isEmpty() && time <= earlier.get(earlier.size() - 1)) {
                complaints.add(
                        row.place(row.has("time_s") ? "time_s" : "drone"),
                        "is " + (row.has("time_s") ? time : drone) + ", which for " + drone
                                + " does not come after that of line " + lines.get(drone),
                        "one offset a drone, or with a column time_s time stamps that ascend",
                        "sort the lines by time, and keep one a drone and time");
                return;
            }
            earlier.add(time);
            places.computeIfAbsent(drone, name -> new ArrayList<>()).add(point);
            lines.put(drone, row.line());
        });
        if (places.size() < 2 && complaints.size() == before) {
            complaints.add(
                    file.name(),
                    "has " + places.size() + (places.size() == 1 ? " drone" : " drones"),
                    "at least two, because a formation is between drones",
                    "add lines");
        }
        Map<String, Track> offsets = new LinkedHashMap<>();
        places.forEach((drone, points) -> offsets.put(
                drone,
                new Track(
                        times.getOrDefault(drone, List.of()).stream()
                                .mapToDouble(t -> t)
                                .toArray(),
                        points.toArray(new double[0][]))));
        return offsets;
    }

    private List<Obstacle> obstacles(DataFile file) {
        List<Obstacle> obstacles = new ArrayList<>();
        List<String> columns = new ArrayList<>(coordinates());
        columns.addAll(List.of("radius_m", "radius_ft"));
        CsvRows.read(file, List.of(), columns, row -> {
            double @Nullable [] center = point(row);
            double radius = length(row, "radius", 0, "a radius is a length");
            if (center != null && !Double.isNaN(radius)) {
                obstacles.add(new Obstacle(center, radius));
            }
        });
        return obstacles;
    }

    private static List<String> coordinates() {
        return List.of("x_m", "y_m", "z_m", "x_ft", "y_ft", "z_ft");
    }

    /** x, y and where the waypoints have it z; null if something is wrong, which is complained about. */
    private double @Nullable [] point(CsvRows.Row row) {
        boolean high = row.has("z_m") || row.has("z_ft");
        if (dimension == 0) {
            dimension = high ? 3 : 2;
        }
        int before = complaints.size();
        double[] point = new double[dimension];
        Arrays.setAll(point, c -> length(row, List.of("x", "y", "z").get(c), -FARTHEST, FAR));
        if (high && dimension == 2) {
            complaints.add(
                    row.place(row.has("z_m") ? "z_m" : "z_ft"),
                    "is a height, while the first waypoint has none",
                    "all points in the plane, or all in space",
                    "add z_m to the waypoints, or drop it here");
        }
        return complaints.size() > before ? null : point;
    }

    /** Metres. */
    private double length(CsvRows.Row row, String name, double low, String why) {
        boolean meters = row.has(name + "_m");
        boolean feet = row.has(name + "_ft");
        if (meters == feet) {
            complaints.add(
                    row.place() + ": " + name,
                    meters ? "is given in metres and in feet" : "is missing",
                    name + "_m or " + name + "_ft, because a number without its unit is a guess",
                    meters ? "leave one of them empty" : "add the number, in a column that is called by its unit");
            return Double.NaN;
        }
        double factor = meters ? 1 : FEET;
        return factor * row.number(name + (meters ? "_m" : "_ft"), low / factor, FARTHEST / factor, why);
    }

    /**
     * Slots of two drones that come too near each other at any time, also between rounds; each pair when it first does.
     */
    private void checkSeparation(String file, List<String> names, FlightPlan plan, FlightSettings handling) {
        double tooNear = handling.separation() * (1 - ROUNDING);
        Map<List<Integer>, Boolean> said = new LinkedHashMap<>();
        List<Double> times = List.copyOf(turns(plan));
        for (int k = 0; k + 1 < times.size(); k++) {
            double from = times.get(k);
            double to = times.get(k + 1);
            double[] before = plan.offsetsAt(from);
            double[] after = plan.offsetsAt(to);
            // Nobody moves further than this against the route meanwhile, so that other pairs cannot meet.
            double reach = tooNear + 2 * farthest(before, after, plan.dimension());
            NearPairs.pairs(before, plan.dimension(), reach, (i, j, distance) -> {
                double share = NearPairs.nearestMoment(before, after, plan.dimension(), i, j);
                double apart = NearPairs.distanceAt(before, after, plan.dimension(), i, j, share);
                if (apart < tooNear && said.putIfAbsent(List.of(i, j), true) == null) {
                    double time = from + share * (to - from);
                    complaints.add(
                            file + ": " + names.get(i) + " and " + names.get(j),
                            apart == 0
                                    ? "coincide " + time + " s after the first waypoint"
                                    : "are " + apart + " m apart " + time + " s after the first waypoint",
                            "slots at least " + handling.separation()
                                    + " m apart (separation) at any time, because drones that keep them must not touch",
                            "move one of them apart, or lower separation if the drones are smaller");
                }
            });
        }
    }

    /**
     * When the flight begins and ends, and when some offset changes its course in between: from one to the next all
     * offsets move straight.
     */
    private static Set<Double> turns(FlightPlan plan) {
        Set<Double> times = new TreeSet<>(List.of(0.0, plan.route().end()));
        plan.offsets()
                .forEach(offset -> offset.turns()
                        .filter(time -> time > 0 && time < plan.route().end())
                        .forEach(times::add));
        return times;
    }

    private static double farthest(double[] before, double[] after, int d) {
        double farthest = 0;
        for (int i = 0; i < before.length / d; i++) {
            double squared = 0;
            for (int c = 0; c < d; c++) {
                squared += Math.pow(after[i * d + c] - before[i * d + c], 2);
            }
            farthest = Math.max(farthest, Math.sqrt(squared));
        }
        return farthest;
    }

    /** How many rounds a route lasts. */
    static long rounds(Track route, double step) {
        return (long) Math.floor(route.end() / step + 1e-9);
    }
}
