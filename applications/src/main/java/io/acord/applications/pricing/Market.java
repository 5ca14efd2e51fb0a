package io.acord.applications.pricing;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.model.Actions;
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
 * switching weight, E26). Immutable.
 */
public final class Market {

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
    private final double[] start; // x_0

    /**
     * A market.
     *
     * @param a [t − 1][product], units that would be sold at price 0
     * @param k [t − 1][product], units lost per unit of the own price
     * @param b [t − 1][product], units gained per unit of the last price
     * @param substitutes edges of weight 2γ
     * @param effects what γ is the mean of; a pair whose directions cancel out has no edge and still sells
     * @param start prices before round 1
     */
    Market(double[][] a, double[][] k, double[][] b, Coupling substitutes, List<Effect> effects, double[] start) {
        this.n = start.length;
        this.horizon = a.length;
        this.a = a.clone();
        this.k = k.clone();
        this.b = b.clone();
        this.substitutes = substitutes;
        this.effects = List.copyOf(effects);
        this.start = start.clone();
        this.pulled = pulled(substitutes);
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

    /** x_0. */
    Actions start() {
        return Actions.scalars(start);
    }

    /** ξ of a product in round t: half the curvature of its cost. */
    double xi(int t, int i) {
        double next = t < horizon ? b[t][i] : 0;
        return k[t - 1][i] - pulled[i] - (b[t - 1][i] + next) / 2;
    }

    /** a/(2ξ), the price at which a product's own cost is 0. */
    double target(int t, int i) {
        return a[t - 1][i] / (2 * xi(t, i));
    }

    /** ξ (x − a/(2ξ))² of every product. */
    HittingCost[] costs(int t) {
        HittingCost[] costs = new HittingCost[n];
        for (int i = 0; i < n; i++) {
            costs[i] = Quadratic.alpha(xi(t, i), target(t, i));
        }
        return costs;
    }

    /** b of every product. */
    double[] switchingWeights(int t) {
        return b[t - 1].clone();
    }

    /** What every product sells at these prices. */
    double[] sold(int t, Actions previous, Actions x) {
        double[] d = new double[n];
        for (int i = 0; i < n; i++) {
            d[i] = a[t - 1][i] - k[t - 1][i] * x.get(i, 0) + b[t - 1][i] * previous.get(i, 0);
        }
        for (Effect effect : effects) {
            d[effect.product()] += effect.units() * x.get(effect.other(), 0);
        }
        return d;
    }
}
