package io.acord.applications.pricing;

import io.acord.applications.model.ModelSource;
import io.acord.graph.Coupling;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code costs: {kind: pricing}}: prices of products that are substitutes of one another.
 *
 * <p>With {@code sales: FILE} demand is learned from what was sold ({@link SalesMarket}). With {@code demand: FILE} and
 * {@code substitutes: FILE} it is yours ({@link MarketFiles}); either may have {@code prices: FILE}. Without them the
 * market is made up from the seed ({@link MadeUpMarket}).
 */
public final class PricingCosts extends CostKind {

    public PricingCosts() {
        super("pricing", "prices of products that are substitutes");
    }

    @Override
    public CostSource create(Options options, DeclaredSize declared) {
        String currency = options.text("currency").orElse("eur");
        if (!currency.matches("[a-z]{3}")) {
            options.complain("currency", "three small letters, because columns are named by it", "write eur, usd, …");
        }
        boolean learns = options.has("sales");
        boolean goesOn = !learns && options.word("end", "closed", "open").equals("open");
        if (learns) {
            refuseDemand(options);
            SalesMarket found = SalesMarket.read(options, declared, currency);
            return new Pricing(
                    found == null
                            ? ModelSource.refused()
                            : ModelSource.ofPast(
                                    found.demand().sales().products(),
                                    found.demand()
                                            .sales()
                                            .datesAfter(declared.horizon().orElse(0)),
                                    found::market),
                    currency,
                    Optional.ofNullable(found));
        }
        if (options.has("demand") || options.has("substitutes") || options.has("prices")) {
            MarketFiles.MarketData found = MarketFiles.read(options, declared, currency, goesOn);
            return new Pricing(
                    found == null ? ModelSource.refused() : ModelSource.ofFiles(found.demand(), found::market),
                    currency,
                    Optional.empty());
        }
        double step = PriceFile.step(options);
        MadeUpMarket madeUp = MadeUpMarket.read(options, declared);
        return new Pricing(
                ModelSource.madeUp((size, seed) -> madeUp.draw(size, seed, step, goesOn)), currency, Optional.empty());
    }

    private static void refuseDemand(Options options) {
        for (String key : List.of("demand", "substitutes")) {
            if (options.has(key)) {
                options.complain(
                        key,
                        "no such key beside sales, from which it is learned",
                        "drop " + key + ", or drop sales; pairs names products that may be substitutes");
            }
        }
    }

    private record Pricing(ModelSource<Market> models, String currency, Optional<SalesMarket> sales)
            implements ModelSource.ModelCosts<Market> {

        @Override
        public OptionalInt dimension() {
            return OptionalInt.of(1);
        }

        @Override
        public Map<String, String> decides() {
            return Map.of(
                    "beta",
                    "the price of differing is part of what makes cost and revenue the same",
                    "graph",
                    "substitutes are the graph",
                    "start",
                    "the prices before round 1 are part of the market");
        }

        @Override
        public Optional<GraphSource> graph() {
            return Optional.of((size, seed) -> {
                Coupling substitutes = models.draw(size, seed).substitutes();
                return t -> substitutes;
            });
        }

        @Override
        public Costs costs(Size size, long seed) {
            Market market = models.draw(size, seed);
            return market.rounds(
                    (drawn, graphs) ->
                            new PriceMeter(market, currency.toUpperCase(Locale.ROOT), sales, size.names()::get, drawn),
                    () -> new PriceSetpoints(market, currency, sales, size.names()::get));
        }

        @Override
        public Optional<FieldRounds> arriving(Size size, long seed) {
            return Optional.of(new ArrivingDemand(models.draw(size, seed), currency, sales, size.names()));
        }
    }
}
