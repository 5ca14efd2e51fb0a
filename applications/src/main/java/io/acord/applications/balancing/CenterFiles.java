package io.acord.applications.balancing;

import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import io.acord.lab.data.CsvRows;
import io.acord.lab.data.DataFile;
import io.acord.lab.data.Roster;
import io.acord.lab.data.TimeSeries;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Centres out of three files: demand and carbon intensity by hour, the centres themselves, and links between them.
 * Immutable once read.
 */
final class CenterFiles {

    private static final double MOST = 1e6; // thousand servers
    private static final double DIRTIEST = 5000; // g/kWh: burning peat emits about a quarter of it

    private final TimeSeries series;
    private final double[][] capacity;
    private final double[] usual;
    private final double[] residents;
    private final Coupling links;

    private CenterFiles(TimeSeries series, double[][] capacity, double[] usual, double[] residents, Coupling links) {
        this.series = series;
        this.capacity = capacity;
        this.usual = usual;
        this.residents = residents;
        this.links = links;
    }

    List<String> names() {
        return series.names();
    }

    int hours() {
        return series.horizon();
    }

    Centers centers(int hours, ServerSettings running) {
        int n = names().size();
        double[][][] demand = new double[2][hours][n];
        double[][] carbon = new double[hours][n];
        for (int t = 1; t <= hours; t++) {
            for (int i = 0; i < n; i++) {
                demand[0][t - 1][i] = series.value("interactive", t, i);
                demand[1][t - 1][i] = series.value("batch", t, i);
                carbon[t - 1][i] = series.value("carbon", t, i);
            }
        }
        return new Centers(capacity, usual, residents, demand, carbon, links, running);
    }

    /** Reads the files; null if something is wrong with them, which is complained about. */
    static @Nullable CenterFiles read(Options options, DeclaredSize declared) {
        Complaints complaints = options.complaints();
        int before = complaints.size();
        Optional<DataFile> hoursFile = DataFile.table(options, "hours", declared);
        Optional<DataFile> centersFile = DataFile.table(options, "centres", declared);
        Optional<DataFile> linksFile = DataFile.table(options, "links", declared);
        TimeSeries series = hoursFile.flatMap(CenterFiles::hours).orElse(null);
        if (series != null && !Double.isNaN(series.stepSeconds()) && series.stepSeconds() != 3600) {
            complaints.add(
                    hoursFile.orElseThrow().name(),
                    "has a line every " + series.stepSeconds() / 60 + " minutes",
                    "one every hour, because energy is counted by the hour",
                    "sum up or repeat the lines so that there is one an hour");
        }
        Roster ids = Roster.of(series, "a centre that has hours", "add its hours, or drop the line");
        int n = ids.size();
        double[][] capacity = new double[2][n];
        double[] usual = new double[n];
        double[] residents = new double[n];
        centersFile.ifPresent(file -> centers(file, ids, capacity, usual, residents));
        Coupling links = linksFile.flatMap(file -> links(file, ids)).orElse(null);
        return series == null || links == null || complaints.size() > before
                ? null
                : new CenterFiles(series, capacity, usual, residents, links);
    }

    private static Optional<TimeSeries> hours(DataFile file) {
        Map<String, Double> servers = new LinkedHashMap<>();
        servers.put("servers", 0.001);
        servers.put("thousand_servers", 1.0);
        Map<String, Double> intensity = new LinkedHashMap<>();
        intensity.put("g_per_kwh", 1.0);
        intensity.put("kg_per_mwh", 1.0);
        intensity.put("kg_per_kwh", 1000.0);
        intensity.put("lb_per_mwh", 0.45359237);
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
                                "no grid takes carbon up, and none emits more than " + DIRTIEST + " g/kWh")));
    }

    private static void centers(DataFile file, Roster ids, double[][] capacity, double[] usual, double[] residents) {
        List<String> columns =
                List.of("centre", "interactive_servers", "batch_servers", "carbon_g_per_kwh", "residents_thousand");
        ids.readLines(file, columns, List.of(), "a line for every centre with hours", (row, i) -> {
            double interactive = row.number(columns.get(1), 0, 1000 * MOST, "a centre has no fewer servers than none");
            double batch = row.number(columns.get(2), 0, 1000 * MOST, "a centre has no fewer servers than none");
            double carbon = row.number(columns.get(3), 1, DIRTIEST, "burdens are compared by it");
            double people = row.number(columns.get(4), 0.001, 1e7, "burdens are per resident");
            if (i >= 0) {
                capacity[0][i] = interactive / 1000;
                capacity[1][i] = batch / 1000;
                usual[i] = carbon;
                residents[i] = people;
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
                MadeUpCenters.link(edges, i, j, weight);
            }
        });
        return complaints.size() > before ? Optional.empty() : Optional.of(edges.build());
    }
}
