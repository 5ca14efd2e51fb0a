package io.acord.applications.drones;

import io.acord.lab.text.CsvText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The tracks that one policy gave the drones, as files: metres and seconds as JSON, degrees as GPX, and for every drone
 * a mission that QGroundControl opens. A track ends where its drone leaves. Scratch; one thread.
 */
final class FlightTracks {

    private static final int TAKEOFF = 22; // MAV_CMD_NAV_TAKEOFF
    private static final int WAYPOINT = 16; // MAV_CMD_NAV_WAYPOINT
    private static final int ABOVE_HOME = 3; // MAV_FRAME_GLOBAL_RELATIVE_ALT

    private final Flight flight;
    private final List<String> names;
    private final List<double[]> rounds; // places, d a drone
    private final TrackFormats formats;
    private final int d;

    FlightTracks(Flight flight, List<String> names, List<double[]> rounds, TrackFormats formats) {
        this.flight = flight;
        this.names = names;
        this.rounds = rounds;
        this.formats = formats;
        this.d = flight.plan().dimension();
    }

    /** A file that is to be written, and how. */
    private record TrackFile(String name, Supplier<String> text) {}

    private List<TrackFile> all(String policy) {
        List<TrackFile> all = new ArrayList<>();
        all.add(new TrackFile("tracks-" + policy + ".json", this::json));
        formats.origin().ifPresent(origin -> {
            if (formats.level() > 0) {
                all.add(new TrackFile("tracks-" + policy + ".gpx", () -> gpx(policy, origin)));
            }
            for (int i = 0; formats.level() > 1 && i < names.size(); i++) {
                int drone = i;
                String safe = names.get(i).replaceAll("[^A-Za-z0-9._-]", "_");
                String name = "mission-" + policy + "-" + i + "-" + safe + ".plan";
                all.add(new TrackFile(name, () -> plan(drone, origin)));
            }
        });
        return all;
    }

    List<String> fileNames(String policy) {
        return all(policy).stream().map(TrackFile::name).toList();
    }

    void files(String policy, BiConsumer<String, String> to) {
        all(policy).forEach(file -> to.accept(file.name(), file.text().get()));
    }

    /** The rounds in which a drone flies. */
    private int flown(int i) {
        int t = 0;
        while (t < rounds.size() && flight.flies(t + 1, i)) {
            t++;
        }
        return t;
    }

    private double place(int t, int i, int c) {
        return rounds.get(t - 1)[i * d + c];
    }

    /** {@code {"step_s", "columns", "drones": [{"name", "points": [[time_s, x_m, y_m, z_m], …]}]}}. */
    private String json() {
        StringBuilder out =
                new StringBuilder("{\"step_s\":" + number(flight.handling().step()));
        formats.origin()
                .ifPresent(origin ->
                        out.append(",\"origin\":{\"latitude\":" + number(origin.latitude()) + ",\"longitude\":"
                                + number(origin.longitude()) + ",\"height_m\":" + number(origin.height()) + "}"));
        out.append(",\"columns\":[\"time_s\",\"x_m\",\"y_m\"" + (d == 3 ? ",\"z_m\"" : "") + "],\"drones\":[");
        return out.append(IntStream.range(0, names.size())
                        .mapToObj(i -> "\n{\"name\":" + quoted(names.get(i)) + ",\"points\":" + points(i) + "}")
                        .collect(Collectors.joining(",")))
                .append("]}\n")
                .toString();
    }

    private String points(int i) {
        return IntStream.rangeClosed(1, flown(i))
                .mapToObj(t -> IntStream.range(0, d)
                        .mapToObj(c -> "," + number(place(t, i, c)))
                        .collect(Collectors.joining(
                                "", "[" + number(t * flight.handling().step()), "]")))
                .collect(Collectors.joining(",", "[", "]"));
    }

    /**
     * A track a drone, at the heights above the ellipsoid; seconds from the first waypoint are comments of the points.
     */
    private String gpx(String policy, TrackFormats.Origin origin) {
        StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.append("<gpx version=\"1.1\" creator=\"Acord\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n");
        for (int i = 0; i < names.size(); i++) {
            out.append("<trk><name>" + escaped(names.get(i)) + "</name><src>" + escaped(policy) + "</src><trkseg>\n");
            int flown = flown(i);
            for (int t = 1; t <= flown; t++) {
                out.append("<trkpt lat=\"" + degrees(origin.latitude(place(t, i, 1))) + "\" lon=\""
                        + degrees(origin.longitude(place(t, i, 0))) + "\"><ele>"
                        + metres(origin.height() + above(t, i, origin)) + "</ele><cmt>"
                        + number(t * flight.handling().step()) + " s</cmt></trkpt>\n");
            }
            out.append("</trkseg></trk>\n");
        }
        return out.append("</gpx>\n").toString();
    }

    /** Metres above z = 0. */
    private double above(int t, int i, TrackFormats.Origin origin) {
        return d == 3 ? place(t, i, 2) : origin.altitude();
    }

    /** Places, and no times: an autopilot flies from one to the next as fast as it is set to. */
    private String plan(int i, TrackFormats.Origin origin) {
        List<String> items = new ArrayList<>();
        int flown = flown(i);
        for (int t = 1; t <= flown; t++) {
            items.add("{\"type\":\"SimpleItem\",\"command\":" + (t == 1 ? TAKEOFF : WAYPOINT) + ",\"doJumpId\":" + t
                    + ",\"frame\":" + ABOVE_HOME + ",\"autoContinue\":true,\"params\":[0,0,0,null,"
                    + degrees(origin.latitude(place(t, i, 1))) + "," + degrees(origin.longitude(place(t, i, 0))) + ","
                    + metres(above(t, i, origin)) + "]}");
        }
        String home = "[" + degrees(origin.latitude()) + "," + degrees(origin.longitude()) + ","
                + metres(origin.height()) + "]";
        return "{\"fileType\":\"Plan\",\"groundStation\":\"QGroundControl\",\"version\":1,"
                + "\"geoFence\":{\"circles\":[],\"polygons\":[],\"version\":2},"
                + "\"rallyPoints\":{\"points\":[],\"version\":2},"
                + "\"mission\":{\"version\":2,\"firmwareType\":0,\"vehicleType\":2,\"cruiseSpeed\":"
                + metres(flight.plan().speed()) + ",\"hoverSpeed\":"
                + metres(flight.plan().speed())
                + ",\"plannedHomePosition\":" + home + ",\"items\":[\n" + String.join(",\n", items) + "]}}\n";
    }

    private static String number(double value) {
        return CsvText.number(value);
    }

    /** About a centimetre. */
    private static String degrees(double value) {
        return String.format(Locale.ROOT, "%.7f", value);
    }

    private static String metres(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
