package io.acord.applications.pricing;

import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Setpoints;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphSource;
import io.acord.model.Actions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/**
 * {@code costs: {kind: pricing}}: prices of products that are substitutes of one another.
 *
 * <p>With {@code demand: FILE} and {@code substitutes: FILE}, and {@code prices: FILE} if you like, the market is
 * yours; without them it is made up from the seed ({@link MadeUpMarket}).
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
        if (options.has("demand") || options.has("substitutes") || options.has("prices")) {
            MarketFiles.MarketData found = MarketFiles.read(options, declared, currency);
            return found == null
                    ? new Pricing(currency, Optional.empty(), List.of(), OptionalInt.empty(), REFUSED)
                    : new Pricing(
                            currency,
                            Optional.of(found.demand().names()),
                            found.demand().times(),
                            OptionalInt.of(found.demand().horizon()),
                            (size, seed) -> found.market(size.horizon()));
        }
        return new Pricing(
                currency, Optional.empty(), List.of(), OptionalInt.empty(), MadeUpMarket.read(options, declared)::draw);
    }

    private static final Markets REFUSED = (size, seed) -> {
        throw new AssertionError("files that were refused are played");
    };

    /** The market of a seed, one and the same where it comes from files. */
    private interface Markets {
        Market draw(CostSource.Size size, long seed);
    }

    private record Pricing(
            String currency, Optional<List<String>> names, List<String> times, OptionalInt horizon, Markets markets)
            implements CostSource {

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
                Coupling substitutes = markets.draw(size, seed).substitutes();
                return t -> substitutes;
            });
        }

        @Override
        public Costs costs(Size size, long seed) {
            return new Prices(markets.draw(size, seed), currency, size.names()::get);
        }
    }

    private record Prices(Market market, String currency, IntFunction<String> names) implements CostSource.Costs {

        @Override
        public HittingCost[] round(int t) {
            return market.costs(t);
        }

        @Override
        public Optional<double[]> switchingWeights(int t) {
            return Optional.of(market.switchingWeights(t));
        }

        @Override
        public Optional<Actions> start() {
            return Optional.of(market.start());
        }

        @Override
        public Optional<Meter> meter(boolean drawn, GraphSource.Graphs graphs) {
            return Optional.of(new PriceMeter(market, currency.toUpperCase(Locale.ROOT), names, drawn));
        }

        @Override
        public Optional<Setpoints> setpoints() {
            return Optional.of(new PriceSetpoints(market, currency));
        }
    }
}
