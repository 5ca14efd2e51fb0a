package io.acord.applications.pricing;

import io.acord.model.Actions;
import java.util.Arrays;

/**
 * Between which prices a product may be sold, and in which steps. Limits are part of the cost, and no action leaves
 * them. Steps are not: the sets of prices between which nothing lies are not convex, so that products are priced
 * without steps, and what is published is the nearest price of the grid 0, step, 2 step, … within the limits.
 * Immutable.
 */
final class PriceLimits {

    private static final double ROUNDING = 1e-9; // in steps: 4.35 is a multiple of 0.05

    private final double[] lowest;
    private final double[] highest;
    private final double[] step; // 0 if every price will do

    PriceLimits(double[] lowest, double[] highest, double[] step) {
        this.lowest = lowest.clone();
        this.highest = highest.clone();
        this.step = step.clone();
    }

    /** Any price will do. */
    static PriceLimits none(int n) {
        double[] low = new double[n];
        double[] high = new double[n];
        Arrays.fill(low, Double.NEGATIVE_INFINITY);
        Arrays.fill(high, Double.POSITIVE_INFINITY);
        return new PriceLimits(low, high, new double[n]);
    }

    /** The same with one step for all; 0 for none. */
    PriceLimits withStep(double each) {
        double[] all = new double[step.length];
        Arrays.fill(all, each);
        return new PriceLimits(lowest, highest, all);
    }

    double lowest(int i) {
        return lowest[i];
    }

    double highest(int i) {
        return highest[i];
    }

    /** Whether a product may have any price. */
    boolean isFree(int i) {
        return lowest[i] == Double.NEGATIVE_INFINITY && highest[i] == Double.POSITIVE_INFINITY;
    }

    boolean hasSteps() {
        return Arrays.stream(step).anyMatch(each -> each > 0);
    }

    boolean isAtLimit(int i, double price) {
        double near = ROUNDING * Math.max(1, Math.abs(price));
        return price <= lowest[i] + near || price >= highest[i] - near;
    }

    /** Whether some price of the grid lies within the limits. */
    static boolean hasPrice(double lowest, double highest, double step) {
        return step == 0 || Math.ceil(lowest / step - ROUNDING) <= Math.floor(highest / step + ROUNDING);
    }

    /** The price that is published: the nearest one of the grid, of two the higher one. */
    double published(int i, double price) {
        if (step[i] == 0) {
            return price;
        }
        double least = Math.ceil(lowest[i] / step[i] - ROUNDING);
        double most = Math.floor(highest[i] / step[i] + ROUNDING);
        double steps = Math.max(least, Math.min(most, Math.floor(price / step[i] + 0.5 + ROUNDING)));
        double perUnit = 1 / step[i]; // 0.05 has no double, 20 has one: a grid of whole parts has the shortest digits
        return perUnit == Math.rint(perUnit) ? steps / perUnit : steps * step[i];
    }

    Actions published(Actions x) {
        double[] prices = new double[step.length];
        Arrays.setAll(prices, i -> published(i, x.get(i, 0)));
        return Actions.scalars(prices);
    }

    /** How far a published price can be from the one that was played: half a step, and up to a whole one at a limit. */
    double farthest(int i, double price) {
        boolean cut = price - step[i] / 2 < lowest[i] || price + step[i] / 2 > highest[i];
        return cut ? step[i] : step[i] / 2;
    }
}
