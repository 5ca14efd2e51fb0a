package io.acord.applications.battery;

import io.acord.applications.model.FieldModel;
import io.acord.cost.Band;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.GraphSource;
import io.acord.model.Actions;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Battery units with their sun and load. All charge is in percent of the unit's capacity.
 *
 * <p>The action is counted from an origin O that moves by what is known in the round itself:
 *
 * <pre>
 *     charge_t = x_t + O_t,        so that x_t − x_{t−1} is what is done beyond the origin's own step
 * </pre>
 *
 * and the model's switching cost is on that, its hitting cost is of the charge (moved by −O_t), and its dissimilarity
 * is the difference of two charges, x_i − x_j − (O_j − O_i): an offset (theory 8.3, 8.4).
 *
 * <p>Where nobody plans, O is the sum of what a unit generated beyond its load, x counts what came from the grid, and a
 * hitting cost asks for a band, with the limits of the charge as a box. Where units plan for themselves, O is where a
 * unit would be by its {@link OwnPlans} alone, x is what coordination makes it differ by, and the hitting cost is on
 * that; {@link Inverters} keep to all limits. Costs never depend on what was played: plans go on from plans. Immutable.
 */
public final class Storage implements FieldModel {

    private final Units units;
    private final double[] start; // charge before round 1
    private final double[][] origin; // [t][unit], O_t
    private final HomeSeries series;
    private final @Nullable HomeSeries expected;
    private final double[] weights; // b

    /**
     * What a fleet wants of its charge.
     *
     * @param low of the preferred band
     * @param high of the preferred band
     * @param least charge that is allowed
     * @param most charge that is allowed
     * @param weight of leaving the band, w/2 · distance²; of no concern where units plan
     * @param mu pull to the middle of the band, or to the own plan, mu/2 · distance²
     * @param grid price of the exchange with the grid, for a unit of mean capacity
     * @param usual € a kWh, by which charge is valued
     */
    record Settings(
            double low,
            double high,
            double least,
            double most,
            double weight,
            double mu,
            double grid,
            double usual,
            Planning planning) {}

    /**
     * A fleet.
     *
     * @param expected what units that plan believe of the hours to come; null if as in the day before
     */
    Storage(Units units, double[] start, HomeSeries series, @Nullable HomeSeries expected) {
        int n = units.count();
        this.units = units;
        this.start = start.clone();
        this.series = series;
        this.expected = expected;
        double total = 0;
        for (int i = 0; i < n; i++) {
            total += units.capacity(i);
        }
        double mean = n == 0 ? 1 : total / n;
        this.weights = new double[n];
        // A percent of a large unit is more energy; losses in lines grow with its square.
        Arrays.setAll(weights, i -> settings().grid() * units.capacity(i) / mean * (units.capacity(i) / mean));
        this.origin = settings().planning().isOwn() ? planned() : gained();
    }

    private double[][] gained() {
        double[][] gained = new double[series.horizon() + 1][units()];
        for (int t = 1; t < gained.length; t++) {
            for (int i = 0; i < gained[t].length; i++) {
                gained[t][i] = gained[t - 1][i] + gained(i, series.net(t, i));
            }
        }
        return gained;
    }

    private double[][] planned() {
        double[][] planned = new double[series.horizon() + 1][units()];
        planned[0] = start.clone();
        OwnPlans plans = plans();
        for (int i = 0; i < start.length; i++) {
            double stored = start[i] / 100 * units.capacity(i);
            for (int t = 1; t < planned.length; t++) {
                stored = plans.next(t, i, stored, series);
                planned[t][i] = units.percent(i, stored);
            }
        }
        return planned;
    }

    /** Percent of a unit's capacity that it gains by itself. */
    double gained(int i, double net) {
        return 100 * -net / units.capacity(i);
    }

    /** Plans of these units. */
    OwnPlans plans() {
        return new OwnPlans(units, expected);
    }

    Units fleet() {
        return units;
    }

    HomeSeries series() {
        return series;
    }

    int units() {
        return units.count();
    }

    int horizon() {
        return series.horizon();
    }

    Settings settings() {
        return units.settings();
    }

    /** kWh. */
    double capacity(int i) {
        return units.capacity(i);
    }

    /** Charge before round 1. */
    double[] startCharge() {
        return start.clone();
    }

    @Override
    public Actions start() {
        double[] x = start.clone();
        Arrays.setAll(x, i -> start[i] - origin[0][i]);
        return Actions.scalars(x);
    }

    @Override
    public double[] switchingWeights(int t) {
        return weights.clone();
    }

    /** The charge that an action asks for after round t. */
    double charge(int t, int i, double x) {
        return x + origin[t][i];
    }

    @Override
    public HittingCost[] costs(int t) {
        return costs(origin[t]);
    }

    /** O_t, of every unit. */
    double[] origin(int t) {
        return origin[t].clone();
    }

    /**
     * The costs of a later round if sun and load go on as in the {@code period} rounds up to {@code now}: their sums
     * begin at what they are now, not at what they were then. Of rounds that nobody knows, nothing is believed to come.
     * Where units plan, to differ from the plan costs the same in every round.
     */
    @Override
    public HittingCost[] continued(int now, int later, int period) {
        double[] believed = origin[now].clone();
        for (int t = now + 1; t <= later && !settings().planning().isOwn(); t++) {
            int then = CostSource.Costs.before(now, t, period);
            for (int i = 0; i < believed.length && then >= 1; i++) {
                believed[i] += origin[then][i] - origin[then - 1][i];
            }
        }
        return costs(believed);
    }

    /** The costs of a round whose origin is here. */
    HittingCost[] costs(double[] from) {
        HittingCost[] costs = new HittingCost[units()];
        if (settings().planning().isOwn()) {
            Arrays.fill(costs, Quadratic.alpha(settings().mu() / 2, 0));
        } else {
            Arrays.setAll(costs, i -> band(from[i]));
        }
        return costs;
    }

    private HittingCost band(double o) {
        Settings settings = settings();
        HittingCost band = Band.of(
                new double[] {settings.low() - o},
                new double[] {settings.high() - o},
                settings.weight(),
                settings.mu());
        return Boxed.of(band, new double[] {settings.least() - o}, new double[] {settings.most() - o});
    }

    /** The same graph between charges instead of actions. */
    GraphSource.Graphs between(GraphSource.Graphs named) {
        return t -> between(named.round(t), origin[t]);
    }

    /** The same of a round whose origin is here. */
    Coupling between(Coupling plain, double[] from) {
        Coupling.Builder edges = Coupling.builder(units(), 1);
        for (int e = 0; e < plain.graph().edges(); e++) {
            int i = plain.graph().tail(e);
            int j = plain.graph().head(e);
            double offset = (plain.hasOffsets() ? plain.offset(e, 0) : 0) + from[j] - from[i];
            edges.edge(i, j, plain.weight(e), new double[] {offset});
        }
        return edges.build();
    }
}
