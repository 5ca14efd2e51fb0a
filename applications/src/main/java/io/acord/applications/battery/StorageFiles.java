package io.acord.applications.battery;

import io.acord.input.Complaints;
import io.acord.lab.data.DataFile;
import io.acord.lab.data.Roster;
import io.acord.lab.data.TimeSeries;
import io.acord.lab.options.Options;
import io.acord.lab.series.SeriesRepairs;
import io.acord.lab.source.DeclaredSize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A fleet out of files: load, generation and prices by unit and time, what the units are, and if they plan, perhaps
 * what they expect.
 */
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
    record FleetData(TimeSeries series, Optional<TimeSeries> expected, UnitLines lines, double hours) {

        Storage storage(int horizon, Storage.Settings settings) {
            Units units = new Units(lines.capacity, lines.inverter, settings, hours);
            HomeSeries believed =
                    expected.map(told -> homes(told, told.horizon())).orElse(null);
            return new Storage(units, lines.start, homes(series, horizon), believed);
        }

        private HomeSeries homes(TimeSeries from, int horizon) {
            return new HomeSeries(
                    hours,
                    column(from, "generation", horizon),
                    column(from, "load", horizon),
                    column(from, "buy", horizon),
                    column(from, "sell", horizon));
        }

        /** In the order of the series, whatever the order of the file is. */
        private double[][] column(TimeSeries from, String name, int horizon) {
            double[][] numbers = new double[horizon][series.names().size()];
            for (int i = 0; i < series.names().size(); i++) {
                int there = from.names().indexOf(series.names().get(i));
                for (int t = 1; t <= horizon; t++) {
                    numbers[t - 1][i] = from.value(name, t, there);
                }
            }
            return numbers;
        }

        /** Percent of the capacity in round t. */
        private double gained(int t, int i) {
            double net = HomeSeries.net(series.value("generation", t, i), series.value("load", t, i), hours);
            return 100 * -net / lines.capacity[i];
        }
    }

    /** What the file of units says. Scratch. */
    private static final class UnitLines {
        private final double[] capacity;
        private final double[] start;
        private final double[] inverter;

        UnitLines(int n) {
            this.capacity = new double[n];
            this.start = new double[n];
            this.inverter = new double[n];
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
        double fallback = settings.planning().isOwn() ? Double.NaN : 0; // a plan is nothing without prices
        List<TimeSeries.Column> columns = List.of(
                TimeSeries.Column.needed("load", power, 0, MOST_KW, "what a unit gives belongs into generation"),
                TimeSeries.Column.needed("generation", power, 0, MOST_KW, "what a unit takes belongs into load"),
                new TimeSeries.Column("buy", money(), -MOST_EUR, MOST_EUR, WHY_EUR, fallback),
                new TimeSeries.Column("sell", money(), -MOST_EUR, MOST_EUR, WHY_EUR, fallback));
        TimeSeries series = seriesFile
                .flatMap(file -> TimeSeries.read(file, "unit", columns, repairs))
                .orElse(null);
        Optional<DataFile> expectedFile = settings.planning().isOwn() && options.has("expected")
                ? DataFile.table(options, "expected", declared)
                : Optional.empty();
        Optional<TimeSeries> expected = expectedFile.flatMap(file -> TimeSeries.read(file, "unit", columns, repairs));
        Roster units = Roster.of(series, "a unit of the series", "add its series, or drop the line");
        UnitLines lines = new UnitLines(units.size());
        unitsFile.ifPresent(file -> units(file, units, settings, lines));
        double hours = series == null ? Double.NaN : hours(options, series);
        if (series == null || complaints.size() > before) {
            return null;
        }
        expected.ifPresent(told -> checkExpected(series, told, expectedFile.orElseThrow()));
        FleetData found = new FleetData(series, expected, lines, hours);
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

    private static void units(DataFile file, Roster units, Storage.Settings settings, UnitLines lines) {
        units.readLines(
                file,
                List.of("unit", "capacity_kwh"),
                settings.planning().isOwn() ? List.of("charge_percent", "inverter_kw") : List.of("charge_percent"),
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
                    double inverter = row.has("inverter_kw")
                            ? row.number("inverter_kw", 1e-3, MOST_KW, "power has to get in and out")
                            : settings.planning().inverter();
                    if (i >= 0) {
                        lines.capacity[i] = kwh;
                        lines.start[i] = charge;
                        lines.inverter[i] = inverter;
                    }
                });
    }

    /** What is expected has to begin when the series does, and be of the same units. */
    private static void checkExpected(TimeSeries series, TimeSeries expected, DataFile file) {
        boolean isSame = Set.copyOf(expected.names()).equals(Set.copyOf(series.names()))
                && expected.time(1).equals(series.time(1))
                && (expected.horizon() < 2
                        || series.horizon() < 2
                        || expected.time(2).equals(series.time(2)));
        if (!isSame) {
            file.complain(
                    file.name(),
                    "has " + expected.names().size() + " units from " + expected.time(1) + " on",
                    "the units of the series, " + series.names().size() + ", at its times, from " + series.time(1)
                            + " on",
                    "make it of the same units and times; it may end earlier or later");
        }
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
                                    + found.lines().capacity[i] + " kWh "
                                    + Math.round(Math.abs(gained) / 100 * 10) / 10.0 + " times over in one round",
                            "at most once, because no battery of that size is built for it",
                            "look at the units: W where kW is written, or a capacity in MWh");
                    break;
                }
            }
        }
    }
}
