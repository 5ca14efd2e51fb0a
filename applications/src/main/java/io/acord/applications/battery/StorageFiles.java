package io.acord.applications.battery;

import io.acord.input.Complaints;
import io.acord.lab.data.DataFile;
import io.acord.lab.data.Roster;
import io.acord.lab.data.TimeSeries;
import io.acord.lab.options.Options;
import io.acord.lab.series.SeriesRepairs;
import io.acord.lab.source.DeclaredSize;
import io.acord.model.Actions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A fleet out of two files: load and generation by unit and time, and what the units are. */
final class StorageFiles {

    static final double MOST_KW = 1e6;
    static final double MOST_EUR = 100; // a kWh
    static final String WHY_EUR = "no tariff goes further: the unit may be another";

    private StorageFiles() {}

    /**
     * What the files say.
     *
     * @param hours of a round
     */
    record FleetData(TimeSeries series, Actions capacity, Actions start, double hours) {

        Storage storage(int horizon, Storage.Settings settings) {
            HomeSeries homes = new HomeSeries(
                    hours,
                    column("generation", horizon),
                    column("load", horizon),
                    column("buy", horizon),
                    column("sell", horizon));
            return new Storage(capacity.toArray(), start.toArray(), homes, settings);
        }

        private double[][] column(String name, int horizon) {
            double[][] numbers = new double[horizon][series.names().size()];
            for (int t = 1; t <= horizon; t++) {
                for (int i = 0; i < numbers[t - 1].length; i++) {
                    numbers[t - 1][i] = series.value(name, t, i);
                }
            }
            return numbers;
        }

        /** σ: percent of the capacity in round t. */
        private double gained(int t, int i) {
            return HomeSeries.gained(
                    series.value("generation", t, i), series.value("load", t, i), hours, capacity.get(i, 0));
        }
    }

    /** Reads the files; null if something is wrong with them, which is complained about. */
    static @Nullable FleetData read(Options options, DeclaredSize declared, Storage.Settings settings) {
        Complaints complaints = options.complaints();
        int before = complaints.size();
        Map<String, Double> power = new LinkedHashMap<>();
        power.put("kw", 1.0);
        power.put("w", 1e-3);
        power.put("mw", 1e3);
        Optional<DataFile> seriesFile = DataFile.table(options, "series", declared);
        Optional<DataFile> unitsFile = DataFile.table(options, "units", declared);
        SeriesRepairs repairs = SeriesRepairs.read(options);
        TimeSeries series = seriesFile
                .flatMap(file -> TimeSeries.read(
                        file,
                        "unit",
                        List.of(
                                TimeSeries.Column.needed(
                                        "load", power, 0, MOST_KW, "what a unit gives belongs into generation"),
                                TimeSeries.Column.needed(
                                        "generation", power, 0, MOST_KW, "what a unit takes belongs into load"),
                                new TimeSeries.Column("buy", money(), -MOST_EUR, MOST_EUR, WHY_EUR, 0),
                                new TimeSeries.Column("sell", money(), -MOST_EUR, MOST_EUR, WHY_EUR, 0)),
                        repairs))
                .orElse(null);
        Roster units = Roster.of(series, "a unit of the series", "add its series, or drop the line");
        double[] capacity = new double[units.size()];
        double[] start = new double[units.size()];
        unitsFile.ifPresent(file -> units(file, units, settings, capacity, start));
        double hours = series == null ? Double.NaN : hours(options, series);
        if (series == null || complaints.size() > before) {
            return null;
        }
        FleetData found = new FleetData(series, Actions.scalars(capacity), Actions.scalars(start), hours);
        checkSizes(found, complaints);
        return complaints.size() > before ? null : found;
    }

    private static Map<String, Double> money() {
        Map<String, Double> money = new LinkedHashMap<>();
        money.put("eur_per_kwh", 1.0);
        money.put("ct_per_kwh", 0.01);
        money.put("eur_per_mwh", 0.001);
        return money;
    }

    private static double hours(Options options, TimeSeries series) {
        double told = series.stepSeconds() / 3600;
        if (Double.isNaN(told)) {
            return options.number("hours", 1, 1e-3, 1e3);
        }
        if (options.has("hours")) {
            options.complain(
                    "hours", "no such key, because the file's times tell that a round is " + told + " h", "drop it");
        }
        return told;
    }

    private static void units(
            DataFile file, Roster units, Storage.Settings settings, double[] capacity, double[] start) {
        units.readLines(
                file,
                List.of("unit", "capacity_kwh"),
                List.of("charge_percent"),
                "the capacity of every unit of the series",
                (row, i) -> {
                    double kwh = row.number("capacity_kwh", 1e-6, 1e9, "a battery holds something");
                    double charge = row.has("charge_percent")
                            ? row.number(
                                    "charge_percent",
                                    settings.least(),
                                    settings.most(),
                                    "a unit starts within its limits")
                            : (settings.low() + settings.high()) / 2;
                    if (i >= 0) {
                        capacity[i] = kwh;
                        start[i] = charge;
                    }
                });
    }

    /** Who mistakes W for kW fills a battery a hundred times an hour. */
    private static void checkSizes(FleetData found, Complaints complaints) {
        for (int i = 0; i < found.series().names().size(); i++) {
            for (int t = 1; t <= found.series().horizon(); t++) {
                double gained = found.gained(t, i);
                if (Math.abs(gained) > 100) {
                    complaints.add(
                            found.series().place(t, i) + ": "
                                    + found.series().names().get(i),
                            "would " + (gained > 0 ? "fill" : "empty") + " its "
                                    + found.capacity().get(i, 0) + " kWh "
                                    + Math.round(Math.abs(gained) / 100 * 10) / 10.0 + " times over in one round",
                            "at most once, because no battery of that size is built for it",
                            "look at the units: W where kW is written, or a capacity in MWh");
                    break;
                }
            }
        }
    }
}
