package io.acord.applications.pricing;

import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import io.acord.lab.application.FieldRounds;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A market that is told of round by round, and goes on. Where demand was learned from sales, what the day before sold
 * is told, and what it sold beside its expectation is in part expected to stay; elsewhere demand itself is told, and
 * memory is that of the market's first round. Scratch; one thread.
 */
final class ArrivingDemand implements FieldRounds {

    private static final double MOST = 1e12;

    private final Market market;
    private final String currency;
    private final Optional<SalesMarket> sales;
    private final List<String> names;
    private int round; // that was played last
    private int next; // that was read
    private double[] level; // by which the base has moved
    private double @Nullable [] expected; // of the round that was played last; null before the first
    private Actions published;
    private double[] nextLevel;
    private double[] base;
    private double[] slope;
    private final double[] memory;

    ArrivingDemand(Market market, String currency, Optional<SalesMarket> sales, List<String> names) {
        this.names = names;
        this.market = market;
        this.currency = currency;
        this.sales = sales;
        int n = market.products();
        this.level = new double[n];
        this.nextLevel = level;
        this.base = new double[n];
        this.slope = new double[n];
        this.memory = market.switchingWeights(1);
        this.published = market.start();
    }

    @Override
    public List<Reading> readings() {
        return sales.isPresent()
                ? List.of(
                        new Reading("sold_units", 0, MOST, "returns belong to the day on which they were sold", -1),
                        new Reading("sold_out", 0, 1, "it is 1 if more could have been sold, and 0 if not", 0))
                : List.of(
                        Reading.needed("base_units", 0, MOST, "nobody buys less than nothing, even for free"),
                        new Reading(
                                "slope_units_per_" + currency,
                                0,
                                MOST,
                                "a product that sells more when it is more expensive has no best price",
                                -1));
    }

    @Override
    public Actions start() {
        return market.start();
    }

    @Override
    public Round.Builder next(int t, double[] told, Coupling named) {
        int n = market.products();
        HittingCost[] costs = new HittingCost[n];
        next = t;
        base = new double[n];
        slope = new double[n];
        nextLevel = level.clone();
        Complaints complaints = new Complaints();
        for (int i = 0; i < n; i++) {
            slope[i] = market.slope(1, i);
            if (sales.isPresent()) {
                double sold = told[2 * i];
                boolean wasSoldOut = told[2 * i + 1] > 0;
                if (expected != null && sold >= 0 && !wasSoldOut) {
                    nextLevel[i] += sales.get().learning() * (sold - expected[i]);
                }
                base[i] = Math.max(0, sales.get().demand().base(t, i) + nextLevel[i]);
            } else {
                base[i] = told[2 * i];
                slope[i] = told[2 * i + 1] >= 0 ? told[2 * i + 1] : slope[i];
            }
            double xi = market.xi(slope[i], memory[i], i);
            if (xi <= MarketFiles.LEAST_OWN * slope[i] || base[i] / (2 * xi) > MOST) {
                complaints.add(
                        "/readings/" + names.get(i) + "/slope_units_per_" + currency,
                        "is " + slope[i],
                        "more than " + (slope[i] - xi)
                                + ", which is what its substitutes and its memory come to, or revenue has no maximum",
                        "send another slope, or none: then it is that of the market");
                continue;
            }
            costs[i] = market.cost(xi, base[i], i);
        }
        complaints.throwIfAny();
        return Round.builder(n, 1).costs(costs).coupling(market.substitutes()).switchingWeights(memory.clone());
    }

    /**
     * What a product sells depends on the prices of its substitutes, and so does whether it sold more than expected.
     */
    @Override
    public Set<String> ofSeveral() {
        return Set.of("expected_units", "sold_units", "sold_out");
    }

    @Override
    public List<String> columns() {
        return PriceSetpoints.columns(market, currency);
    }

    @Override
    public double[] played(Actions previous, Actions x) {
        Actions prices = market.limits().published(x);
        double[] sold = market.sold(base, slope, memory, published, prices);
        double[] numbers = PriceSetpoints.numbers(market, x, prices, sold);
        round = next;
        level = nextLevel;
        expected = sold;
        published = prices;
        return numbers;
    }

    @Override
    public byte[] save() {
        int n = market.products();
        ByteBuffer saved = ByteBuffer.allocate(Integer.BYTES + 3 * n * Double.BYTES);
        saved.putInt(round);
        for (int i = 0; i < n; i++) {
            saved.putDouble(level[i]);
            saved.putDouble(expected == null ? Double.NaN : expected[i]);
            saved.putDouble(published.get(i, 0));
        }
        return saved.array();
    }

    @Override
    public void resume(byte[] saved) {
        ByteBuffer from = ByteBuffer.wrap(saved);
        int n = market.products();
        round = from.getInt();
        level = new double[n];
        double[] before = new double[n];
        double[] prices = new double[n];
        for (int i = 0; i < n; i++) {
            level[i] = from.getDouble();
            before[i] = from.getDouble();
            prices[i] = from.getDouble();
        }
        nextLevel = level;
        expected = round == 0 ? null : before;
        published = Actions.scalars(prices);
    }
}
