package io.acord.applications.speeds;

import io.acord.input.Complaints;
import io.acord.lab.data.DataFile;
import io.acord.lab.data.Roster;
import io.acord.lab.data.TimeSeries;
import io.acord.lab.options.Options;
import io.acord.lab.series.SeriesRepairs;
import io.acord.lab.source.DeclaredSize;
import io.acord.model.Actions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A road out of two files: densities by gantry and time, and what the gantries are. */
final class RoadFiles {

    static final double MOST = 1000; // vehicles a kilometre and lane: they are five metres long
    static final String WHY = "no lane holds more, and none fewer than no vehicles";

    private RoadFiles() {}

    /** What the files say. */
    record RoadData(TimeSeries series, Actions kilometres, Actions limit, Actions lowest) {

        Road road(int horizon, Road.Settings settings) {
            double[][] density = new double[horizon][series.names().size()];
            for (int t = 1; t <= horizon; t++) {
                for (int i = 0; i < density[t - 1].length; i++) {
                    density[t - 1][i] = series.value("density", t, i);
                }
            }
            return new Road(kilometres.toArray(), limit.toArray(), lowest.toArray(), density, settings);
        }
    }

    /** Reads the files; null if something is wrong with them, which is complained about. */
    static @Nullable RoadData read(Options options, DeclaredSize declared) {
        Complaints complaints = options.complaints();
        int before = complaints.size();
        Optional<DataFile> traffic = DataFile.table(options, "traffic", declared);
        Optional<DataFile> gantries = DataFile.table(options, "gantries", declared);
        SeriesRepairs repairs = SeriesRepairs.read(options);
        List<TimeSeries.Column> columns =
                List.of(TimeSeries.Column.needed("density", Map.of("veh_per_km", 1.0), 0, MOST, WHY));
        TimeSeries series = traffic.flatMap(file -> TimeSeries.read(file, "gantry", columns, repairs))
                .orElse(null);
        Roster ids = Roster.of(series, "a gantry of the traffic", "add its traffic, or drop the line");
        double[] kilometres = new double[ids.size()];
        double[] limit = new double[ids.size()];
        double[] lowest = new double[ids.size()];
        gantries.ifPresent(file -> ids.readLines(
                file,
                List.of("gantry", "length_km", "limit_kmh", "lowest_kmh"),
                List.of(),
                "a line for every gantry with traffic",
                (row, i) -> {
                    double length = row.number("length_km", 1e-3, 1000, "a gantry advises for some of the road");
                    double most = row.number("limit_kmh", 1, 400, "somebody has to get on");
                    double least = row.number("lowest_kmh", 1, 400, "somebody has to get on");
                    if (least > most) {
                        row.complain("lowest_kmh", "is " + least, "at most the limit, " + most, "exchange the two");
                    }
                    if (i >= 0) {
                        kilometres[i] = length;
                        limit[i] = most;
                        lowest[i] = least;
                    }
                }));
        return series == null || complaints.size() > before
                ? null
                : new RoadData(series, Actions.scalars(kilometres), Actions.scalars(limit), Actions.scalars(lowest));
    }
}
