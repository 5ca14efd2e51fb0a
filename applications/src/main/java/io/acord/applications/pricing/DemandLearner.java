package io.acord.applications.pricing;

import io.acord.input.Complaints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Learns the demand of {@link Market} from sales, product by product, by {@link Ridge} on the own price, the last own
 * price, the prices of possible substitutes and the day of the season. Pairs whose effect (the mean of both directions)
 * is not above {@code certainty} standard errors are dropped, and so is a memory that is not; then everything is
 * learned again without them, until no pair and no memory is below 0. Scratch; one thread.
 */
final class DemandLearner {

    /**
     * How is learned.
     *
     * @param ridge empty: the one that predicts best
     * @param certainty standard errors that an effect needs to be believed
     * @param season days; 1 for none
     * @param heldOut share of the days, the last ones, on which the model is tried
     */
    record Settings(OptionalDouble ridge, double certainty, int season, double heldOut) {}

    /** Two products, the first with the smaller id. */
    record Pair(int one, int other) {}

    private static final int LEAST_DAYS = 10;

    private final SalesHistory sales;
    private final Settings settings;
    private final Set<Pair> pairs;
    private final boolean[] remembers;
    private final List<@Nullable ProductFit> models = new ArrayList<>();
    private int weak;
    private int complements;

    private DemandLearner(SalesHistory sales, Settings settings, Set<Pair> candidates) {
        this.sales = sales;
        this.settings = settings;
        this.pairs = new LinkedHashSet<>(candidates);
        this.remembers = new boolean[sales.products().size()];
        Arrays.fill(remembers, true);
    }

    /**
     * Learns.
     *
     * @param named whether the pairs are somebody's, who knows that they are substitutes: then they are dropped only if
     *     they are complements
     * @param complaints is told which product cannot be learned, and why
     */
    static LearnedDemand learn(
            SalesHistory sales, Settings settings, Set<Pair> candidates, boolean named, Complaints complaints) {
        DemandLearner learner = new DemandLearner(sales, settings, candidates);
        learner.settle(named);
        learner.complain(complaints);
        int cut = (int) Math.round(sales.days() * (1 - settings.heldOut()));
        DemandLearner before = new DemandLearner(sales.until(cut), settings, candidates);
        if (cut < sales.days()) {
            before.settle(named);
        }
        return learner.result(candidates.size(), before, cut);
    }

    /** A product's model, with the columns that it has. */
    private record ProductFit(List<Integer> others, boolean remembers, Ridge ridge, int days, double meanUnits) {

        private int column(int other) {
            return (remembers ? 2 : 1) + others.indexOf(other);
        }
    }

    private void settle(boolean named) {
        fit();
        if (!named) {
            weak += drop(settings.certainty());
        }
        for (int i = 0; i < remembers.length; i++) {
            ProductFit model = models.get(i);
            remembers[i] = model != null && model.ridge.weight(1) > settings.certainty() * model.ridge.error(1);
        }
        boolean changed = true;
        while (changed) { // ends: something is dropped each time
            fit();
            int below = drop(0);
            complements += below;
            changed = below > 0;
            for (int i = 0; i < remembers.length; i++) {
                ProductFit model = models.get(i);
                if (remembers[i] && (model == null || model.ridge.weight(1) <= 0)) {
                    remembers[i] = false;
                    changed = true;
                }
            }
        }
    }

    /** Drops pairs whose effect is not above so many standard errors; how many. */
    private int drop(double certainty) {
        int before = pairs.size();
        pairs.removeIf(pair -> {
            ProductFit one = models.get(pair.one());
            ProductFit other = models.get(pair.other());
            if (one == null || other == null) {
                return certainty > 0;
            }
            int there = one.column(pair.other());
            int back = other.column(pair.one());
            double both = one.ridge.weight(there) + other.ridge.weight(back);
            double error = Math.hypot(one.ridge.error(there), other.ridge.error(back));
            return both <= certainty * error;
        });
        return before - pairs.size();
    }

    private List<Integer> others(int i) {
        return pairs.stream()
                .filter(pair -> pair.one() == i || pair.other() == i)
                .map(pair -> pair.one() == i ? pair.other() : pair.one())
                .sorted()
                .toList();
    }

    private void fit() {
        models.clear();
        for (int i = 0; i < remembers.length; i++) {
            models.add(fit(i));
        }
    }

    /** Null if there are too few days. */
    private @Nullable ProductFit fit(int i) {
        List<Integer> others = others(i);
        List<double[]> rows = new ArrayList<>();
        List<Double> units = new ArrayList<>();
        for (int day = 0; day < sales.days(); day++) {
            double[] row = row(sales, day, i, others, remembers[i]);
            if (row != null && !Double.isNaN(sales.units(day, i))) {
                rows.add(row);
                units.add(sales.units(day, i));
            }
        }
        if (rows.size() < needed(i, others)) {
            return null;
        }
        double[][] x = rows.toArray(new double[0][]);
        double[] y = units.stream().mapToDouble(each -> each).toArray();
        Ridge ridge = settings.ridge().isPresent()
                ? Ridge.learn(x, y, settings.ridge().getAsDouble())
                : Ridge.learn(x, y);
        return new ProductFit(
                others,
                remembers[i],
                ridge,
                y.length,
                Arrays.stream(y).average().orElse(0));
    }

    private int needed(int i, List<Integer> others) {
        return Math.max(LEAST_DAYS, others.size() + (remembers[i] ? 2 : 1) + settings.season());
    }

    /** The numbers that tell a day's sales; null if some are not known. */
    private double @Nullable [] row(SalesHistory from, int day, int i, List<Integer> others, boolean memory) {
        int prices = (memory ? 2 : 1) + others.size();
        double[] row = new double[prices + (settings.season() > 1 ? settings.season() : 0)];
        row[0] = from.price(day, i);
        if (memory) {
            row[1] = day == 0 ? Double.NaN : from.price(day - 1, i);
        }
        for (int k = 0; k < others.size(); k++) {
            row[(memory ? 2 : 1) + k] = from.price(day, others.get(k));
        }
        if (settings.season() > 1) {
            row[prices + day % settings.season()] = 1;
        }
        return Arrays.stream(row).anyMatch(Double::isNaN) ? null : row;
    }

    private void complain(Complaints complaints) {
        for (int i = 0; i < remembers.length; i++) {
            String where = sales.file() + ": " + sales.products().get(i);
            ProductFit model = models.get(i);
            if (sales.lowestPrice(i) == sales.highestPrice(i)) {
                complaints.add(
                        where,
                        "has the price " + sales.lowestPrice(i) + " on all its days",
                        "at least two prices, because what a price does is seen when it changes",
                        "drop the product, or give its demand in a file of its own (demand instead of sales)");
            } else if (model == null) {
                complaints.add(
                        where,
                        "has too few days with its price, its price of the day before and those of its possible substitutes",
                        "at least " + needed(i, others(i)),
                        "add days, or name the substitutes that matter (pairs)");
            } else if (model.ridge.weight(0) >= 0) {
                complaints.add(
                        where,
                        "sells more where it is more expensive, by " + model.ridge.weight(0) + " units, standard error "
                                + model.ridge.error(0),
                        "less, because a product that sells more when it is more expensive has no best price",
                        "mark days that were sold out (sold_out), drop days of promotions that had other causes, or drop the product");
            }
        }
    }

    private LearnedDemand result(int candidates, DemandLearner before, int cut) {
        List<LearnedDemand.OfProduct> products = new ArrayList<>();
        List<Market.Effect> effects = new ArrayList<>();
        Trial all = Trial.NONE;
        int forgotten = 0;
        for (int i = 0; i < remembers.length; i++) {
            ProductFit model = models.get(i);
            if (model == null) {
                continue; // complained about
            }
            forgotten += remembers[i] ? 0 : 1;
            Trial trial = tried(before.models.isEmpty() ? null : before.models.get(i), i, cut);
            all = all.plus(trial);
            products.add(product(model, i, trial.rootMeanSquare()));
            for (int other : model.others) {
                effects.add(new Market.Effect(i, other, model.ridge.weight(model.column(other))));
            }
        }
        return new LearnedDemand(
                sales,
                products,
                effects,
                new LearnedDemand.Dropped(candidates, weak, complements, forgotten),
                all.error(),
                Math.max(1, settings.season()));
    }

    private LearnedDemand.OfProduct product(ProductFit model, int i, double heldOut) {
        List<Double> phases = new ArrayList<>();
        for (int phase = 0; phase < Math.max(1, settings.season()); phase++) {
            phases.add(
                    settings.season() > 1
                            ? model.ridge.weight((model.remembers ? 2 : 1) + model.others.size() + phase)
                            : 0);
        }
        int soldOut = 0;
        int unknown = 0;
        for (int day = 0; day < sales.days(); day++) {
            boolean out = sales.isSoldOut(day, i);
            soldOut += out ? 1 : 0;
            boolean known = row(sales, day, i, model.others, model.remembers) != null;
            unknown += !out && (!known || Double.isNaN(sales.units(day, i))) ? 1 : 0;
        }
        return new LearnedDemand.OfProduct(
                model.ridge.intercept(),
                phases,
                -model.ridge.weight(0),
                model.ridge.error(0),
                model.remembers ? model.ridge.weight(1) : 0,
                new LearnedDemand.Fit(
                        model.days,
                        soldOut,
                        unknown,
                        model.ridge.ridge(),
                        model.ridge.residual(),
                        model.ridge.leaveOneOut(),
                        heldOut,
                        model.meanUnits));
    }

    /**
     * How a model did on days that it has not seen, in units.
     *
     * @param squared sum of the squared errors
     * @param missed sum of the absolute errors
     * @param missedByMean the same where the mean of the days before is predicted
     */
    private record Trial(int days, double squared, double sold, double missed, double missedByMean) {

        static final Trial NONE = new Trial(0, 0, 0, 0, 0);

        Trial plus(Trial other) {
            return new Trial(
                    days + other.days,
                    squared + other.squared,
                    sold + other.sold,
                    missed + other.missed,
                    missedByMean + other.missedByMean);
        }

        /** NaN if there are no days. */
        double rootMeanSquare() {
            return days == 0 ? Double.NaN : Math.sqrt(squared / days);
        }

        LearnedDemand.HeldOutError error() {
            return sold > 0
                    ? new LearnedDemand.HeldOutError(100 * missed / sold, 100 * missedByMean / sold)
                    : new LearnedDemand.HeldOutError(Double.NaN, Double.NaN);
        }
    }

    /** Tries the model of a product on the days from {@code cut} on. */
    private Trial tried(@Nullable ProductFit model, int i, int cut) {
        Trial trial = Trial.NONE;
        for (int day = cut; model != null && day < sales.days(); day++) {
            double[] row = row(sales, day, i, model.others, model.remembers);
            double sold = sales.units(day, i);
            if (row != null && !Double.isNaN(sold)) {
                double off = sold - model.ridge.at(row);
                trial = trial.plus(new Trial(1, off * off, sold, Math.abs(off), Math.abs(sold - model.meanUnits)));
            }
        }
        return trial;
    }
}
