package io.acord.applications.pricing;

import io.acord.applications.model.FieldModel;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.model.Actions;
import java.util.Arrays;
import java.util.List;

/**
 * What sells at which prices. In round t product i sells
 *
 * <pre>
 *     d_i = a_i − k_i x_i + Σ_j e_ij x_j + b_i x_i,prev
 * </pre>
 *
 * where a is the demand at price 0, k how the own price drives customers away, e_ij how a more expensive substitute j
 * sends them here, and b how a high price yesterday makes today's look cheap. With γ_ij = (e_ij + e_ji)/2 ≥ 0 and ξ_t =
 * k_t − Σ_j γ_ij − (b_t + b_{t+1})/2, b_{T+1} = 0, revenue is, to the last cent,
 *
 * <pre>
 *     Σ x d = Σ a²/(4ξ) + Σ b_1/2 x_0²  −  { Σ ξ (x − a/(2ξ))² + Σ b_t/2 (x_t − x_{t−1})² + Σ_edges γ (x_i − x_j)² }
 * </pre>
 *
 * so who minimises the cost in braces maximises revenue (theory 9.1; the paper has a/ξ for the target and 1 for the
 * switching weight, E26). Where the market goes on after round T, b_{T+1} = b_T, and revenue has b_T/2 x_T² less.
 * Prices outside their limits cost +∞. Immutable.
 */
public final class Market implements FieldModel {

    /**
     * e_ij, one direction of a pair.
     *
     * @param units of {@code product} gained per unit of the price of {@code other}
     */
    record Effect(int product, int other, double units) {}

    private final int n;
    private final int horizon;
    private final double[][] a; // [t], t = 1 .. T
    private final double[][] k;
    private final double[][] b; // [t], t = 1 .. T + 1, the last one 0
    private final Coupling substitutes; // of weight 2γ, β being 1
    private final List<Effect>
            effects; // e, both directions of a pair apart: revenue only knows their mean, units do not
    private final double[] pulled; // Σ_j γ_ij of a product
    private final double[] crossed; // Σ_j |e_ij| + |e_ji|
    private final double[] start; // x_0
    private final PriceLimits limits;
    private final boolean goesOn; // after round T

    /**
     * A market.
     *
     * @param a [t − 1][product], units that would be sold at price 0
     * @param k [t − 1][product], units lost per unit of the own price
     * @param b [t − 1][product], units gained per unit of the last price
     * @param substitutes edges of weight 2γ
     * @param effects what γ is the mean of; a pair whose directions cancel out has no edge and still sells
     * @param start prices before round 1
     * @param limits of prices
     * @param goesOn whether there is a round after the last one that remembers its prices
     */
    Market(
            double[][] a,
            double[][] k,
            double[][] b,
            Coupling substitutes,
            List<Effect> effects,
            double[] start,
            PriceLimits limits,
            boolean goesOn) {
        this.limits = limits;
        this.goesOn = goesOn;
        this.n = start.length;
        this.horizon = a.length;
        this.a = a.clone();
        this.k = k.clone();
        this.b = b.clone();
        this.substitutes = substitutes;
        this.effects = List.copyOf(effects);
        this.start = start.clone();
        this.pulled = pulled(substitutes);
        this.crossed = new double[n];
        for (Effect effect : effects) {
            crossed[effect.product()] += Math.abs(effect.units());
            crossed[effect.other()] += Math.abs(effect.units());
        }
    }

    /** Σ_j γ_ij of every product. */
    static double[] pulled(Coupling substitutes) {
        double[] sum = new double[substitutes.agents()];
        for (int e = 0; e < substitutes.graph().edges(); e++) {
            double gamma = substitutes.weight(e) / 2;
            sum[substitutes.graph().tail(e)] += gamma;
            sum[substitutes.graph().head(e)] += gamma;
        }
        return sum;
    }

    int products() {
        return n;
    }

    int horizon() {
        return horizon;
    }

    Coupling substitutes() {
        return substitutes;
    }

    @Override
    public Actions start() {
        return Actions.scalars(start);
    }

    /** x_0 of a product. */
    double startPrice(int i) {
        return start[i];
    }

    PriceLimits limits() {
        return limits;
    }

    List<Effect> effects() {
        return effects;
    }

    /** a of a product: what it would sell at price 0. */
    double base(int t, int i) {
        return a[t - 1][i];
    }

    /** k of a product. */
    double slope(int t, int i) {
        return k[t - 1][i];
    }

    /** b of a product. */
    double memory(int t, int i) {
        return b[t - 1][i];
    }

    /** ξ of a product in round t: half the curvature of its cost. */
    double xi(int t, int i) {
        double next = t < horizon ? b[t][i] : goesOn ? b[t - 1][i] : 0;
        return k[t - 1][i] - pulled[i] - (b[t - 1][i] + next) / 2;
    }

    /** The same where memory stays as it is. */
    double xi(double slope, double memory, int i) {
        return slope - pulled[i] - (memory + memory) / 2;
    }

    /** a/(2ξ), the price at which a product's own cost is 0. */
    double target(int t, int i) {
        return a[t - 1][i] / (2 * xi(t, i));
    }

    /** ξ (x − a/(2ξ))² of every product. */
    @Override
    public HittingCost[] costs(int t) {
        HittingCost[] costs = new HittingCost[n];
        Arrays.setAll(costs, i -> cost(xi(t, i), a[t - 1][i], i));
        return costs;
    }

    /** ξ (x − a/(2ξ))² within the limits of a product. */
    HittingCost cost(double xi, double base, int i) {
        HittingCost inside = Quadratic.alpha(xi, base / (2 * xi));
        return limits.isFree(i) ? inside : Boxed.of(inside, limits.lowest(i), limits.highest(i));
    }

    @Override
    public double[] switchingWeights(int t) {
        return b[t - 1].clone();
    }

    /** What every product sells at these prices. */
    double[] sold(int t, Actions previous, Actions x) {
        return sold(a[t - 1], k[t - 1], b[t - 1], previous, x);
    }

    /** The same with demand that is told. */
    double[] sold(double[] base, double[] slope, double[] memory, Actions previous, Actions x) {
        double[] d = new double[n];
        Arrays.setAll(d, i -> base[i] - slope[i] * x.get(i, 0) + memory[i] * previous.get(i, 0));
        for (Effect effect : effects) {
            d[effect.product()] += effect.units() * x.get(effect.other(), 0);
        }
        return d;
    }

    /** What a price that is one higher brings in its own round, to all products. */
    double[] marginalRevenue(int t, Actions previous, Actions x) {
        double[] slope = new double[n];
        Arrays.setAll(slope, i -> a[t - 1][i] - 2 * k[t - 1][i] * x.get(i, 0) + b[t - 1][i] * previous.get(i, 0));
        for (Effect effect : effects) {
            slope[effect.product()] += effect.units() * x.get(effect.other(), 0);
            slope[effect.other()] += effect.units() * x.get(effect.product(), 0);
        }
        return slope;
    }

    /** The sum of the absolute numbers in the row of a price in the second derivative of revenue of all rounds. */
    double curvature(int t, int i) {
        double next = t < horizon ? b[t][i] : 0;
        return 2 * k[t - 1][i] + crossed[i] + b[t - 1][i] + next;
    }
}
