package io.acord.applications.pricing;

import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import io.acord.lab.data.CsvRows;
import io.acord.lab.data.DataFile;
import io.acord.lab.data.Roster;
import io.acord.lab.data.TimeSeries;
import io.acord.lab.options.Options;
import io.acord.lab.series.SeriesRepairs;
import io.acord.lab.source.DeclaredSize;
import io.acord.model.Actions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A market out of three files: demand by product and time, who is a substitute of whom, and the prices before round 1.
 * Scratch; one thread.
 */
final class MarketFiles {

    private static final double MOST = 1e12;
    static final double LEAST_OWN = 1e-9; // of the slope: what is left of less is rounding

    private final String currency;
    private final Complaints complaints;
    private final List<Market.Effect> effects = new ArrayList<>(); // as the lines say them

    private MarketFiles(String currency, Complaints complaints) {
        this.currency = currency;
        this.complaints = complaints;
    }

    /** What the files say: a market of all their rounds, and the names of the products. */
    record MarketData(
            TimeSeries demand,
            Coupling substitutes,
            List<Market.Effect> effects,
            Actions start,
            PriceLimits limits,
            boolean goesOn) {

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
            return new Market(a, k, b, substitutes, effects, start.toArray(), limits, goesOn);
        }
    }

    /** Reads the files; null if something is wrong with them, which is complained about. */
    static @Nullable MarketData read(Options options, DeclaredSize declared, String currency, boolean goesOn) {
        Complaints complaints = options.complaints();
        int before = complaints.size();
        MarketFiles files = new MarketFiles(currency, complaints);
        Optional<DataFile> demandFile = DataFile.table(options, "demand", declared);
        Optional<DataFile> substitutesFile = DataFile.table(options, "substitutes", declared);
        PriceFile prices = PriceFile.find(options, declared, currency);
        SeriesRepairs repairs = SeriesRepairs.read(options);
        TimeSeries demand =
                demandFile.flatMap(file -> files.demand(file, repairs)).orElse(null);
        Roster products = Roster.of(demand, "a product of the demand file", "add its demand, or drop the line");
        Coupling substitutes =
                substitutesFile.map(file -> files.substitutes(file, products)).orElse(null);
        double[] start = demand == null ? new double[0] : alone(demand);
        PriceLimits limits = prices.read(products, start);
        if (demand == null || substitutes == null || complaints.size() > before) {
            return null;
        }
        files.checkOwnEffects(demand, Market.pulled(substitutes), goesOn);
        return complaints.size() > before
                ? null
                : new MarketData(demand, substitutes, files.effects, Actions.scalars(start), limits, goesOn);
    }

    private Optional<TimeSeries> demand(DataFile file, SeriesRepairs repairs) {
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
                                "a product that sells more when it is more expensive has no best price"),
                        new TimeSeries.Column(
                                "memory",
                                effects,
                                0,
                                MOST,
                                "it is the switching weight, and a negative one would reward moving",
                                0)),
                repairs);
    }

    private record Pair(int product, int other) {
        Pair turned() {
            return new Pair(/* product= */ other, /* other= */ product);
        }
    }

    private @Nullable Coupling substitutes(DataFile file, Roster products) {
        int before = complaints.size();
        String effect = "effect_units_per_" + currency;
        Map<Pair, Double> values = new LinkedHashMap<>();
        Map<Pair, String> places = new HashMap<>();
        CsvRows.read(file, List.of("product", "other", effect), List.of(), row -> {
            int i = products.find(row, "product");
            int j = products.find(row, "other");
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
        Coupling.Builder edges = Coupling.builder(Math.max(1, products.size()), 1);
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
                                + " in all: more expensive ones take customers along, so the two are complements",
                        "0 or more in all, because complements cost gamma (x_i + x_j)^2, which is no price of differing, and the model has no guarantee for it",
                        "drop the pair, or sell the two as one product");
            } else if (both > 0) {
                edges.edge(pair.product(), pair.other(), both);
            }
        });
        return complaints.size() > before || products.size() == 0 ? null : edges.build();
    }

    /** What each product would cost if it were alone and had always cost that: a/(2(k − b)). */
    private static double[] alone(TimeSeries demand) {
        double[] prices = new double[demand.names().size()];
        for (int i = 0; i < prices.length; i++) {
            double own = demand.value("slope", 1, i) - demand.value("memory", 1, i);
            prices[i] = own > 0 ? demand.value("base", 1, i) / (2 * own) : 0;
        }
        return prices;
    }

    /** ξ > 0 for every product, at its first round where it is not. */
    private void checkOwnEffects(TimeSeries demand, double[] pulled, boolean goesOn) {
        int n = demand.names().size();
        boolean[] said = new boolean[n];
        for (int t = 1; t <= demand.horizon(); t++) {
            for (int i = 0; i < n; i++) {
                double next = t < demand.horizon()
                        ? demand.value("memory", t + 1, i)
                        : goesOn ? demand.value("memory", t, i) : 0;
                double slope = demand.value("slope", t, i);
                double least = pulled[i] + (demand.value("memory", t, i) + next) / 2;
                double best = demand.value("base", t, i) / (2 * (slope - least));
                if (said[i] || (slope - least > LEAST_OWN * slope && best <= MOST)) {
                    continue;
                }
                said[i] = true;
                complaints.add(
                        demand.place(t, i) + ": slope of " + demand.names().get(i),
                        "is " + slope
                                + (slope > least ? ", so little more than that that its best price is " + best : ""),
                        "more than " + least
                                + ", which is what its substitutes and the memory of this and the next round come to:"
                                + " a product's own price must matter most, or revenue has no maximum",
                        "estimate the effects again, or omit weak substitutes");
            }
        }
    }
}
