package io.acord.cost;

import io.acord.input.Complaints;

/** What several costs demand of their numbers. */
final class Checks {

    private Checks() {}

    static void needVector(Complaints complaints, String where, double[] v) {
        needCoordinates(complaints, where, v.length);
        for (int c = 0; c < v.length; c++) {
            complaints.needFinite(where + "[" + c + "]", v[c], "replace it by a finite number");
        }
    }

    static void needCoordinates(Complaints complaints, String where, int count) {
        if (count < 1) {
            complaints.add(
                    where, "has no coordinates", "at least one, because an action has one", "give one per coordinate");
        }
    }

    static void needLength(Complaints complaints, String where, int length, String other, int otherLength) {
        if (length != otherLength) {
            complaints.add(
                    where,
                    "has length " + length,
                    "length " + otherLength + ", because " + other + " has it",
                    "give both the same number of coordinates");
        }
    }

    /** Lower ends below upper ends, coordinate by coordinate. */
    static void needOrder(Complaints complaints, double[] low, double[] high) {
        needLength(complaints, "high", high.length, "low", low.length);
        for (int c = 0; c < Math.min(low.length, high.length); c++) {
            if (low[c] > high[c]) {
                complaints.add(
                        "low[" + c + "]",
                        "is " + low[c] + ", above high[" + c + "] = " + high[c],
                        "low <= high, because nothing lies between otherwise",
                        "exchange the two, or make them equal for a single point");
            }
        }
    }

    static void needMu(Complaints complaints, double mu) {
        complaints.needPositive(
                "mu", mu, "lambda1 needs a strongly convex cost", "raise mu, or drop the cost if it has no preference");
    }

    /** A cost of the user's own has not been looked at before. */
    static void needSound(Complaints complaints, String where, HittingCost cost) {
        needCoordinates(complaints, where, cost.dimension());
        complaints.needPositive(
                where + ".mu", cost.mu(), "lambda1 needs a strongly convex cost", "declare a mu that holds");
    }

    static void needWeight(Complaints complaints, double weight) {
        complaints.needNonNegative(
                "weight", weight, "a negative weight is not convex", "give 0 to switch the term off");
    }

    /** The solvers work with curvature · target, which has to be a number as well. */
    static void needProducts(Complaints complaints, String where, double curvature, double[] target) {
        for (int c = 0; c < target.length; c++) {
            needProduct(complaints, where + "[" + c + "]", curvature, target[c]);
        }
    }

    static void needProduct(Complaints complaints, String where, double curvature, double target) {
        if (Double.isFinite(curvature) && Double.isFinite(target) && !Double.isFinite(curvature * target * target)) {
            complaints.add(
                    where,
                    "is " + target + ", which overflows together with a curvature of " + curvature,
                    "curvature times coordinate squared within the range of a double",
                    "measure actions or costs in a larger unit");
        }
    }

    /** Our own callers got a dimension wrong; nothing a user wrote can cause it. */
    static void dimensions(int d, QuadraticPull pull, double[] x) {
        if (x.length != d || pull.dimension() != d) {
            throw new IllegalArgumentException("a cost of dimension " + d + " was asked about an action of dimension "
                    + x.length + " with a pull of dimension " + pull.dimension());
        }
    }
}
