package io.acord.applications.pricing;

import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import io.acord.lab.data.CsvRows;
import io.acord.lab.data.DataFile;
import io.acord.lab.data.Roster;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.model.Actions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A market whose demand was learned from sales. Its rounds are the days after the last one of the file, and go on.
 *
 * @param start the last prices, unless a file of prices says otherwise
 * @param learning how much of what a day sold beside its expectation is expected to stay, where sales are told round by
 *     round
 */
record SalesMarket(LearnedDemand demand, Coupling substitutes, Actions start, PriceLimits limits, double learning) {

    private static final int MOST_PRODUCTS = 50; // all pairs of which are looked at
    private static final double LEAST_OWN = 1e-6; // of the slope

    Market market(int horizon) {
        int n = demand.products().size();
        double[][] a = new double[horizon][n];
        double[][] k = new double[horizon][n];
        double[][] b = new double[horizon][n];
        for (int t = 1; t <= horizon; t++) {
            for (int i = 0; i < n; i++) {
                a[t - 1][i] = demand.base(t, i);
                k[t - 1][i] = demand.products().get(i).slope();
                b[t - 1][i] = demand.products().get(i).memory();
            }
        }
        return new Market(a, k, b, substitutes, demand.effects(), start.toArray(), limits, true);
    }

    /** Reads the files and learns; null if something is wrong, which is complained about. */
    static @Nullable SalesMarket read(Options options, DeclaredSize declared, String currency) {
        Complaints complaints = options.complaints();
        int before = complaints.size();
        Optional<DataFile> salesFile = DataFile.table(options, "sales", declared);
        Optional<DataFile> pairsFile =
                options.has("pairs") ? DataFile.table(options, "pairs", declared) : Optional.empty();
        PriceFile prices = PriceFile.find(options, declared, currency);
        DemandLearner.Settings settings = settings(options);
        double beyond = options.number("beyond", 0.25, 0, 100);
        double learning = options.number("learning", 0.2, 0, 1);
        SalesHistory sales =
                salesFile.flatMap(file -> SalesHistory.read(file, currency)).orElse(null);
        Roster products = Roster.named(
                sales == null ? null : sales.products(), "a product of the sales", "add its sales, or drop the line");
        Set<DemandLearner.Pair> pairs =
                pairsFile.map(file -> pairs(file, products)).orElseGet(() -> all(products.size()));
        int n = products.size();
        double[] start = new double[n];
        double[] low = new double[n];
        double[] high = new double[n];
        for (int i = 0; i < n && sales != null; i++) {
            start[i] = sales.lastPrice(i);
            double range = sales.highestPrice(i) - sales.lowestPrice(i);
            low[i] = Math.max(0, sales.lowestPrice(i) - beyond * range);
            high[i] = sales.highestPrice(i) + beyond * range;
        }
        PriceLimits limits = prices.read(
                products,
                start,
                low,
                high,
                i -> sales == null ? "" : sales.file() + ": " + sales.products().get(i));
        if (sales != null && pairsFile.isEmpty() && n > MOST_PRODUCTS) {
            complaints.add(
                    sales.file(),
                    "has " + n + " products",
                    "at most " + MOST_PRODUCTS + " where every two may be substitutes",
                    "name those that may be, in a file product,other (pairs)");
        }
        if (sales == null || complaints.size() > before) {
            return null;
        }
        LearnedDemand demand = DemandLearner.learn(sales, settings, pairs, pairsFile.isPresent(), complaints);
        if (complaints.size() > before) {
            return null;
        }
        SalesMarket market = new SalesMarket(demand, coupling(demand), Actions.scalars(start), limits, learning);
        market.check(complaints);
        return complaints.size() > before ? null : market;
    }

    private static DemandLearner.Settings settings(Options options) {
        boolean automatic =
                !options.has("ridge") || options.text("ridge").orElse("").equals("auto");
        OptionalDouble ridge =
                automatic ? OptionalDouble.empty() : OptionalDouble.of(options.number("ridge", 1e-3, 1e-9, 1e9));
        return new DemandLearner.Settings(
                ridge,
                options.number("certainty", 2, 0, 100),
                options.integer("season", 7, 1, 366),
                options.number("held-out", 0.2, 0, 0.5));
    }

    private static Set<DemandLearner.Pair> all(int n) {
        Set<DemandLearner.Pair> pairs = new LinkedHashSet<>();
        for (int i = 0; i < Math.min(n, MOST_PRODUCTS); i++) {
            for (int j = i + 1; j < Math.min(n, MOST_PRODUCTS); j++) {
                pairs.add(new DemandLearner.Pair(i, j));
            }
        }
        return pairs;
    }

    private static Set<DemandLearner.Pair> pairs(DataFile file, Roster products) {
        Set<DemandLearner.Pair> pairs = new LinkedHashSet<>();
        CsvRows.read(file, List.of("product", "other"), List.of(), row -> {
            int i = products.find(row, "product");
            int j = products.find(row, "other");
            if (i < 0 || j < 0) {
                return;
            }
            if (i == j) {
                row.complain("other", "is the product itself", "another product", "drop the line");
            } else if (!pairs.add(new DemandLearner.Pair(Math.min(i, j), Math.max(i, j)))) {
                row.complain("product", "has had this other before", "every pair once", "drop one of the lines");
            }
        });
        return pairs;
    }

    /** 2γ of every pair, β being 1. */
    private static Coupling coupling(LearnedDemand demand) {
        Coupling.Builder edges = Coupling.builder(demand.products().size(), 1);
        List<Market.Effect> effects = new ArrayList<>(demand.effects());
        for (Market.Effect effect : effects) {
            if (effect.product() < effect.other()) {
                double back = effects.stream()
                        .filter(each -> each.product() == effect.other() && each.other() == effect.product())
                        .mapToDouble(Market.Effect::units)
                        .findFirst()
                        .orElse(0);
                edges.edge(effect.product(), effect.other(), effect.units() + back);
            }
        }
        return edges.build();
    }

    /** ξ > 0 and a ≥ 0 for every product. */
    private void check(Complaints complaints) {
        double[] pulled = Market.pulled(substitutes);
        for (int i = 0; i < pulled.length; i++) {
            LearnedDemand.OfProduct product = demand.products().get(i);
            String where =
                    demand.sales().file() + ": " + demand.sales().products().get(i);
            double least = pulled[i] + product.memory();
            if (product.slope() - least <= LEAST_OWN * product.slope()) {
                complaints.add(
                        where,
                        "loses " + product.slope() + " units by a price that is one higher (standard error "
                                + product.slopeError() + ")",
                        "more than " + least
                                + ", which is what its substitutes and the memory of its last price come to:"
                                + " a product's own price must matter most, or revenue has no maximum",
                        "believe fewer substitutes (certainty: 3, or pairs), or shrink all effects (ridge: 0.1)");
            }
            double worst = product.phases().stream()
                    .mapToDouble(p -> product.base() + p)
                    .min()
                    .orElse(0);
            if (worst < 0) {
                complaints.add(
                        where,
                        "would sell " + worst + " units at price 0 on some days",
                        "0 or more, because nobody buys less than nothing, even for free",
                        "add days with other prices, or look for lines that are wrong");
            }
        }
    }
}
