package io.acord.applications.pricing;

import io.acord.lab.application.Chart;
import io.acord.lab.application.Measure;
import io.acord.lab.application.Measures;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Picture;
import io.acord.lab.report.PathDrawing;
import io.acord.model.Actions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** What prices brought in, and how restless they were. */
final class PriceMeter implements Meter {

    private static final int SHOWN = 12;

    /** Smaller moves are no news to a customer. */
    private static final double NOTICED = 0.01;

    private final Market market;
    private final String currency;
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

    PriceMeter(Market market, String currency, IntFunction<String> names, boolean drawn) {
        this.market = market;
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
    public void played(int t, Actions previous, Actions x) {
        int n = market.products();
        double[] sold = market.sold(t, previous, x);
        for (int i = 0; i < n; i++) {
            double price = x.get(i, 0);
            double before = previous.get(i, 0);
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
        measures.neither("units", units, "", "Units sold, over all products and rounds.");
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
                high = Math.max(high, Math.max(market.start().get(product(s), 0), market.target(t, product(s))));
            }
        }
        PathDrawing drawing =
                new PathDrawing(id + "-prices", "Prices of some products over the rounds", currency, 0, 1.05 * high);
        for (int s = 0; s < shown; s++) {
            drawing.path("product " + names.apply(product(s)), paths[s]);
        }
        return List.of(new Picture(
                "Price paths",
                "Prices of " + shown + (shown < market.products() ? " of the " + market.products() : "")
                        + " products over the rounds.",
                drawing.markup()));
    }
}
