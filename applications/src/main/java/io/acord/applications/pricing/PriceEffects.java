package io.acord.applications.pricing;

import io.acord.graph.Coupling;
import io.acord.lab.report.Numbers;
import io.acord.lab.report.TableDrawing;
import io.acord.lab.text.CsvText;
import io.acord.model.Actions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What each product's price did to revenue, and what held it where it was. Scratch; one thread.
 *
 * <ul>
 *   <li>Gains are against a shop that had left this one price as it was before round 1, all other prices being as
 *       played: what the product itself brings in more, and what its substitutes do.
 *   <li>Pulls are what one currency unit more on the price would bring, in the units of the cost of a round, on average
 *       over the rounds: by the product's own demand −2ξ(x − a/2ξ), by its substitutes Σ 2γ(x_j − x), by its last price
 *       b(x_prev − x). Above 0 they are for a higher price; where they add up to 0, the price is in balance.
 * </ul>
 */
final class PriceEffects {

    private static final int SHOWN = 30;

    private final Market market;
    private final double[] revenue;
    private final double[] mean;
    private final double[] last;
    private final double[] ownGain;
    private final double[] othersGain;
    private final double[] ownPull;
    private final double[] othersPull;
    private final double[] pastPull;
    private final int[] atLimit;
    private int rounds;

    PriceEffects(Market market) {
        this.market = market;
        int n = market.products();
        this.revenue = new double[n];
        this.mean = new double[n];
        this.last = new double[n];
        this.ownGain = new double[n];
        this.othersGain = new double[n];
        this.ownPull = new double[n];
        this.othersPull = new double[n];
        this.pastPull = new double[n];
        this.atLimit = new int[n];
    }

    /**
     * Takes in a round.
     *
     * @param previous prices that were published before
     * @param x prices that are published
     * @param sold at them
     */
    void played(int t, Actions previous, Actions x, double[] sold) {
        rounds++;
        for (int i = 0; i < market.products(); i++) {
            double price = x.get(i, 0);
            double before = previous.get(i, 0);
            double kept = market.startPrice(i);
            revenue[i] += price * sold[i];
            mean[i] += price;
            last[i] = price;
            double soldAtKept = sold[i] + market.slope(t, i) * (price - kept) + market.memory(t, i) * (kept - before);
            ownGain[i] += price * sold[i] - kept * soldAtKept;
            ownPull[i] += -2 * market.xi(t, i) * (price - market.target(t, i));
            pastPull[i] += market.memory(t, i) * (before - price);
            atLimit[i] += market.limits().isAtLimit(i, price) ? 1 : 0;
        }
        for (Market.Effect effect : market.effects()) {
            int other = effect.other(); // whose price moves the sales of the product
            othersGain[other] +=
                    effect.units() * x.get(effect.product(), 0) * (x.get(other, 0) - market.startPrice(other));
        }
        Coupling substitutes = market.substitutes();
        for (int e = 0; e < substitutes.graph().edges(); e++) {
            int i = substitutes.graph().tail(e);
            int j = substitutes.graph().head(e);
            double pull = substitutes.weight(e) * (x.get(j, 0) - x.get(i, 0));
            othersPull[i] += pull;
            othersPull[j] -= pull;
        }
    }

    private static final List<String> COLUMNS = List.of(
            "start", "mean", "last", "revenue", "own_gain", "others_gain", "own_pull", "others_pull", "past_pull");

    private double[] numbers(int i) {
        return new double[] {
            market.startPrice(i),
            mean[i] / rounds,
            last[i],
            revenue[i],
            ownGain[i],
            othersGain[i],
            ownPull[i] / rounds,
            othersPull[i] / rounds,
            pastPull[i] / rounds
        };
    }

    /** By own demand, substitutes and the last price. */
    double[] pulls(int i) {
        return new double[] {ownPull[i] / rounds, othersPull[i] / rounds, pastPull[i] / rounds};
    }

    String csv(IntFunction<String> names, String currency) {
        StringBuilder out = new StringBuilder("product");
        COLUMNS.forEach(
                column -> out.append(',').append(column).append(column.endsWith("pull") ? "_units" : "_" + currency));
        out.append(",rounds_at_limit\n");
        for (int i = 0; i < market.products(); i++) {
            out.append(CsvText.field(names.apply(i)));
            for (double number : numbers(i)) {
                out.append(',').append(CsvText.number(number));
            }
            out.append(',').append(atLimit[i]).append('\n');
        }
        return out.toString();
    }

    /** What holds a price where it is, in words. */
    private String why(int i) {
        double[] pulls = pulls(i);
        String[] by = {"its own demand", "its substitutes", "its last price"};
        int up = 0;
        int down = 0;
        for (int k = 1; k < 3; k++) {
            up = pulls[k] > pulls[up] ? k : up;
            down = pulls[k] < pulls[down] ? k : down;
        }
        String held = atLimit[i] > 0 ? "; at a limit in " + Numbers.count(atLimit[i], "round") : "";
        return pulls[up] > 0 && pulls[down] < 0
                ? by[up] + " would have it higher, " + by[down] + " lower" + held
                : pulls[up] > 0
                        ? by[up] + " would have it higher" + held
                        : pulls[down] < 0 ? by[down] + " would have it lower" + held : "nothing pulls" + held;
    }

    int shown() {
        return Math.min(SHOWN, market.products());
    }

    String table(IntFunction<String> names, String currency) {
        TableDrawing table = new TableDrawing(
                "What each price did",
                List.of(
                        "Product",
                        "price before, " + currency,
                        "on average",
                        "at the end",
                        "revenue, " + currency,
                        "its moves brought",
                        "and its substitutes",
                        "pull by own demand",
                        "by substitutes",
                        "by last price",
                        "what holds it"));
        for (int i = 0; i < shown(); i++) {
            List<String> cells = new ArrayList<>(List.of(names.apply(i)));
            for (double number : numbers(i)) {
                cells.add(Numbers.plain(number, 4));
            }
            cells.add(why(i));
            table.row(cells);
        }
        return table.markup();
    }
}
