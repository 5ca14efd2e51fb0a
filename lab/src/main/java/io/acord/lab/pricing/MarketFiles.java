package io.acord.lab.pricing;

import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import io.acord.lab.data.CsvRows;
import io.acord.lab.data.DataFile;
import io.acord.lab.data.TimeSeries;
import io.acord.lab.scenario.Frame;
import io.acord.lab.scenario.Nearest;
import io.acord.lab.scenario.Options;
import io.acord.model.Actions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A market out of three files: demand by product and time, who is a substitute of whom, and the prices before round 1. Scratch; one thread.
 */
final class MarketFiles {

    private static final double MOST = 1e12;

    private final String currency;
    private final Complaints complaints;
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<Market.Effect> effects = new ArrayList<>(); // as the lines say them

    private MarketFiles(String currency, Complaints complaints) {
        this.currency = currency;
        this.complaints = complaints;
    }

    /** What the files say: a market of all their rounds, and the names of the products. */
    record Found(TimeSeries demand, Coupling substitutes, List<Market.Effect> effects, Actions start) {

        Market market(int horizon) {
            int n = demand.names().size();
            double[][] a = new double[horizon][n];
            double[][] k = new double[horizon][n];
            double[][] b = new double[horizon][n];
            for (int t = 1; t <= horizon; t++) {
                for (int i = 0; i < n; i++) {
                    a[t - 1][i] = demand.value("base", t, i);
                    k[t - 1][i] = demand.value("slope", t, i);
                    b[t - 1][i] = demand.value("memory", t, i);
                }
            }
            return new Market(a, k, b, substitutes, effects, start.toArray());
        }
    }

    /** Reads the files; null if something is wrong with them, which is complained about. */
    static @Nullable Found read(Options options, Frame frame, String currency) {
        Complaints complaints = options.complaints();
        int before = complaints.size();
        MarketFiles files = new MarketFiles(currency, complaints);
        Optional<DataFile> demandFile = DataFile.of(options, "demand", frame);
        Optional<DataFile> substitutesFile = DataFile.of(options, "substitutes", frame);
        Optional<DataFile> pricesFile =
                options.has("prices") ? DataFile.of(options, "prices", frame) : Optional.empty();
        TimeSeries demand = demandFile.flatMap(files::demand).orElse(null);
        if (demand == null) {
            return null;
        }
        for (int i = 0; i < demand.names().size(); i++) {
            files.ids.put(demand.names().get(i), i);
        }
        Coupling substitutes = substitutesFile.map(files::substitutes).orElse(null);
        double[] start = files.start(demand, pricesFile);
        if (substitutes == null || complaints.size() > before) {
            return null;
        }
        files.checkOwnEffects(demand, Market.pulled(substitutes));
        return complaints.size() > before
                ? null
                : new Found(demand, substitutes, files.effects, Actions.scalars(start));
    }

    private Optional<TimeSeries> demand(DataFile file) {
        Map<String, Double> units = new LinkedHashMap<>();
        units.put("units", 1.0);
        units.put("thousand_units", 1000.0);
        Map<String, Double> effects = new LinkedHashMap<>();
        effects.put("units_per_" + currency, 1.0);
        effects.put("thousand_units_per_" + currency, 1000.0);
        return TimeSeries.read(
                file,
                "product",
                List.of(
                        TimeSeries.Column.needed(
                                "base", units, 0, MOST, "nobody buys less than nothing, even for free"),
                        TimeSeries.Column.needed(
                                "slope",
                                effects,
                                0,
                                MOST,
                                "a product that sells more when it is dearer has no best price"),
                        new TimeSeries.Column(
                                "memory",
                                effects,
                                0,
                                MOST,
                                "it is the switching weight, and a negative one would reward moving",
                                0)));
    }

    private record Pair(int product, int other) {
        Pair turned() {
            return new Pair(/* product= */ other, /* other= */ product);
        }
    }

    private @Nullable Coupling substitutes(DataFile file) {
        int before = complaints.size();
        String effect = "effect_units_per_" + currency;
        Map<Pair, Double> values = new LinkedHashMap<>();
        Map<Pair, String> places = new HashMap<>();
        CsvRows.read(file, List.of("product", "other", effect), List.of(), row -> {
            int i = product(row, "product");
            int j = product(row, "other");
            double value = row.number(effect);
            if (i < 0 || j < 0 || Double.isNaN(value)) {
                return;
            }
            if (i == j) {
                complaints.add(
                        row.place("other"),
                        "is the product itself",
                        "another product",
                        "put own effects into the slope");
                return;
            }
            Pair pair = new Pair(i, j);
            if (values.putIfAbsent(pair, value) != null) {
                complaints.add(
                        row.place("product"),
                        "has had this other before",
                        "every pair once a direction",
                        "drop one of the lines");
            }
            places.put(pair, row.place(effect));
        });
        if (complaints.size() > before) {
            return null;
        }
        Coupling.Builder edges = Coupling.builder(ids.size(), 1);
        values.forEach((pair, value) -> {
            effects.add(new Market.Effect(pair.product(), pair.other(), value));
            Pair back = pair.turned();
            if (pair.product() > pair.other() && values.containsKey(back)) {
                return; // one edge for both directions
            }
            double both = value + values.getOrDefault(back, 0.0);
            if (both < 0) {
                complaints.add(
                        places.getOrDefault(pair, file.name()),
                        "is " + value + ", with the other direction " + both
                                + " in all: dearer ones take customers along, so the two are complements",
                        "0 or more in all, because complements cost gamma (x_i + x_j)^2, which is no price of differing, and the model has no guarantee for it",
                        "drop the pair, or sell the two as one product");
            } else if (both > 0) {
                edges.edge(pair.product(), pair.other(), both);
            }
        });
        return complaints.size() > before ? null : edges.build();
    }

    private int product(CsvRows.Row row, String column) {
        String name = row.name(column);
        Integer id = ids.get(name);
        if (id == null && !name.isEmpty()) {
            complaints.add(
                    row.place(column),
                    "is \"" + name + "\"",
                    "a product of the demand file",
                    Nearest.to(name, ids.keySet())
                            .map(near -> "did you mean " + near + "?")
                            .orElse("add its demand, or drop the line"));
        }
        return id == null ? -1 : id;
    }

    /** The given prices, or what each product would cost if it were alone and had always cost that: a/(2(k − b)). */
    private double[] start(TimeSeries demand, Optional<DataFile> file) {
        int n = demand.names().size();
        double[] start = new double[n];
        for (int i = 0; i < n; i++) {
            double own = demand.value("slope", 1, i) - demand.value("memory", 1, i);
            start[i] = own > 0 ? demand.value("base", 1, i) / (2 * own) : 0;
        }
        if (file.isEmpty()) {
            return start;
        }
        boolean[] given = new boolean[n];
        String column = "price_" + currency;
        int before = complaints.size();
        CsvRows.read(file.get(), List.of("product", column), List.of(), row -> {
            int i = product(row, "product");
            double price = row.number(column, 0, MOST, "nobody is paid for buying");
            if (i >= 0 && given[i]) {
                complaints.add(row.place("product"), "is there twice", "one price a product", "drop one of the lines");
            } else if (i >= 0) {
                given[i] = true;
                start[i] = price;
            }
        });
        for (int i = 0; i < n && complaints.size() == before; i++) {
            if (!given[i]) {
                complaints.add(
                        file.get().name(),
                        "has no price of " + demand.names().get(i),
                        "the price of every product before round 1",
                        "add it, or drop the key prices to start where each would be best alone");
            }
        }
        return start;
    }

    /** ξ > 0 for every product, at its first round where it is not. */
    private void checkOwnEffects(TimeSeries demand, double[] pulled) {
        int n = demand.names().size();
        boolean[] said = new boolean[n];
        Arrays.fill(said, false);
        for (int t = 1; t <= demand.horizon(); t++) {
            for (int i = 0; i < n; i++) {
                double next = t < demand.horizon() ? demand.value("memory", t + 1, i) : 0;
                double least = pulled[i] + (demand.value("memory", t, i) + next) / 2;
                if (!(demand.value("slope", t, i) > least) && !said[i]) {
                    said[i] = true;
                    complaints.add(
                            demand.place(t, i) + ": slope of " + demand.names().get(i),
                            "is " + demand.value("slope", t, i),
                            "more than " + least
                                    + ", which is what its substitutes and the memory of this and the next round come to:"
                                    + " a product's own price must matter most, or revenue has no maximum",
                            "estimate the effects again, or leave weak substitutes out");
                }
            }
        }
    }
}
