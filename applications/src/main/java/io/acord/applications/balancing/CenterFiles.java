package io.acord.applications.balancing;

import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import io.acord.lab.data.CsvRows;
import io.acord.lab.data.DataFile;
import io.acord.lab.data.Roster;
import io.acord.lab.data.TimeSeries;
import io.acord.lab.options.Options;
import io.acord.lab.series.SeriesRepairs;
import io.acord.lab.source.DeclaredSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Centres out of three files: demand, carbon intensity and prices by hour, the centres themselves, and links between
 * them. Immutable once read.
 */
record CenterFiles(TimeSeries series, CenterLines lines, Coupling links) {

    private static final List<String> COLUMNS = List.of("interactive", "batch", "carbon", "price");
    static final double MOST = 1e6; // thousand servers
    private static final String PRICE = "price_eur_per_mwh";
    static final double DEAREST = 1e5; // €/MWh
    static final double DIRTIEST = 5000; // g/kWh: burning peat emits about a quarter of it

    /** What the file of centres says. Scratch. */
    static final class CenterLines {
        private final double[][] capacity; // [interactive, batch][centre]
        private final double[] usual;
        private final double[] usualPrice;
        private final double[] residents;

        CenterLines(int n) {
            this.capacity = new double[2][n];
            this.usual = new double[n];
            this.usualPrice = new double[n];
            this.residents = new double[n];
        }
    }

    Centers centers(int hours, ServerSettings running) {
        int n = series.names().size();
        double[][][] read = new double[COLUMNS.size()][hours][n];
        for (int c = 0; c < read.length; c++) {
            for (int t = 1; t <= hours; t++) {
                for (int i = 0; i < n; i++) {
                    read[c][t - 1][i] = series.value(COLUMNS.get(c), t, i);
                }
            }
        }
        CenterHours data = new CenterHours(read[0], read[1], read[2], read[3]);
        return new Centers(lines.capacity, lines.usual, lines.usualPrice, lines.residents, data, links, running);
    }

    /** Reads the files; null if something is wrong with them, which is complained about. */
    static @Nullable CenterFiles read(Options options, DeclaredSize declared) {
        Complaints complaints = options.complaints();
        int before = complaints.size();
        Optional<DataFile> hoursFile = DataFile.table(options, "hours", declared);
        Optional<DataFile> centersFile = DataFile.table(options, "centres", declared);
        Optional<DataFile> linksFile = DataFile.table(options, "links", declared);
        SeriesRepairs repairs = SeriesRepairs.read(options);
        TimeSeries series = hoursFile.flatMap(file -> hours(file, repairs)).orElse(null);
        if (series != null && !Double.isNaN(series.stepSeconds()) && series.stepSeconds() != 3600) {
            complaints.add(
                    hoursFile.orElseThrow().name(),
                    "has a line every " + series.stepSeconds() / 60 + " minutes",
                    "one every hour, because energy is counted by the hour",
                    "sum up or repeat the lines so that there is one an hour");
        }
        Roster ids = Roster.of(series, "a centre that has hours", "add its hours, or drop the line");
        CenterLines lines = new CenterLines(ids.size());
        boolean isPriced = series != null && series.has("price");
        centersFile.ifPresent(file -> centers(file, ids, isPriced, lines));
        Coupling links = linksFile.flatMap(file -> links(file, ids)).orElse(null);
        return series == null || links == null || complaints.size() > before
                ? null
                : new CenterFiles(series, lines, links);
    }

    private static Optional<TimeSeries> hours(DataFile file, SeriesRepairs repairs) {
        Map<String, Double> servers = new LinkedHashMap<>();
        servers.put("servers", 0.001);
        servers.put("thousand_servers", 1.0);
        Map<String, Double> intensity = new LinkedHashMap<>();
        intensity.put("g_per_kwh", 1.0);
        intensity.put("kg_per_mwh", 1.0);
        intensity.put("kg_per_kwh", 1000.0);
        intensity.put("lb_per_mwh", 0.45359237);
        Map<String, Double> money = new LinkedHashMap<>();
        money.put("eur_per_mwh", 1.0);
        money.put("eur_per_kwh", 1000.0);
        money.put("ct_per_kwh", 10.0);
        return TimeSeries.read(
                file,
                "centre",
                List.of(
                        TimeSeries.Column.needed("interactive", servers, 0, MOST, "nobody asks for less than nothing"),
                        new TimeSeries.Column("batch", servers, 0, MOST, "nobody asks for less than nothing", 0),
                        TimeSeries.Column.needed(
                                "carbon",
                                intensity,
                                0,
                                DIRTIEST,
                                "no grid takes carbon up, and none emits more than " + DIRTIEST + " g/kWh"),
                        new TimeSeries.Column("price", money, -DEAREST, DEAREST, "no market goes further", 0)),
                repairs);
    }

    private static void centers(DataFile file, Roster ids, boolean isPriced, CenterLines lines) {
        List<String> columns = new ArrayList<>(
                List.of("centre", "interactive_servers", "batch_servers", "carbon_g_per_kwh", "residents_thousand"));
        if (isPriced) {
            columns.add(PRICE); // what is dearer than usual can wait
        }
        List<String> others = isPriced ? List.of() : List.of(PRICE);
        ids.readLines(file, columns, others, "a line for every centre with hours", (row, i) -> {
            double interactive = row.number(columns.get(1), 0, 1000 * MOST, "a centre has no fewer servers than none");
            double batch = row.number(columns.get(2), 0, 1000 * MOST, "a centre has no fewer servers than none");
            double carbon = row.number(columns.get(3), 1, DIRTIEST, "burdens are compared by it");
            double people = row.number(columns.get(4), 0.001, 1e7, "burdens are per resident");
            double euros = isPriced ? row.number(PRICE, -DEAREST, DEAREST, "no market goes further") : 0;
            if (i >= 0) {
                lines.capacity[0][i] = interactive / 1000;
                lines.capacity[1][i] = batch / 1000;
                lines.usual[i] = carbon;
                lines.residents[i] = people;
                lines.usualPrice[i] = euros;
            }
        });
    }

    private static Optional<Coupling> links(DataFile file, Roster ids) {
        Complaints complaints = file.complaints();
        Coupling.Builder edges = Coupling.builder(Math.max(1, ids.size()), 2); // nobody is linked while nobody is known
        Set<List<Integer>> known = new HashSet<>();
        int before = complaints.size();
        CsvRows.read(file, List.of("centre", "other"), List.of("weight"), row -> {
            int i = ids.find(row, "centre");
            int j = ids.find(row, "other");
            double weight =
                    row.has("weight") ? row.number("weight", 0, 1e9, "a negative one would reward unequal burdens") : 1;
            if (i < 0 || j < 0 || Double.isNaN(weight)) {
                return;
            }
            if (i == j) {
                complaints.add(row.place("other"), "is the centre itself", "another centre", "drop the line");
            } else if (!known.add(i < j ? Arrays.asList(i, j) : Arrays.asList(j, i))) {
                complaints.add(
                        row.place("centre"),
                        "has been linked with this other before",
                        "every pair once",
                        "drop one of the lines");
            } else if (weight > 0) {
                edges.edge(i, j, weight);
            }
        });
        return complaints.size() > before ? Optional.empty() : Optional.of(edges.build());
    }
}
