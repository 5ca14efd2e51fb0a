package io.acord.applications.pricing;

import java.util.List;

/**
 * Demand as sales tell it, with what is known of its error and what was dropped on the way. Immutable.
 *
 * @param effects of the pairs that were kept, both directions
 * @param season days after which demand comes again; 1 if it is the same every day
 */
record LearnedDemand(
        SalesHistory sales,
        List<OfProduct> products,
        List<Market.Effect> effects,
        Dropped dropped,
        HeldOutError heldOut,
        int season) {

    LearnedDemand {
        products = List.copyOf(products);
        effects = List.copyOf(effects);
    }

    /**
     * Of one product: d = base + phase − slope x + Σ_j e_j x_j + memory x_prev.
     *
     * @param phases what a day of the season brings beside the base
     * @param slopeError standard error of the slope
     */
    record OfProduct(double base, List<Double> phases, double slope, double slopeError, double memory, Fit fit) {

        OfProduct {
            phases = List.copyOf(phases);
        }

        double base(int phase) {
            return base + phases.get(phase);
        }
    }

    /**
     * How well the sales of a product are told.
     *
     * @param days that were learned from
     * @param soldOut days without use, because more could have been sold
     * @param unknown days without use, because some price that matters has no line
     * @param residual root mean square of what is left on the days that were learned from, units
     * @param leaveOneOut the same where each day is predicted from all others, units
     * @param heldOut the same of the last days, predicted from the days before them, units; NaN if there are none
     * @param meanUnits a day
     */
    record Fit(
            int days,
            int soldOut,
            int unknown,
            double ridge,
            double residual,
            double leaveOneOut,
            double heldOut,
            double meanUnits) {}

    /**
     * What was looked at and not kept.
     *
     * @param weakPairs whose effect is no larger than its error allows
     * @param complements whose effect was below 0 in both directions together
     * @param memories products whose last price does not show in their sales
     */
    record Dropped(int pairs, int weakPairs, int complements, int memories) {}

    /**
     * How far the model is off on days that it has not seen; NaN if there are none.
     *
     * @param percent Σ |sold − predicted| over Σ sold
     * @param naivePercent the same where the mean of the days before is predicted
     */
    record HeldOutError(double percent, double naivePercent) {}

    /** a of every product in round t, the first day after the sales being round 1. */
    double base(int t, int i) {
        return products.get(i).base((sales.days() + t - 1) % season);
    }
}
