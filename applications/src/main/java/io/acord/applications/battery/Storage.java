package io.acord.applications.battery;

import io.acord.cost.Band;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.GraphSource;
import io.acord.model.Actions;
import java.util.Arrays;

/**
 * Battery units with their sun and load. All charge is in percent of the unit's capacity.
 *
 * <p>What a unit generates beyond its load in round t fills it by σ_t (negative where load is more). On top of that it
 * may draw from the grid or give to it. So with S_t = σ_1 + … + σ_t
 *
 * <pre>
 *     charge_t = x_t + S_t        x_t = charge_0 + what the grid gave so far,     x_t − x_{t−1} = what it gives in round t
 * </pre>
 *
 * and the action is x: counted from a moving origin, the model's switching cost is the exchange with the grid, its
 * hitting cost the band and the limits of the charge (moved by −S_t), and its dissimilarity the difference of two
 * charges, x_i − x_j − (S_j − S_i): an offset (theory 8.3, 8.4). Immutable.
 */
public final class Storage {

    private final double[] capacity; // kWh
    private final double[] start; // charge before round 1
    private final double[][] surplus; // [t][unit], S_t, with S_0 = 0
    private final HomeSeries series;
    private final Settings settings;
    private final double[] weights; // b

    /**
     * What a fleet wants of its charge.
     *
     * @param low of the preferred band
     * @param high of the preferred band
     * @param least charge that is allowed
     * @param most charge that is allowed
     * @param weight of leaving the band, w/2 · distance²
     * @param mu pull to the middle of the band, mu/2 · distance²
     * @param grid price of the exchange with the grid, for a unit of mean capacity
     * @param usual € a kWh, by which charge is valued
     */
    record Settings(
            double low, double high, double least, double most, double weight, double mu, double grid, double usual) {}

    /** A fleet. */
    Storage(double[] capacity, double[] start, HomeSeries series, Settings settings) {
        int n = capacity.length;
        this.capacity = capacity.clone();
        this.start = start.clone();
        this.settings = settings;
        this.series = series;
        double mean = Arrays.stream(capacity).average().orElse(1);
        this.weights = new double[n];
        // A percent of a large unit is more energy; losses in lines grow with its square.
        Arrays.setAll(weights, i -> settings.grid() * capacity[i] / mean * (capacity[i] / mean));
        this.surplus = new double[series.horizon() + 1][n];
        for (int t = 1; t <= series.horizon(); t++) {
            for (int i = 0; i < n; i++) {
                surplus[t][i] = surplus[t - 1][i] + series.gained(t, i, capacity[i]);
            }
        }
    }

    HomeSeries series() {
        return series;
    }

    int units() {
        return capacity.length;
    }

    int horizon() {
        return surplus.length - 1;
    }

    Settings settings() {
        return settings;
    }

    /** kWh. */
    double capacity(int i) {
        return capacity[i];
    }

    /** Before round 1, charge and action are the same. */
    Actions start() {
        return Actions.scalars(start);
    }

    double[] switchingWeights() {
        return weights.clone();
    }

    /** The charge that an action comes to after round t. */
    double charge(int t, int i, double x) {
        return x + surplus[t][i];
    }

    HittingCost[] costs(int t) {
        return costs(surplus[t]);
    }

    /** S_t, of every unit. */
    double[] surplus(int t) {
        return surplus[t].clone();
    }

    /**
     * The costs of a later round if sun and load go on as in the {@code period} rounds up to {@code now}: their sums
     * begin at what they are now, not at what they were then. Of rounds that nobody knows, nothing is believed to come.
     */
    HittingCost[] continued(int now, int later, int period) {
        double[] believed = surplus[now].clone();
        for (int t = now + 1; t <= later; t++) {
            int then = CostSource.Costs.before(now, t, period);
            for (int i = 0; i < believed.length && then >= 1; i++) {
                believed[i] += surplus[then][i] - surplus[then - 1][i];
            }
        }
        return costs(believed);
    }

    /** The costs of a round until which sun and load have gained so much. */
    HittingCost[] costs(double[] gained) {
        HittingCost[] costs = new HittingCost[units()];
        Arrays.setAll(costs, i -> {
            double s = gained[i];
            HittingCost band = Band.of(
                    new double[] {settings.low() - s},
                    new double[] {settings.high() - s},
                    settings.weight(),
                    settings.mu());
            return Boxed.of(band, new double[] {settings.least() - s}, new double[] {settings.most() - s});
        });
        return costs;
    }

    /** The same graph between charges instead of actions. */
    GraphSource.Graphs between(GraphSource.Graphs named) {
        return t -> between(named.round(t), surplus[t]);
    }

    /** The same of a round until which sun and load have gained so much. */
    Coupling between(Coupling plain, double[] gained) {
        Coupling.Builder edges = Coupling.builder(units(), 1);
        for (int e = 0; e < plain.graph().edges(); e++) {
            int i = plain.graph().tail(e);
            int j = plain.graph().head(e);
            double offset = (plain.hasOffsets() ? plain.offset(e, 0) : 0) + gained[j] - gained[i];
            edges.edge(i, j, plain.weight(e), new double[] {offset});
        }
        return edges.build();
    }
}
