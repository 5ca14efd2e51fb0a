package io.acord.applications.pricing;

import io.acord.lab.application.Chart;
import io.acord.lab.application.Measure;
import io.acord.lab.application.Measures;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Picture;
import io.acord.lab.report.PathDrawing;
import io.acord.model.Actions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** What prices brought in, and how restless they were. */
final class PriceMeter implements Meter {

    private static final int SHOWN = 12;

    /** Smaller moves are no news to a customer. */
    private static final double NOTICED = 0.01;

    private final Market market;
    private final String currency;
    private final Optional<SalesMarket> sales;
    private final PriceEffects effects;
    private final IntFunction<String> names;
    private final int shown;
    private final double[] revenue;
    private final double[] mean;
    private final double[] restless;
    private final double[][] paths; // of the shown products
    private final double[] lastMove; // of every product, as a share of the larger price
    private double units;
    private long reversals;
    private long negative;
    private Actions published;
    private double roundingCost;
    private double roundingAtMost;
    private final double[] slope; // of revenue by the last prices, as far as they sold in their own round
    private final double[] farthest; // that a published price can be from them

    PriceMeter(Market market, String currency, Optional<SalesMarket> sales, IntFunction<String> names, boolean drawn) {
        this.market = market;
        this.sales = sales;
        this.effects = new PriceEffects(market);
        this.published = market.start();
        this.slope = new double[market.products()];
        this.farthest = new double[market.products()];
        this.currency = currency;
        this.names = names;
        this.shown = drawn ? Math.min(SHOWN, market.products()) : 0;
        this.revenue = new double[market.horizon()];
        this.mean = new double[market.horizon()];
        this.restless = new double[market.horizon()];
        this.paths = new double[shown][market.horizon()];
        this.lastMove = new double[market.products()];
    }

    @Override
    public String kind() {
        return "pricing";
    }

    @Override
    public void played(int t, Actions previous, Actions actions) {
        int n = market.products();
        Actions x = market.limits().published(actions);
        Actions last = t == 1 ? previous : published;
        double[] sold = market.sold(t, last, x);
        if (market.limits().hasSteps()) {
            round(t, previous, actions, sold, x);
        }
        effects.played(t, last, x, sold);
        published = x;
        for (int i = 0; i < n; i++) {
            double price = x.get(i, 0);
            double before = last.get(i, 0);
            revenue[t - 1] += price * sold[i];
            units += sold[i];
            negative += sold[i] < 0 ? 1 : 0;
            mean[t - 1] += price / n;
            double larger = Math.max(Math.abs(before), Math.abs(price)); // a price may have been 0
            double move = larger == 0 ? 0 : (price - before) / larger;
            restless[t - 1] += 100 * Math.abs(move) / n;
            boolean turned = move * lastMove[i] < 0;
            reversals += turned && Math.min(Math.abs(move), Math.abs(lastMove[i])) >= NOTICED ? 1 : 0;
            lastMove[i] = move;
        }
        for (int s = 0; s < shown; s++) {
            paths[s][t - 1] = x.get(product(s), 0);
        }
    }

    /**
     * What it costs to publish prices of a grid. Revenue of all rounds is a quadratic of all prices: with δ = p − x,
     * R(x) − R(p) = −∇R(x)·δ − ½ δᵀHδ ≤ Σ |∂R/∂x_i| |δ_i| + ½ L_i δ_i², L_i the sum of the absolute numbers in a row of
     * H. |δ| is at most half a step, and at a limit a whole one. A price also sells in the round after, so that its
     * slope is known a round later.
     */
    private void round(int t, Actions previous, Actions x, double[] sold, Actions prices) {
        double[] unrounded = market.sold(t, previous, x);
        double[] slopes = market.marginalRevenue(t, previous, x);
        for (int i = 0; i < market.products(); i++) {
            roundingCost += x.get(i, 0) * unrounded[i] - prices.get(i, 0) * sold[i];
            double felt = market.memory(t, i) * x.get(i, 0);
            roundingAtMost += Math.abs(slope[i] + felt) * farthest[i];
            slope[i] = slopes[i];
            farthest[i] = market.limits().farthest(i, x.get(i, 0));
            roundingAtMost += market.curvature(t, i) / 2 * farthest[i] * farthest[i];
        }
    }

    /** With the slopes of the last round, of which nobody remembers anything. */
    private double roundingAtMost() {
        double sum = roundingAtMost;
        for (int i = 0; i < slope.length; i++) {
            sum += Math.abs(slope[i]) * farthest[i];
        }
        return sum;
    }

    private int product(int s) {
        return (int) ((long) s * market.products() / shown);
    }

    @Override
    public Map<Measure, Double> measures() {
        double sum = 0;
        double moved = 0;
        for (int t = 0; t < revenue.length; t++) {
            sum += revenue[t];
            moved += restless[t] / revenue.length;
        }
        double all = (double) market.products() * revenue.length;
        Measures measures = new Measures();
        measures.higher("revenue", sum, currency, "Price times units sold, over all products and rounds.");
        measures.neither("units", units, "pieces", "Units sold, over all products and rounds.");
        measures.lower(
                "priceChange",
                moved,
                "% a round",
                "How far a price moves from one round to the next, as a share of the larger of the two, on average.");
        measures.lower(
                "flapping",
                100 * reversals / all,
                "per 100 rounds",
                "How often a product's price turns back, by 1 % or more after a move of 1 % or more.");
        measures.lower(
                "impossible",
                100 * negative / all,
                "%",
                "Share of products and rounds where the linear model sells less than nothing: where it is not 0, the model is used beyond its range.");
        if (market.limits().hasSteps()) {
            measures.lower(
                    "roundingCost",
                    roundingCost,
                    currency,
                    "Revenue at the prices that were played, less revenue at those that are published, which lie on the grid of price steps; below 0 if rounding happened to help. Certificates and ratios are about the prices that were played.");
            measures.lower(
                    "roundingAtMost",
                    roundingAtMost(),
                    currency,
                    "What rounding can have cost at most, wherever the grid lies: no price is further from a published one than half a step, or a step at a limit.");
        }
        sales.ifPresent(
                learned -> measures.neither(
                        "demandError",
                        learned.demand().heldOut().percent(),
                        "%",
                        "How far learned demand is off on the days held out, which it has not seen: the sum of |sold - predicted| over the sum of what was sold."));
        return measures.all();
    }

    @Override
    public Map<Chart, double[]> series() {
        Map<Chart, double[]> series = new LinkedHashMap<>();
        series.put(new Chart("Revenue", currency + " a round", "What all products bring in."), revenue.clone());
        series.put(
                new Chart(
                        "Restlessness",
                        "% a round",
                        "How far prices move from one round to the next, as a share of the larger of the two, on average over the products."),
                restless.clone());
        return series;
    }

    @Override
    public List<Picture> pictures(String id, List<Meter> all) {
        double high = 0;
        for (int s = 0; s < shown; s++) {
            for (int t = 1; t <= market.horizon(); t++) {
                double most = Math.min(market.limits().highest(product(s)), market.target(t, product(s)));
                high = Math.max(high, Math.max(market.startPrice(product(s)), most));
            }
        }
        PathDrawing drawing =
                new PathDrawing(id + "-prices", "Prices of some products over the rounds", currency, 0, 1.05 * high);
        for (int s = 0; s < shown; s++) {
            drawing.path("product " + names.apply(product(s)), paths[s]);
        }
        List<Picture> pictures = new ArrayList<>();
        pictures.add(new Picture(
                "Price paths",
                "Prices of " + shown + (shown < market.products() ? " of the " + market.products() : "")
                        + " products over the rounds.",
                drawing.markup()));
        pictures.add(new Picture(
                "What each price did",
                "What the moves of a price brought, the product itself and its substitutes, against leaving this one price as it was, all others being as played; and what pulls at it, in units a round: above 0 towards a higher price."
                        + (effects.shown() < market.products()
                                ? " The first " + effects.shown() + " of " + market.products() + " products."
                                : ""),
                effects.table(names, currency)));
        if (sales.isPresent() && all.get(0).equals(this)) { // the same for all policies
            LearnedFiles learned = new LearnedFiles(sales.get(), currency);
            pictures.add(new Picture("Demand as it was learned", learned.words(), learned.table()));
        }
        return pictures;
    }
}
