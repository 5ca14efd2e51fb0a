package io.acord.applications.pricing;

import io.acord.lab.application.Setpoints;
import io.acord.model.Actions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;

/**
 * The price of each product that is published, and what the model expects to be sold at it; where prices come in steps,
 * also the price that was played. Beside them a file of what each price did, and what was learned. Scratch; one thread.
 */
final class PriceSetpoints implements Setpoints {

    private static final String DEMAND = "demand.csv";
    private static final String SUBSTITUTES = "substitutes.csv";
    private static final String FIT = "fit.csv";

    private final Market market;
    private final String currency;
    private final Optional<SalesMarket> sales;
    private final IntFunction<String> names;
    private final PriceEffects effects;
    private Actions published;

    /** @param currency three small letters */
    PriceSetpoints(Market market, String currency, Optional<SalesMarket> sales, IntFunction<String> names) {
        this.market = market;
        this.currency = currency;
        this.sales = sales;
        this.names = names;
        this.effects = new PriceEffects(market);
        this.published = market.start();
    }

    static List<String> columns(Market market, String currency) {
        List<String> columns = new ArrayList<>(List.of("price_" + currency, "expected_units"));
        if (market.limits().hasSteps()) {
            columns.add("unrounded_" + currency);
        }
        return columns;
    }

    static double[] numbers(Market market, Actions x, Actions published, double[] sold) {
        boolean both = market.limits().hasSteps();
        int width = both ? 3 : 2;
        double[] numbers = new double[width * market.products()];
        for (int i = 0; i < market.products(); i++) {
            numbers[width * i] = published.get(i, 0);
            numbers[width * i + 1] = sold[i];
            if (both) {
                numbers[width * i + 2] = x.get(i, 0);
            }
        }
        return numbers;
    }

    @Override
    public List<String> columns() {
        return columns(market, currency);
    }

    @Override
    public double[] played(int t, Actions previous, Actions x) {
        Actions prices = market.limits().published(x);
        double[] sold = market.sold(t, published, prices);
        effects.played(t, published, prices, sold);
        published = prices;
        return numbers(market, x, prices, sold);
    }

    private static String revenue(String policy) {
        return "revenue-" + policy + ".csv";
    }

    @Override
    public List<String> fileNames(String policy) {
        return sales.isPresent() ? List.of(revenue(policy), DEMAND, SUBSTITUTES, FIT) : List.of(revenue(policy));
    }

    @Override
    public void files(String policy, BiConsumer<String, String> to) {
        to.accept(revenue(policy), effects.csv(names, currency));
        sales.ifPresent(learned -> {
            LearnedFiles written = new LearnedFiles(learned, currency);
            to.accept(DEMAND, written.demand(market));
            to.accept(SUBSTITUTES, written.substitutes());
            to.accept(FIT, written.fit());
        });
    }

    /** What was learned; empty if demand was given. */
    Optional<SalesMarket> learned() {
        return sales;
    }
}
