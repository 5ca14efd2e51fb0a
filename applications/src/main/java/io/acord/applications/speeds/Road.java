package io.acord.applications.speeds;

import io.acord.applications.model.FieldModel;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.model.Actions;
import java.util.Arrays;

/**
 * A road with gantries in the order in which they are passed. An action is the speed that a gantry advises, in km/h.
 * Immutable.
 *
 * <ul>
 *   <li>Hitting: {@code follow/2 (x − v)²}, v the speed of the traffic at this density by Greenshields' line, v = limit
 *       (1 − density/jam); +∞ below the lowest speed that is advised and above the limit.
 *   <li>Switching: {@code steady/2 (x_t − x_{t−1})²}.
 *   <li>Dissimilarity: {@code β/2 (x_i − x_j)²} for gantries that follow one another.
 * </ul>
 */
final class Road implements FieldModel {

    private final double[] kilometres; // of road that a gantry advises for
    private final double[] limit; // km/h
    private final double[] lowest;
    private final double[][] density; // vehicles a kilometre and lane, [t − 1][gantry]
    private final Settings settings;

    /**
     * What is wanted of the speeds.
     *
     * @param follow weight of being off the traffic's own speed
     * @param steady weight of changing an advised speed
     * @param jam vehicles a kilometre and lane that stand
     */
    record Settings(double follow, double steady, double jam) {}

    Road(double[] kilometres, double[] limit, double[] lowest, double[][] density, Settings settings) {
        this.kilometres = kilometres.clone();
        this.limit = limit.clone();
        this.lowest = lowest.clone();
        this.density = density;
        this.settings = settings;
    }

    int gantries() {
        return limit.length;
    }

    int horizon() {
        return density.length;
    }

    double kilometres(int i) {
        return kilometres[i];
    }

    double limit(int i) {
        return limit[i];
    }

    /** v: the speed of the traffic in a round, within what may be advised. */
    double traffic(int t, int i) {
        return traffic(density[t - 1][i], i);
    }

    private double traffic(double vehicles, int i) {
        double free = limit[i] * (1 - vehicles / settings.jam());
        return Math.max(lowest[i], Math.min(limit[i], free));
    }

    @Override
    public HittingCost[] costs(int t) {
        return costs(density[t - 1]);
    }

    /** The costs at these densities. */
    HittingCost[] costs(double[] vehicles) {
        HittingCost[] costs = new HittingCost[gantries()];
        Arrays.setAll(
                costs,
                i -> Boxed.of(Quadratic.alpha(settings.follow() / 2, traffic(vehicles[i], i)), lowest[i], limit[i]));
        return costs;
    }

    @Override
    public double[] switchingWeights(int t) {
        double[] b = new double[gantries()];
        Arrays.fill(b, settings.steady());
        return b;
    }

    /** Gantries that follow one another. */
    Coupling neighbors() {
        Coupling.Builder edges = Coupling.builder(gantries(), 1);
        for (int i = 0; i + 1 < gantries(); i++) {
            edges.edge(i, i + 1);
        }
        return edges.build();
    }

    /** Before the first round everybody advises the limit. */
    @Override
    public Actions start() {
        return Actions.scalars(limit);
    }
}
